import { describe, expect, test } from 'vitest'
import { PythonRandom } from '../../../shared/gem/python-random.ts'
import { pythonStarts as fixture } from '../../electron/sandbox-server/gem/python-starts.ts'

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i)

describe.each(fixture.draws)('the stream of seed $seed is CPython’s', (drawn) => {
  const random = new PythonRandom(drawn.seed)

  test('in every kind of draw, one after the other', () => {
    expect(drawn.random.map(() => random.random())).toEqual(drawn.random)
    const ranges = [
      [1, 10],
      [0, 0],
      [5, 55],
      [1, 1_000_000],
      [0, 2 ** 32 - 2],
    ] as const
    expect(ranges.map(([a, b]) => random.randint(a, b))).toEqual(drawn.randint)
    expect([1, 2, 3, 16, 17, 1000].map((n) => random.choice(upTo(n)))).toEqual(drawn.choice)
    expect(random.shuffle(upTo(12))).toEqual(drawn.shuffle)
    expect(random.sample(upTo(20), 6)).toEqual(drawn.samplePool)
    expect(random.sample(upTo(1000), 5)).toEqual(drawn.sampleSet)
    expect(random.sample(upTo(70), 6)).toEqual(drawn.manySample)
    expect(
      upTo(1300)
        .map(() => random.next32())
        .slice(-3),
    ).toEqual(drawn.afterMany)
  })
})

test('a new seed restarts the stream', () => {
  const random = new PythonRandom(1)
  const first = random.next32()
  random.next32()
  random.seed(1)
  expect(random.next32()).toBe(first)
})

test('no items to draw from is an error, not undefined', () => {
  const random = new PythonRandom(1)
  expect(() => random.choice([])).toThrow(RangeError)
  expect(() => random.sample([1], 2)).toThrow(RangeError)
})
