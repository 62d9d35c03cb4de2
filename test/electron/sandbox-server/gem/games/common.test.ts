import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInCatalogue } from '../../../../../shared/gem/catalogue/index.ts'
import { catalogueEntrySchema } from '../../../../../shared/gem/catalogue/entry.ts'
import { games } from '../../../../../electron/sandbox-server/gem/games/index.ts'
import { FORMAT_ERROR, outcome, play } from '../play.ts'

const names = games.map(({ entry }) => entry.id.slice('game:'.length))

test('all 37 ids of the twelve families that need no network can be made', () => {
  expect(names).toHaveLength(37)
  expect(new Set(games.map(({ entry }) => entry.family)).size).toBe(12)
  for (const { entry } of games) {
    const variants =
      entry.family === 'Game2048' ? ['easy', 'hard', 'extreme-hard', 'random'] : ['easy', 'hard', 'random']
    expect(games.filter((other) => other.entry.family === entry.family)).toHaveLength(variants.length)
    expect(variants.map((variant) => `game:${entry.family}-v0-${variant}`)).toContain(entry.id)
  }
})

test('every entry of the catalogue is valid, and every example matches its own grammar', () => {
  for (const entry of builtInCatalogue) {
    expect(catalogueEntrySchema.parse(entry)).toEqual(entry)
    const grammar = new RegExp(entry.action.pattern, entry.action.flags)
    for (const example of entry.action.examples) expect(example).toMatch(grammar)
  }
  expect(new Set(builtInCatalogue.map(({ id }) => id)).size).toBe(builtInCatalogue.length)
})

describe.each(names)('%s', (name) => {
  const grammar = games.find(({ entry }) => entry.id === `game:${name}`)!.entry.action

  test('the same seed gives the same opening, whatever else is drawn between', () => {
    const first = play(name, 42)
    const other = play(name, 7)
    other.say(grammar.examples[0]!)
    expect(play(name, 42).opening).toEqual(first.opening)
    expect(first.reset(42)).toEqual(first.opening)
  })

  test('a text without an action ends the episode with a format error', () => {
    for (const text of [
      '',
      'no box',
      '\\boxed{}',
      '\\boxed{?}',
      'boxed{1}',
      '\\boxed 5',
      '\\boxed{1} trailing'.slice(6),
    ]) {
      expect({ text, outcome: outcome(play(name).say(text)) }).toEqual({ text, outcome: FORMAT_ERROR })
    }
  })

  test('the last box that can be read counts, prose around it does not', () => {
    const example = grammar.examples[0]!
    const plain = play(name, 3).say(example)
    expect(play(name, 3).say(`Let me think. ${example} That is it.\n`)).toEqual(plain)
    expect(play(name, 3).say(`${example} or \\boxed{???}`)).toEqual(plain)
  })

  test('a reset without a seed starts over', () => {
    const game = play(name, 5)
    game.say('nothing')
    expect(game.reset().observation).toBeTypeOf('string')
  })

  test('it can be stepped before any reset', () => {
    const environment = games.find(({ entry }) => entry.id === `game:${name}`)!.create({ seed: 4 })
    expect(environment.step('nothing')).toMatchObject({ reward: -0.1, terminated: true })
  })

  test('no text makes a step throw or pay out of bounds', () => {
    const game = play(name, 11)
    const words = fc.stringMatching(/^[a-cA-C\d ,upleftdownrightreveal-]{0,14}$/)
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          words.map((inside) => `\\boxed{${inside}}`),
        ),
        (text) => {
          const { reward, terminated, truncated } = game.say(text)
          expect(reward).toBeGreaterThanOrEqual(-0.1)
          expect(reward).toBeLessThanOrEqual(1)
          // These games never set `truncated` alone.
          expect(terminated || !truncated).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('nothing guards the end of an episode', () => {
    const game = play(name)
    game.say('nothing')
    expect(game.say(grammar.examples[0]!).observation).toBeTypeOf('string')
  })
})

describe('the turn limit', () => {
  test('unsolved on the last turn: terminated and truncated, and the message names the limit', () => {
    const game = play('GuessTheNumber-v0-easy', 0)
    for (const guess of ['1', '2', '3']) expect(game.move(guess).truncated).toBe(false)
    const last = game.move('4')
    expect(last).toMatchObject({ terminated: true, truncated: true })
    expect(last.observation).toMatch(/limit of 4 turns/)
    expect(last.observation).not.toMatch(/higher|lower/)
    expect(game.move('4')).toMatchObject({ terminated: true, truncated: true })
  })

  test('solved on the last turn: not truncated', () => {
    const game = play('GuessTheNumber-v0-easy', 0)
    for (const guess of ['1', '2', '3']) game.move(guess)
    expect(outcome(game.move('7'))).toEqual([1, true, false])
  })

  test('a format error is truncated only on exactly the last turn', () => {
    for (const [before, truncated] of [
      [2, false],
      [3, true],
      [4, false],
    ] as const) {
      const game = play('GuessTheNumber-v0-easy', 0)
      for (let i = 1; i <= before; i++) game.move(String(i))
      expect(outcome(game.say('five'))).toEqual([-0.1, true, truncated])
    }
  })

  test('malformed and illegal steps count as turns', () => {
    const game = play('GuessTheNumber-v0-easy', 0)
    game.say('x')
    game.move('99')
    game.move('1')
    expect(game.move('2').truncated).toBe(true)
  })
})
