import { describe, expect, test } from 'vitest'
import type { CatalogueEntry } from '../../../../shared/gem/catalogue/entry.ts'
import { randomPlayer, solvingPlayer } from '../../../../shared/gem/players/index.ts'
import { definitions, episodes } from './episodes.ts'

/** `ORRERY_SEEDS=1000` plays four times as many, which takes four times as long as the usual minute. */
const SEEDS = Number(process.env['ORRERY_SEEDS'] ?? 250)
const EPSILON = 1e-9
const solver = (entry: CatalogueEntry) => solvingPlayer(entry)!

/**
 * Games in which chance may rule out the best return, and those with a slow solver: the number of seeds, and the share that
 * must reach the best return. The catalogue describes each as won sometimes, or never.
 */
const BY_LUCK: Readonly<Record<string, { seeds?: number; share: number; least?: number }>> = {
  'game:Minesweeper-v0-easy': { share: 0.6 },
  'game:Minesweeper-v0-hard': { share: 0.6 },
  'game:Minesweeper-v0-random': { share: 0.65 },
  'game:FifteenPuzzle-v0-hard': { seeds: 10, share: 0.6 },
  'game:FifteenPuzzle-v0-random': { seeds: 20, share: 0.6 },
  'game:Game2048-v0-easy': { seeds: 20, share: 0.95 },
  'game:Game2048-v0-hard': { seeds: 4, share: 0, least: 0.5 },
  'game:Game2048-v0-extreme-hard': { seeds: 2, share: 0, least: 0.5 },
  'game:Game2048-v0-random': { seeds: 20, share: 0.95 },
  'game:Crosswords-v0-random': { share: 0.7, least: 0.5 },
}

describe('the solving player', () => {
  const solvable = definitions.filter(({ entry }) => solvingPlayer(entry))
  const certain = solvable.filter(({ entry }) => !(entry.id in BY_LUCK))

  test.each(certain.map((definition) => [definition.entry.id, definition] as const))(
    `%s: the best return on ${SEEDS} seeds`,
    (_, definition) => {
      const best = definition.entry.bestReturn ?? Number.NaN
      const short = [...episodes(definition, SEEDS, solver)].filter(
        (episode) => !(Math.abs(episode.return - best) <= EPSILON),
      )
      expect(short).toEqual([])
    },
  )

  test.each(Object.entries(BY_LUCK))(
    '%s: as often as chance allows, never more',
    (id, { seeds = SEEDS, share, least }) => {
      const definition = solvable.find(({ entry }) => entry.id === id)!
      const returns = Array.from(episodes(definition, seeds, solver), (episode) => episode.return)
      const best = definition.entry.bestReturn ?? Number.NaN
      expect(Math.max(...returns)).toBeLessThanOrEqual(best + EPSILON)
      expect(Math.min(...returns)).toBeGreaterThanOrEqual((least ?? 0) - EPSILON)
      expect(returns.filter((value) => value >= best - EPSILON).length / seeds).toBeGreaterThanOrEqual(share)
      expect(definition.entry.winnable).not.toBe('always')
    },
  )
})

describe('random play', () => {
  test.each(definitions.map((definition) => [definition.entry.id, definition] as const))(
    `%s: ${SEEDS} seeds end, within the bounds of reward`,
    (_, definition) => {
      const { bestReturn, maxTurns } = definition.entry
      for (const episode of episodes(definition, SEEDS, randomPlayer)) {
        expect(episode.end).not.toBe('running')
        expect(episode.end).not.toBe('format-error')
        expect(episode.return).toBeLessThanOrEqual((bestReturn ?? Number.NaN) + EPSILON)
        expect(episode.return).toBeGreaterThanOrEqual(0)
        expect(episode.turns.length).toBeLessThanOrEqual(maxTurns ?? 64)
      }
    },
  )

  // Mean returns of 60 upstream episodes (docs/gem.md#transcripts), with a margin for noise.
  test.each([
    ['game:GuessTheNumber-v0-easy', 0.75],
    ['game:GuessTheNumber-v0-hard', 0.7],
    ['game:Mastermind-v0-easy', 0.57],
    ['game:Minesweeper-v0-easy', 0.72],
    ['game:Game2048-v0-easy', 0.83],
    ['game:Sokoban-v0-easy', 0.18],
    ['game:FifteenPuzzle-v0-easy', 0.2],
  ])('%s earns about %f on average, as upstream', (id, mean) => {
    const definition = definitions.find(({ entry }) => entry.id === id)!
    const returns = Array.from(episodes(definition, 400, randomPlayer), (episode) => episode.return)
    const average = returns.reduce((sum, value) => sum + value, 0) / returns.length
    expect(Math.abs(average - mean)).toBeLessThan(0.1)
  })
})
