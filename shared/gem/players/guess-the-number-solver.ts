import { boxed } from '../boxed.ts'
import { openingText, type Player } from './player.ts'
import { betweenNumbers } from './random-player.ts'

/** Halves the range. */
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
