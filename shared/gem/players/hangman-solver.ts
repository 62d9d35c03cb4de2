import { boxed } from '../boxed.ts'
import { wordsOfLength } from '../words/vocabulary.ts'
import { COMMON_LETTERS } from './letters.ts'
import { currentSuffix, type Player, turnLimit } from './player.ts'

/**
 * Asks for the letter that splits the words that still fit most evenly. Guesses words as soon as the turns suffice for all
 * of them, and with the last turn.
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

/** True when the word would show exactly these cells after these letters. */
function shows(word: string, cells: readonly string[], tried: ReadonlySet<string>): boolean {
  return Array.from(word).every((letter, i) => cells[i] === (tried.has(letter) ? letter : '_'))
}

/** The letter whose answers leave the fewest candidates on average; none when nothing is left to ask. */
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
