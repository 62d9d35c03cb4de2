import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  firstDivergence,
  formatTrajectory,
  parseTrajectory,
  type Trajectory,
  TrajectoryError,
} from '../../../shared/gem/trajectory.ts'

const header = { kind: 'header', schema: 'gem-trajectory', version: 1, env_id: 'game:X', seed: 7 } as const
const reset = { kind: 'reset', t: 0, observation: 'go', info: { suffix: 'board' } } as const
const step = (t: number, reward = 0, over = false) =>
  ({
    kind: 'step',
    t,
    action: `a${t}`,
    observation: `o${t}`,
    reward,
    terminated: over,
    truncated: false,
    info: {},
  }) as const
const episode: Trajectory = { header, reset, steps: [step(1), step(2, 1, true)] }
const lines = (...values: object[]) => values.map((value) => JSON.stringify(value)).join('\n')

describe('writing and reading', () => {
  test('what is written is read back, with a summary at the end', () => {
    const text = formatTrajectory(episode)
    expect(parseTrajectory(text)).toEqual(episode)
    expect(JSON.parse(text.trim().split('\n').at(-1)!)).toEqual({
      kind: 'summary',
      return: 1,
      steps: 2,
      end: 'solved',
    })
  })

  test('any observation, info and action survives', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string(),
        (observation, info, action) => {
          const one = JSON.parse(
            JSON.stringify({ ...step(1), observation, info, action }),
          ) as Trajectory['steps'][number]
          expect(parseTrajectory(formatTrajectory({ header, reset, steps: [one] })).steps).toEqual([one])
        },
      ),
      { examples: [[0, Object.fromEntries([['__proto__', []]]), '']] },
    )
  })

  test('unknown fields are kept; CR LF, empty lines and a missing summary are no fault', () => {
    const text = `${JSON.stringify({ ...header, model: 'm' })}\r\n\r\n${JSON.stringify({ ...reset, extra: 1 })}\r\n`
    const read = parseTrajectory(text)
    expect(read.header).toMatchObject({ model: 'm' })
    expect(read.reset).toMatchObject({ extra: 1 })
  })

  test('a last line that was cut off is dropped', () => {
    expect(parseTrajectory(`${lines(header, reset, step(1))}\n{"kind":"st`).steps).toHaveLength(1)
  })

  test.each([
    ['', /^Line 1: the file is empty/],
    ['nonsense', /^Line 1: it is no JSON/],
    [lines(reset), /^Line 1: the first line must be the header/],
    [lines(header, header), /^Line 2: there is a second header/],
    [lines(header, step(1)), /^Line 2: the reset must come before/],
    [lines(header, reset, reset), /^Line 3: there is a second reset/],
    [lines(header, reset, step(2)), /^Line 3: t must be 1, not 2/],
    [lines({ ...header, version: 2 }), /^Line 1: version: /],
    [lines({ ...header, seed: -1 }), /^Line 1: seed: /],
    [lines(header, reset, { ...step(1), reward: 'x' }), /^Line 3: reward: /],
    [`${lines(header)}\n{\n${lines(reset)}`, /^Line 2: it is no JSON/],
    [`${formatTrajectory(episode)}${lines(step(3))}`, /^Line 6: nothing may follow the summary/],
  ])('%j is refused with its line', (text, message) => {
    expect(() => parseTrajectory(text)).toThrow(TrajectoryError)
    expect(() => parseTrajectory(text)).toThrow(message)
  })

  test('no text at all makes the reader fail in another way', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.json()).map((all) => all.join('\n')),
        ),
        (text) => {
          try {
            parseTrajectory(text)
          } catch (error) {
            if (!(error instanceof TrajectoryError)) throw error
          }
        },
      ),
    )
  })
})

describe('the first divergence', () => {
  test.each<[string, Trajectory, ReturnType<typeof firstDivergence>]>([
    ['none', structuredClone(episode), null],
    [
      'latency and notes do not count',
      { ...episode, steps: [{ ...step(1), latency_ms: 9, note: 'hm' }, step(2, 1, true)] },
      null,
    ],
    [
      'the order of keys does not count',
      { ...episode, reset: { info: { suffix: 'board' }, t: 0, observation: 'go', kind: 'reset' } },
      null,
    ],
    ['reset', { ...episode, reset: { ...reset, info: { suffix: 'other' } } }, { t: 0, field: 'info' }],
    ['reward', { ...episode, steps: [step(1), step(2, 0.5, true)] }, { t: 2, field: 'reward' }],
    ['flag', { ...episode, steps: [step(1, 0, true), step(2)] }, { t: 1, field: 'terminated' }],
    ['shorter', { ...episode, steps: [step(1)] }, { t: 2, field: 'missing' }],
  ])('%s', (_, other, divergence) => {
    expect(firstDivergence(episode, other)).toEqual(divergence)
    expect(firstDivergence(other, episode)).toEqual(divergence)
  })
})
