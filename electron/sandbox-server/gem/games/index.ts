import { crosswords } from '#shared/gem/catalogue/crosswords.ts'
import { fifteenPuzzle } from '#shared/gem/catalogue/fifteen-puzzle.ts'
import { game2048 } from '#shared/gem/catalogue/game-2048.ts'
import { guessTheNumber } from '#shared/gem/catalogue/guess-the-number.ts'
import { hangman } from '#shared/gem/catalogue/hangman.ts'
import { mastermind } from '#shared/gem/catalogue/mastermind.ts'
import { minesweeper } from '#shared/gem/catalogue/minesweeper.ts'
import { sokoban } from '#shared/gem/catalogue/sokoban.ts'
import { sudoku } from '#shared/gem/catalogue/sudoku.ts'
import { towerOfHanoi } from '#shared/gem/catalogue/tower-of-hanoi.ts'
import { wordSearch } from '#shared/gem/catalogue/word-search.ts'
import { wordle } from '#shared/gem/catalogue/wordle.ts'
import { defineFamily, type EnvironmentDefinition } from '../environment.ts'
import { Crosswords } from './crosswords.ts'
import { FifteenPuzzle } from './fifteen-puzzle.ts'
import { Game2048 } from './game-2048.ts'
import { GuessTheNumber } from './guess-the-number.ts'
import { Hangman } from './hangman.ts'
import { Mastermind } from './mastermind.ts'
import { Minesweeper } from './minesweeper.ts'
import { Sokoban } from './sokoban.ts'
import { Sudoku } from './sudoku.ts'
import { TowerOfHanoi } from './tower-of-hanoi.ts'
import { WordSearch } from './word-search.ts'
import { Wordle } from './wordle.ts'

/** All variants of all games, in catalogue order. */
export const games: readonly EnvironmentDefinition[] = [
  ...defineFamily(guessTheNumber, GuessTheNumber),
  ...defineFamily(mastermind, Mastermind),
  ...defineFamily(minesweeper, Minesweeper),
  ...defineFamily(wordle, Wordle),
  ...defineFamily(fifteenPuzzle, FifteenPuzzle),
  ...defineFamily(hangman, Hangman),
  ...defineFamily(sudoku, Sudoku),
  ...defineFamily(towerOfHanoi, TowerOfHanoi),
  ...defineFamily(game2048, Game2048),
  ...defineFamily(sokoban, Sokoban),
  ...defineFamily(crosswords, Crosswords),
  ...defineFamily(wordSearch, WordSearch),
]
