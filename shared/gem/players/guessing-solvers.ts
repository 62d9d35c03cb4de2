import { boxed } from '../boxed.ts'
import { wordleMarks } from '../wordle-marks.ts'
import { wordsOfLength } from '../words/vocabulary.ts'
import { type EpisodeView, openingText, type Player, currentSuffix, turnLimit } from './player.ts'
import { letterCount, mastermindSize, betweenNumbers } from './random-player.ts'

/** Letters by frequency in English words. */
const COMMON_LETTERS = 'ESIARNTOLCDUPMGHBYFKWVZXJQ'

interface Marked {
  readonly guess: string
  readonly marks: string
}

/**
 * Guesses a word of the vocabulary that is consistent with all marks; if there is none, letters that are
 * still possible.
 */
export const wordleSolver: Player = {
  propose: (episode) => {
    const length = letterCount(openingText(episode))
    const seen = markedGuesses(episode)
    const fits = (word: string) =>
      seen.every(({ guess, marks }) => wordleMarks(word, guess).join('') === marks)
    const word =
      wordsOfLength(length)
        .map((word) => word.toUpperCase())
        .find(fits) ?? probe(length, seen)
    return word && boxed(word)
  },
}

function markedGuesses({ turns }: EpisodeView): Marked[] {
  return turns.flatMap(({ action, result }) => {
    const guess = /\\boxed\{([a-zA-Z ]+)\}/.exec(action)?.[1]?.toUpperCase().replaceAll(' ', '')
    const marks = /\[('[GYX]'(?:, '[GYX]')*)\]/
      .exec(String(result.observation))?.[1]
      ?.replaceAll(/[^GYX]/g, '')
    return guess && marks ? [{ guess, marks }] : []
  })
}

/**
 * For words outside the vocabulary: first untried letters, until enough letters of the word are known; then
 * an arrangement of the known ones that is consistent with all marks.
 */
function probe(length: number, seen: readonly Marked[]): string | null {
  const tried = new Set(seen.flatMap(({ guess }) => Array.from(guess)))
  const present = new Set(
    seen.flatMap(({ guess, marks }) => Array.from(guess).filter((_, i) => marks[i] !== 'X')),
  )
  const fresh = Array.from(COMMON_LETTERS).filter((letter) => !tried.has(letter))
  const arrangement = () =>
    arrange(length, [...present], (word) =>
      seen.every(({ guess, marks }) => wordleMarks(word, guess).join('') === marks),
    )
  if (present.size < length && fresh.length > 0) {
    const known = present.size > 0 ? arrangement() : null
    return known ?? fresh.slice(0, length).join('').padEnd(length, fresh[0])
  }
  return arrangement()
}

function arrange(
  length: number,
  letters: readonly string[],
  fits: (word: string) => boolean,
  start = '',
): string | null {
  if (start.length === length) return fits(start) ? start : null
  for (const letter of letters) {
    const found = arrange(length, letters, fits, start + letter)
    if (found) return found
  }
  return null
}

/** Guesses a code that is consistent with all pegs so far. */
export const mastermindSolver: Player = {
  propose: (episode) => {
    const { length, numbers } = mastermindSize(openingText(episode))
    const clues = episode.turns.flatMap(({ action, result }) => {
      const guess = /\\boxed\{([\d\s]+)\}/.exec(action)?.[1]?.trim().split(/\s+/).map(Number)
      const black = /(\d+) black/.exec(String(result.observation))?.[1]
      const white = /(\d+) white/.exec(String(result.observation))?.[1]
      return guess && black && white ? [{ guess, black: Number(black), white: Number(white) }] : []
    })
    const code = firstCode(length, numbers, (candidate) =>
      clues.every(({ guess, black, white }) => {
        const right = candidate.filter((digit, i) => digit === guess[i]).length
        return right === black && candidate.filter((digit) => guess.includes(digit)).length - right === white
      }),
    )
    return code && boxed(code.join(' '))
  },
}

/** Returns the first code without repeats that passes the test, in ascending order. */
function firstCode(
  length: number,
  numbers: number,
  passes: (code: readonly number[]) => boolean,
  start: readonly number[] = [],
): readonly number[] | null {
  if (start.length === length) return passes(start) ? start : null
  for (let digit = 1; digit <= numbers; digit++) {
    if (start.includes(digit)) continue
    const found = firstCode(length, numbers, passes, [...start, digit])
    if (found) return found
  }
  return null
}

/**
 * Asks for the letter that splits the remaining candidates most evenly. Guesses words once the turns suffice
 * for all of them, and on the last turn.
 */
export const hangmanSolver: Player = {
  propose: (episode) => {
    const cells: readonly string[] =
      /^(?: {2}[A-Z_] )+$/m.exec(currentSuffix(episode))?.[0]?.match(/[A-Z_]/g) ?? []
    const guesses = episode.turns.map(
      ({ action }) => /\\boxed\{([a-zA-Z]+)\}/.exec(action)?.[1]?.toUpperCase() ?? '',
    )
    const tried = new Set(guesses.filter((guess) => guess.length === 1))
    const candidates = wordsOfLength(cells.length)
      .map((word) => word.toUpperCase())
      .filter((word) => !guesses.includes(word) && shows(word, cells, tried))
    const turnsLeft = (turnLimit(episode) ?? Infinity) - episode.turns.length
    if (!cells.includes('_')) return boxed(cells.join(''))
    if (
      candidates.length === 1 ||
      (candidates.length > 0 && (turnsLeft === 1 || candidates.length <= turnsLeft))
    ) {
      return boxed(candidates[0]!)
    }
    const letter = bestLetter(candidates, tried) ?? Array.from(COMMON_LETTERS).find((one) => !tried.has(one))
    return letter ? boxed(letter) : null
  },
}

/** Whether the word would show exactly these cells after these letters. */
function shows(word: string, cells: readonly string[], tried: ReadonlySet<string>): boolean {
  return Array.from(word).every((letter, i) => cells[i] === (tried.has(letter) ? letter : '_'))
}

/**
 * Returns the letter whose answers leave the fewest candidates on average; undefined when there is nothing
 * left to ask.
 */
function bestLetter(candidates: readonly string[], tried: ReadonlySet<string>): string | undefined {
  if (candidates.length === 0) return undefined
  const scored = Array.from(COMMON_LETTERS)
    .filter((letter) => !tried.has(letter))
    .map((letter) => {
      const groups = new Map<string, number>()
      for (const word of candidates) {
        const places = word.replaceAll(new RegExp(`[^${letter}]`, 'g'), '_')
        groups.set(places, (groups.get(places) ?? 0) + 1)
      }
      return { letter, left: Array.from(groups.values()).reduce((sum, size) => sum + size * size, 0) }
    })
  return scored.toSorted((a, b) => a.left - b.left)[0]?.letter
}

/** Binary search. */
export const guessTheNumberSolver: Player = {
  propose: (episode) => {
    let [low, high] = betweenNumbers(openingText(episode))
    for (const { action, result } of episode.turns) {
      const guess = Number(/\\boxed\{(\d+)\}/.exec(action)?.[1])
      const hint = /\b(higher|lower)\b/.exec(String(result.observation))?.[1]
      if (hint === 'higher') low = Math.max(low, guess + 1)
      if (hint === 'lower') high = Math.min(high, guess - 1)
    }
    return boxed(String(Math.floor((low + high) / 2)))
  },
}
