import { boxed } from '../boxed.ts'
import { wordleMarks } from '../wordle-marks.ts'
import { wordsOfLength } from '../words/vocabulary.ts'
import { COMMON_LETTERS } from './letters.ts'
import { type EpisodeView, openingText, type Player } from './player.ts'
import { letterCount } from './random-player.ts'

interface Marked {
  readonly guess: string
  readonly marks: string
}

/** Guesses a word of the vocabulary that fits all marks; without one, letters that can still be right. */
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
 * For words outside the vocabulary: first letters that were not tried yet, until enough letters of the word are known;
 * then an arrangement of the known ones that fits all marks.
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
