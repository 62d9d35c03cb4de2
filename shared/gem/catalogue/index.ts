import { crosswords } from './crosswords.ts'
import type { CatalogueEntry } from './entry.ts'
import { fifteenPuzzle } from './fifteen-puzzle.ts'
import { game2048 } from './game-2048.ts'
import { guessTheNumber } from './guess-the-number.ts'
import { hangman } from './hangman.ts'
import { codeCatalogue, knowledgeCatalogue, logicCatalogue, mathWithPython } from './knowledge.ts'
import { mastermind } from './mastermind.ts'
import { mathCatalogue } from './math.ts'
import { minesweeper } from './minesweeper.ts'
import { reasoningCatalogue } from './reasoning.ts'
import { sokoban } from './sokoban.ts'
import { sudoku } from './sudoku.ts'
import { towerOfHanoi } from './tower-of-hanoi.ts'
import { wordSearch } from './word-search.ts'
import { wordle } from './wordle.ts'

/** The catalogue's game entries, family by family. */
export const gameCatalogue: readonly CatalogueEntry[] = [
  ...guessTheNumber,
  ...mastermind,
  ...minesweeper,
  ...wordle,
  ...fifteenPuzzle,
  ...hangman,
  ...sudoku,
  ...towerOfHanoi,
  ...game2048,
  ...sokoban,
  ...crosswords,
  ...wordSearch,
]

/** Entries that every GEM server has: the games and the reasoning-gym generators. */
export const commonCatalogue: readonly CatalogueEntry[] = [...gameCatalogue, ...reasoningCatalogue]

/** All environments included in Orrery's own server. */
export const builtInCatalogue: readonly CatalogueEntry[] = [
  ...commonCatalogue,
  ...mathCatalogue,
  ...logicCatalogue,
  ...knowledgeCatalogue,
  mathWithPython(mathCatalogue.at(-1)!),
  ...codeCatalogue,
]

/** Returns the built-in entry of an id. */
export function builtInEntry(id: string): CatalogueEntry | undefined {
  return byId.get(id)
}

const byId = new Map(builtInCatalogue.map((entry) => [entry.id, entry]))
