import { boxed } from '../boxed.ts'
import type { CatalogueEntry } from '../catalogue/entry.ts'
import { PythonRandom } from '../python-random.ts'
import { currentSuffix, numbersIn, openingText, type EpisodeView, type Player } from './player.ts'

type Draw = (random: PythonRandom, episode: EpisodeView) => string

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const direction: Draw = (random) => random.choice(['up', 'down', 'left', 'right'])

/** How each family draws an action that it can read; bounds come from what the episode shows. */
const DRAWS: Readonly<Record<string, Draw>> = {
  GuessTheNumber: (random, episode) => {
    const [low, high] = betweenNumbers(openingText(episode))
    return String(random.randint(low, high))
  },
  Mastermind: (random, episode) => {
    const { length, numbers } = mastermindSize(openingText(episode))
    return Array.from({ length }, () => random.randint(1, numbers)).join(' ')
  },
  Minesweeper: (random, episode) => {
    const side = numbersIn(/^ {4}0.*$/m.exec(currentSuffix(episode))?.[0] ?? '0').length
    const verb = random.random() < 0.9 ? 'reveal' : 'flag'
    return `${verb} ${random.below(side)} ${random.below(side)}`
  },
  Wordle: (random, episode) => letters(random, letterCount(openingText(episode))),
  FifteenPuzzle: direction,
  Hangman: (random, episode) =>
    random.random() < 0.9 ? random.choice(LETTERS) : letters(random, letterCount(openingText(episode))),
  Sudoku: (random, episode) => {
    const side = (currentSuffix(episode).match(/^R\d+/gm) ?? ['']).length
    return Array.from({ length: 3 }, () => random.randint(1, side)).join(' ')
  },
  TowerofHanoi: (random) => random.sample(['A', 'B', 'C'], 2).join(' '),
  Game2048: direction,
  Sokoban: direction,
  Crosswords: (random, episode) => {
    const side = gridSide(episode)
    return `${random.below(side)} ${random.below(side)} ${random.choice(LETTERS)}`
  },
  WordSearch: (random, episode) => {
    const side = gridSide(episode)
    return Array.from({ length: 4 }, () => random.below(side)).join(' ')
  },
  rg: (random) => String(random.randint(0, 100)),
  math: (random) => String(random.randint(0, 100)),
  logic: (random) => random.choice(['True', 'False']),
}

/**
 * Plays well-formed actions at random. The same seed and episode give the same actions. Other families than the
 * built-in ones get one of their examples.
 * @param seed 0 … 2^32 − 1.
 */
export function randomPlayer(entry: Pick<CatalogueEntry, 'family' | 'action'>, seed: number): Player {
  const draw = DRAWS[entry.family]
  return {
    propose: (episode) => {
      // One stream per turn, so that a rewound episode gets the same proposals again; none of them is the
      // environment's own, which is seeded from 32 bits alone.
      const random = new PythonRandom(seed + (episode.turns.length + 1) * 2 ** 32)
      return draw ? boxed(draw(random, episode)) : random.choice(entry.action.examples)
    },
  }
}

/** The range in `between 1 and 10`. */
export function betweenNumbers(text: string): [low: number, high: number] {
  const [, low = '1', high = '1'] = /between (\d+) and (\d+)/.exec(text) ?? []
  return [Number(low), Number(high)]
}

/** Code length in `4 digits` or `4 digit code`, highest number in `from 1 to 8`. */
export function mastermindSize(text: string): { length: number; numbers: number } {
  const length = /(\d+) digit/.exec(text)?.[1]
  const numbers = /from 1 to (\d+)/.exec(text)?.[1]
  return { length: Number(length ?? 1), numbers: Number(numbers ?? 1) }
}

/** Word length in `5 letters` or `5-letter`. */
export function letterCount(text: string): number {
  return Number(/(\d+)[ -]letter/.exec(text)?.[1] ?? 1)
}

function gridSide(episode: EpisodeView): number {
  return (currentSuffix(episode).match(/C\d\d/g) ?? ['']).length
}

function letters(random: PythonRandom, count: number): string {
  return Array.from({ length: count }, () => random.choice(LETTERS)).join('')
}
