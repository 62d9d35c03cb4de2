import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInCatalogue } from '../../../../shared/gem/catalogue/index.ts'
import { TERMINAL_STATE } from '../../../../shared/gem/episode.ts'
import { PythonRandom } from '../../../../shared/gem/python-random.ts'
import { algebraQuestions, numberQuestions } from '../../../../electron/sandbox-server/gem/math/index.ts'
import { type QuestionSource, QuestionEnvironment } from '../../../../electron/sandbox-server/gem/question.ts'
import { arithmetic } from '../../../../electron/sandbox-server/gem/reasoning/arithmetic.ts'
import { integers } from '../../../../electron/sandbox-server/gem/reasoning/integers.ts'
import { matrices, text, puzzles } from '../../../../electron/sandbox-server/gem/reasoning/index.ts'

const reasoning = [...arithmetic, ...integers, ...text, ...matrices, ...puzzles]
const math = [...numberQuestions, ...algebraQuestions]

describe.each([...reasoning, ...math].map((source) => [source.id, source] as const))('%s', (_, source) => {
  test('the gold answer of every item scores 1, no box scores (next to) nothing', () => {
    for (let item = 0; item < 200; item++) {
      const question = source.generate(new PythonRandom(42 + item))
      expect({ ...question, score: question.score(question.gold) }).toEqual({ ...question, score: 1 })
      expect(question.score(null)).toBe(source.id === 'rg:countdown' ? 0.01 : 0)
    }
  })

  test('no answer throws or scores outside 0 … 1', () => {
    const question = source.generate(new PythonRandom(1))
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+*/^()\d\\a-z{} ,=]{0,40}$/)), (answer) => {
        const score = question.score(answer)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
      }),
      { numRuns: 200 },
    )
  })
})

test('there are at least 22 kinds of reasoning questions, all in the catalogue', () => {
  expect(reasoning.length).toBeGreaterThanOrEqual(22)
  const ids = new Set(builtInCatalogue.map(({ id }) => id))
  for (const { id } of [...reasoning, ...math]) expect(ids).toContain(id)
})

describe('the single-turn frame', () => {
  const legs = arithmetic[0]!
  const make = (source: QuestionSource = legs) => {
    const entry = builtInCatalogue.find(({ id }) => id === source.id)
    expect(entry).toBeDefined()
    return new QuestionEnvironment({ seed: 5 }, source)
  }

  test('a seed always asks the same; without seeds the items come in order', () => {
    const [a, b] = [make(), make()]
    expect(a.reset(7)).toEqual(b.reset(7))
    expect(make().reset()).toEqual({ observation: legs.generate(new PythonRandom(42)).text, info: {} })
    const walker = make()
    walker.reset()
    expect(walker.reset().observation).toBe(legs.generate(new PythonRandom(43)).text)
  })

  test('one step ends with both flags and the sentinel', () => {
    const environment = make()
    environment.reset(7)
    expect(environment.step('I do not know')).toEqual({
      observation: TERMINAL_STATE,
      reward: 0,
      terminated: true,
      truncated: true,
      info: {},
    })
  })

  test('math reports whether the answer was correct', async () => {
    const source = numberQuestions[0]!
    const environment = make(source)
    environment.reset()
    expect((await environment.step('\\boxed{no}')).info).toEqual({ correct: false })
    const { gold } = source.generate(new PythonRandom(42))
    expect((await environment.step(`so \\boxed{${gold}}`)).info).toEqual({ correct: true })
  })

  test('stepping before the first reset is a failure with a sentence', () => {
    expect(() => make().step('\\boxed{1}')).toThrow(/reset the environment first/)
  })
})
