import { boxed } from '../boxed.ts'
import { openingText, type Player } from './player.ts'
import { mastermindSize } from './random-player.ts'

/** Guesses a code that would have received all pegs so far. */
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

/** The first code without repeats that passes the test, in ascending order. */
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
