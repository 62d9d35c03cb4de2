import { describe, expect, test } from 'vitest'
import { randomPlayer } from '../../../../shared/gem/players/index.ts'
import { definitions, episodes } from './episodes.ts'

const guess = definitions.find(({ entry }) => entry.id === 'game:GuessTheNumber-v0-hard')!
/** Seven draws from 1 to 50, with replacement. */
const CHANCE = 1 - (49 / 50) ** 7

/** An agent's first guess for each seed. */
const firstGuesses = (agent: number, seeds: number, from = 0): number[] => {
  const environment = guess.create({ seed: 1 })
  return Array.from({ length: seeds }, (_, i) => {
    const opening = environment.reset(from + i)
    if (opening instanceof Promise) throw new TypeError('Built-in environments answer at once.')
    const action = randomPlayer(guess.entry, agent, from + i).propose({ opening, turns: [] })
    return Number(/\d+/.exec(action ?? '')?.[0])
  })
}

const correlation = (a: readonly number[], b: readonly number[]): number => {
  const mean = (of: readonly number[]): number => of.reduce((sum, one) => sum + one, 0) / of.length
  const [x, y] = [mean(a), mean(b)]
  const sum = (of: (i: number) => number): number => a.reduce((total, _, i) => total + of(i), 0)
  const spread = Math.sqrt(sum((i) => (a[i]! - x) ** 2) * sum((i) => (b[i]! - y) ** 2))
  return sum((i) => (a[i]! - x) * (b[i]! - y)) / spread
}

describe('the random player', () => {
  test.each([0, 1, 2, 7, 123_456_789])('with seed %d guesses no better and no worse than chance', (agent) => {
    const seeds = 1200
    const played = [...episodes(guess, seeds, (entry, seed) => randomPlayer(entry, agent, seed))]
    const solved = played.filter(({ end }) => end === 'solved').length
    // 3.5 standard deviations: fewer than one in two thousand such samples is outside.
    const slack = 3.5 * Math.sqrt(seeds * CHANCE * (1 - CHANCE))
    expect(Math.abs(solved - seeds * CHANCE)).toBeLessThan(slack)
  })

  test.each([
    [0, 1, 0],
    [0, 1, 1],
    [0, 1, -1],
    [3, 5, 2],
    [0, 2 ** 32, 0],
  ])('with seeds %d and %d guesses apart, %d seeds on as well', (one, other, shift) => {
    const seeds = 400
    const first = firstGuesses(one, seeds, 10)
    const second = firstGuesses(other, seeds, 10 + shift)
    expect(Math.abs(correlation(first, second))).toBeLessThan(4 / Math.sqrt(seeds))
    const same = first.filter((guess, i) => guess === second[i]).length
    expect(same).toBeLessThan(seeds / 50 + 4 * Math.sqrt(seeds / 50))
  })

  test('proposes the same again, and something else on another turn', () => {
    expect(firstGuesses(4, 20)).toEqual(firstGuesses(4, 20))
    const environment = guess.create({ seed: 1 })
    const opening = environment.reset(0)
    if (opening instanceof Promise) throw new TypeError('Built-in environments answer at once.')
    const player = randomPlayer(guess.entry, 0, 0)
    const turns: { action: string; result: never }[] = []
    const proposed = new Set<string | null>()
    for (let i = 0; i < 7; i++) {
      const action = player.propose({ opening, turns })
      proposed.add(action)
      turns.push({ action: action ?? '', result: undefined as never })
    }
    expect(proposed.size).toBeGreaterThan(3)
  })
})
