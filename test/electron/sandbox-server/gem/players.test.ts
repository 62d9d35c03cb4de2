import { describe, expect, test } from 'vitest'
import { randomPlayer, solvingPlayer } from '../../../../shared/gem/players/index.ts'
import { definitions, episodes } from './episodes.ts'

/** Ids whose start or course may rule the best return out; players.slow.test.ts holds them to a share. */
const LUCK = /Minesweeper|FifteenPuzzle-v0-(?:hard|random)|Game2048|Crosswords-v0-random/

describe.each(
  definitions.filter(({ entry }) => solvingPlayer(entry)).map((one) => [one.entry.id, one] as const),
)('the solver of %s', (id, definition) => {
  test('reaches the best return, where chance cannot prevent it', () => {
    if (LUCK.test(id)) return
    for (const episode of episodes(definition, 10, (entry) => solvingPlayer(entry)!)) {
      expect(episode.return).toBeCloseTo(definition.entry.bestReturn, 9)
    }
  })

  test('takes over an episode that another player began', () => {
    const [begun] = [...episodes(definition, 1, (entry) => randomPlayer(entry, 5))]
    const environment = definition.create({ seed: 1 })
    const opening = environment.reset(0)
    const view = { opening: opening as Awaited<typeof opening>, turns: begun!.turns.slice(0, 2) }
    expect(() => solvingPlayer(definition.entry)!.propose(view)).not.toThrow()
  })
})

describe.each(definitions.map((one) => [one.entry.id, one] as const))(
  'random play of %s',
  (_, definition) => {
    test('ends, and is the same again', () => {
      const [first] = [...episodes(definition, 1, randomPlayer)]
      const [again] = [...episodes(definition, 1, randomPlayer)]
      expect(first!.end).not.toBe('running')
      expect(again).toEqual(first)
    })
  },
)

test('a player never throws at what it does not understand', () => {
  for (const { entry } of definitions) {
    for (const observation of ['', 'nonsense', null, { problem: 1 }]) {
      const view = { opening: { observation, info: {} }, turns: [] }
      expect(() => randomPlayer(entry, 1).propose(view)).not.toThrow()
      expect(() => solvingPlayer(entry)?.propose(view)).not.toThrow()
    }
  }
})
