import type { CatalogueEntry } from '../catalogue/entry.ts'
import { crosswordsSolver } from './crosswords-solver.ts'
import { guessTheNumberSolver, hangmanSolver, mastermindSolver, wordleSolver } from './guessing-solvers.ts'
import { codeSolver, knowledgeSolver, logicSolver } from './knowledge-solvers.ts'
import { sudokuSolver } from './sudoku-solver.ts'
import { towerOfHanoiSolver } from './tower-of-hanoi-solver.ts'
import { wordSearchSolver } from './word-search-solver.ts'
import { minesweeperSolver } from './minesweeper-solver.ts'
import type { Player } from './player.ts'
import { fifteenPuzzleSolver } from './fifteen-puzzle-solver.ts'
import { game2048Solver } from './game-2048-solver.ts'
import { questionSolver } from './question-solver.ts'
import { sokobanSolver } from './sokoban-solver.ts'

export type { EpisodeView, Player, Turn } from './player.ts'
export { randomPlayer } from './random-player.ts'

const SOLVERS: Readonly<Record<string, () => Player>> = {
  GuessTheNumber: () => guessTheNumberSolver,
  Mastermind: () => mastermindSolver,
  Minesweeper: () => minesweeperSolver,
  Wordle: () => wordleSolver,
  FifteenPuzzle: fifteenPuzzleSolver,
  Hangman: () => hangmanSolver,
  Sudoku: sudokuSolver,
  TowerofHanoi: () => towerOfHanoiSolver,
  Game2048: () => game2048Solver,
  Sokoban: sokobanSolver,
  Crosswords: crosswordsSolver,
  WordSearch: wordSearchSolver,
  rg: () => questionSolver,
  math: () => questionSolver,
  logic: () => logicSolver,
  qa: () => knowledgeSolver,
  code: () => codeSolver,
}

/** Returns a solver for the entry's family that plays optimally or nearly so from what it can see, or null. */
export function solvingPlayer(entry: Pick<CatalogueEntry, 'family'>): Player | null {
  return SOLVERS[entry.family]?.() ?? null
}
