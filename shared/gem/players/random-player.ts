import { boxed } from '../boxed.ts'
import type { CatalogueEntry } from '../catalogue/entry.ts'
import { PythonRandom } from '../python-random.ts'
import { currentSuffix, numbersIn, openingText, type EpisodeView, type Player } from './player.ts'

type Draw = (random: PythonRandom, episode: EpisodeView) => string

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const direction: Draw = (random) => random.choice(['up', 'down', 'left', 'right'])

/** Draws a valid action for each family; bounds come from the episode. */
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
 * Domain separator, the first words of every key. No environment is seeded with them, so a player never uses
 * its environment's own random numbers.
 */
const DOMAIN = [0x72616e64, 0x6f6d2070, 0x6c617965, 0x72000001]

/**
 * Key of a separate stream for each agent, environment seed and turn. Concatenated rather than added, so no
 * two collide.
 */
const keyOf = (seed: number, start: number | null, attempt: number, turn: number): number[] => [
  ...DOMAIN,
  seed % 2 ** 32,
  Math.floor(seed / 2 ** 32),
  start === null ? 0 : 1,
  start ?? 0,
  turn,
  // The first attempt uses the same key as before attempts existed.
  ...(attempt === 0 ? [] : [attempt]),
]

/**
 * Plays valid random actions. The same seeds and episode give the same actions. Families other than the
 * built-in ones get one of their examples.
 * @param seed the agent's own, a non-negative safe integer
 * @param start the environment's seed, so that an agent plays each seed differently; null if unseeded
 * @param attempt index of the attempt at that seed, so that each attempt differs
 */
export function randomPlayer(
  entry: Pick<CatalogueEntry, 'family' | 'action'>,
  seed: number,
  start: number | null = null,
  attempt = 0,
): Player {
  const draw = DRAWS[entry.family]
  return {
    propose: (episode) => {
      // One stream per turn, so that a rewound episode gets the same proposals again.
      const random = new PythonRandom(keyOf(seed, start, attempt, episode.turns.length))
      return draw ? boxed(draw(random, episode)) : random.choice(entry.action.examples)
    },
  }
}

/** Parses the range in `between 1 and 10`. */
export function betweenNumbers(text: string): [low: number, high: number] {
  const [, low = '1', high = '1'] = /between (\d+) and (\d+)/.exec(text) ?? []
  return [Number(low), Number(high)]
}

/** Parses the code length in `4 digits` or `4 digit code`, and the highest number in `from 1 to 8`. */
export function mastermindSize(text: string): { length: number; numbers: number } {
  const length = /(\d+) digit/.exec(text)?.[1]
  const numbers = /from 1 to (\d+)/.exec(text)?.[1]
  return { length: Number(length ?? 1), numbers: Number(numbers ?? 1) }
}

/** Parses the word length in `5 letters` or `5-letter`. */
export function letterCount(text: string): number {
  return Number(/(\d+)[ -]letter/.exec(text)?.[1] ?? 1)
}

function gridSide(episode: EpisodeView): number {
  return (currentSuffix(episode).match(/C\d\d/g) ?? ['']).length
}

function letters(random: PythonRandom, count: number): string {
  return Array.from({ length: count }, () => random.choice(LETTERS)).join('')
}
