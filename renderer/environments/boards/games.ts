import type { EpisodeView } from '#shared/gem/players/index.ts'
import type { Board, BoardGame } from './board.ts'
import { crosswordsBoard, minesweeperBoard, sudokuBoard, wordSearchBoard } from './fields.ts'
import { guessBoard, hangmanBoard, mastermindBoard, wordleBoard } from './guesses.ts'
import { fifteenPuzzleBoard, game2048Board, hanoiBoard, sokobanBoard } from './moves.ts'

/** Families that are drawn, by the middle of their ids. A new one is a line here. */
const GAMES: Readonly<Record<string, BoardGame>> = {
  GuessTheNumber: guessBoard,
  Mastermind: mastermindBoard,
  Minesweeper: minesweeperBoard,
  Wordle: wordleBoard,
  FifteenPuzzle: fifteenPuzzleBoard,
  Hangman: hangmanBoard,
  Sudoku: sudokuBoard,
  TowerofHanoi: hanoiBoard,
  Game2048: game2048Board,
  Sokoban: sokobanBoard,
  Crosswords: crosswordsBoard,
  WordSearch: wordSearchBoard,
}

/** The board of an environment id such as `game:Sokoban-v0-easy`; undefined where none is known. */
export function boardGameOf(envId: string): BoardGame | undefined {
  return GAMES[/^game:([A-Za-z0-9]+)-v\d/.exec(envId)?.[1] ?? '']
}

/** Reads a board; a text of another shape than expected (another version, a plugin) is no board and stays text. */
export function readBoard(game: BoardGame | undefined, episode: EpisodeView): Board | null {
  try {
    return game?.read(episode) ?? null
  } catch {
    return null
  }
}
