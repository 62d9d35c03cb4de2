import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { builtInEntry } from '../../../../shared/gem/catalogue/index.ts'
import { TERMINAL_STATE } from '../../../../shared/gem/episode.ts'
import { PythonRandom } from '../../../../shared/gem/python-random.ts'
import { readRecording } from '../../../../shared/environments/trajectories/read.ts'
import { arithmetic } from '../../../../electron/sandbox-server/gem/reasoning/arithmetic.ts'
import { QuestionEnvironment } from '../../../../electron/sandbox-server/gem/question.ts'
import { outcome, play } from './play.ts'

/**
 * Episodes played upstream (docs/gem.md#transcripts), as trajectory files. For texts they contain only the recorded shape: a pattern
 * for the observation, and lines that the suffix must contain.
 */
const RECORDED = ['guess-the-number', 'minesweeper', 'game-2048', 'tower-of-hanoi']

describe.each(RECORDED)('the recorded transcript of %s', (name) => {
  const file = new URL(`../../../fixtures/gem/transcripts/${name}.jsonl`, import.meta.url)
  const { envId, seed, events } = readRecording(readFileSync(file, 'utf8'), name)[0]!.episode
  const [reset, ...steps] = events

  test('replays exactly in shape, rewards and boards', () => {
    const game = play(envId.replace('game:', ''), seed!)
    expect(game.opening.observation).toMatch(new RegExp(String(reset!.observation)))
    expect(game.suffix()).toContain(reset!.info['suffix'])
    for (const step of steps) {
      const result = game.say(step.action!)
      expect(result.observation).toMatch(new RegExp(String(step.observation)))
      expect(result.reward).toBeCloseTo(step.reward, 12)
      expect([result.terminated, result.truncated]).toEqual([step.terminated, step.truncated])
      expect(Object.keys(result.info)).toEqual(['suffix'])
      expect(game.suffix()).toContain(step.info['suffix'])
    }
  })
})

describe('the transcript of Sokoban-easy (its room is ours: upstream draws it with another generator)', () => {
  test('a blocked step and a push look as recorded', () => {
    const game = play('Sokoban-v0-easy', 42)
    expect(game.suffix()).toMatch(/^[^\n]+\n(?:[#_OXP](?: [#_OXP]){5}\n){6}\n[^\n]+$/)
    for (const move of ['up', 'down', 'left', 'right']) {
      const result = game.move(move)
      expect(outcome(result)).toEqual([0, false, false])
      expect(result.observation).toMatch(/blocked|moved|pushed/)
    }
  })
})

describe('the transcript of rg:leg_counting', () => {
  const source = arithmetic[0]!
  const environment = new QuestionEnvironment({ seed: 0 }, source)

  test('the boxed answer and an unboxed one', () => {
    expect(builtInEntry(source.id)).toBeDefined()
    const opening = environment.reset(7)
    expect(opening.info).toEqual({})
    const item = new PythonRandom(7).below(500)
    const { gold, text } = source.generate(new PythonRandom(42 + item))
    expect(opening.observation).toBe(text)
    expect(environment.step(`\\boxed{${gold}}`)).toEqual({
      observation: TERMINAL_STATE,
      reward: 1,
      terminated: true,
      truncated: true,
      info: {},
    })
    expect(environment.step(gold)).toMatchObject({ reward: 0 })
  })
})
