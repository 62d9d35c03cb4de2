import { describe, expect, test } from 'vitest'
import { randomPlayer, solvingPlayer } from '../../../../shared/gem/players/index.ts'
import { definitions, episodes } from './episodes.ts'

/** Ids in which chance may rule out the best return; players.slow.test.ts requires a share of wins. */
const LUCK = /Minesweeper|FifteenPuzzle-v0-(?:hard|random)|Game2048|Crosswords-v0-random/

const solvable = definitions.filter(({ entry }) => solvingPlayer(entry))

test.each(solvable.filter(({ entry }) => !LUCK.test(entry.id)).map((one) => [one.entry.id, one] as const))(
  'the solver of %s reaches the best return',
  (_, definition) => {
    for (const episode of episodes(definition, 10, (entry) => solvingPlayer(entry)!)) {
      expect(episode.return).toBeCloseTo(definition.entry.bestReturn ?? Number.NaN, 9)
    }
  },
)

test.each(solvable.map((one) => [one.entry.id, one] as const))(
  'the solver of %s takes over an episode that another player began',
  async (_, definition) => {
    const [begun] = [...episodes(definition, 1, (entry) => randomPlayer(entry, 5))]
    const environment = definition.create({ seed: 1 })
    const opening = await environment.reset(0)
    const turns = begun!.turns.slice(0, 2)
    for (const { action } of turns) await environment.step(action)
    const action = solvingPlayer(definition.entry)!.propose({ opening, turns })
    expect(action).toMatch(new RegExp(definition.entry.action.pattern, definition.entry.action.flags))
  },
)

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
