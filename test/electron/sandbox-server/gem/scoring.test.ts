import { describe, expect, test } from 'vitest'
import { PythonRandom } from '../../../../shared/gem/python-random.ts'
import { integers, evaluate } from '../../../../electron/sandbox-server/gem/reasoning/integers.ts'
import { puzzles } from '../../../../electron/sandbox-server/gem/reasoning/index.ts'
import {
  containment,
  grid,
  numberOrder,
  numeric,
  positions,
  wordOrder,
} from '../../../../electron/sandbox-server/gem/reasoning/score.ts'
import { text } from '../../../../electron/sandbox-server/gem/reasoning/index.ts'

/** The scoring rules of docs/gem.md#scoring. */
describe('containment', () => {
  test.each([
    ['80', '80', 1],
    ['80', 'The answer is 80', 0.125],
    ['80', ' 80 ', 0.5],
    ['80', '81', 0],
    ['80', '', 0],
    ['80', null, 0],
  ])('%s answered %j: %d', (gold, answer, score) => expect(containment(gold, answer)).toBe(score))
})

describe('numbers', () => {
  test.each([
    ['1234', '1,234', 1],
    ['7', '007', 1],
    ['7', '7.0', 1],
    ['-7', '-7', 1],
    ['7', ' 7 ', 1],
    ['7', '7 legs', 1 / 6],
    ['7', '8', 0],
    ['7', null, 0],
  ])('%s answered %j: %d', (gold, answer, score) => expect(numeric(gold, answer)).toBe(score))
})

describe('spelling backwards', () => {
  test.each([
    ['tac', 'tac', 1],
    ['tac', 'TAC', 1],
    ['tac', 'tax', 2 / 3],
    ['tac', 'ta', 2 / 3],
    ['drawkcab', 'draw', 1 / 2],
    ['drawkcab', 'DRAW', 1 / 2],
    ['tac', 'tac!', 0.8],
    ['tac', 'xyz', 0],
    ['tac', null, 0],
  ])('%s answered %j: %d', (gold, answer, score) => expect(positions(gold, answer)).toBe(score))
})

describe('word sorting', () => {
  test.each([
    ['a, b, c', 1],
    ['a,b,c', 1],
    ['a, c, b', 1 / 3],
    ['b, c, a', 0.2],
    ['a, b', 0],
    ['x, y, z', 0],
    ['a, b, z', 2 / 3],
    ['', 0],
  ])('a, b, c answered %j: %d', (answer, score) => expect(wordOrder(['a', 'b', 'c'], answer)).toBe(score))

  test('every word of an even number at a wrong place: 0.2', () => {
    expect(wordOrder(['a', 'b', 'c', 'd'], 'd,c,b,a')).toBe(0.2)
  })
})

describe('answers that GEM’s own environments take', () => {
  const item = (id: string) => text.find((source) => source.id === id)!.generate(new PythonRandom(42))

  test('rg:spell_backward: the right word in capitals, and its first half alone', () => {
    const { gold, score } = item('rg:spell_backward')
    expect(score(gold.toUpperCase())).toBe(1)
    const half = gold.slice(0, Math.ceil(gold.length / 2))
    expect(score(half)).toBe(half.length / gold.length)
  })

  test('rg:word_sorting: the right order without blanks behind the commas', () => {
    const { gold, score } = item('rg:word_sorting')
    expect(gold).toContain(', ')
    expect(score(gold.replaceAll(', ', ','))).toBe(1)
  })
})

describe('number sorting', () => {
  test.each([
    ["['1', '2.5', '4']", 1],
    ['["1", "2.5", "4"]', 1],
    ['[1, 2.5, 4]', 1],
    ['[1.5, 3, 4.5]', 1],
    ['[1, 4, 2.5]', 0],
    ['[1, 2.5]', 0],
    ['1, 2.5, 4', 0],
    ['[1, 2.5, x]', 0],
    ['[]', 0],
    ['', 0],
  ])('1, 2.5, 4 answered %s: %d', (answer, score) => expect(numberOrder([1, 2.5, 4], answer)).toBe(score))

  test('descending order is wanted where the gold descends', () => {
    expect(numberOrder([4, 2.5, 1], '[4, 2.5, 1]')).toBe(1)
    expect(numberOrder([4, 2.5, 1], '[1, 2.5, 4]')).toBe(0)
  })
})

test.each([
  ['1 2\n3 4', 1],
  [' 1  2 \n 3 4\n', 1],
  ['1 2 3 4', 0],
  ['x\n1 2\n3 4', 7 / 9],
])('rows answered %j: %d', (answer, score) => expect(grid('1 2\n3 4', answer)).toBe(score))

describe('prime factorization', () => {
  const source = integers.find(({ id }) => id === 'rg:prime_factorization')!
  /** An item whose number has three or more prime factors, so that other products exist. */
  const question = Array.from({ length: 50 }, (_, i) => source.generate(new PythonRandom(i))).find(
    ({ gold }) => gold.split(' × ').length >= 3,
  )!
  const [first, second, ...rest] = question.gold.split(' × ').map(Number) as [number, number, ...number[]]

  test.each([
    [question.gold, 1],
    [question.gold.replaceAll('×', '*'), 1],
    [question.gold.replaceAll(' × ', String.raw` \times `), 1],
    [[first * second, ...rest].join(' × '), 0.5],
    ['2 × 3 × 1001', 0.01],
    ['none', 0.01],
    ['', 0.01],
    [null, 0],
  ])('%j: %d', (answer, score) => expect(question.score(answer)).toBe(score))
})

describe('countdown', () => {
  const question = integers.find(({ id }) => id === 'rg:countdown')!.generate(new PythonRandom(1))

  test.each([
    [question.gold, 1],
    [question.gold.slice(1, -1), 1],
    [`${question.gold} + 0`, 0.05],
    ['1 + 1', 0.05],
    ['what?', 0.05],
    ['', 0.01],
    [null, 0.01],
  ])('%j: %d', (answer, score) => expect(question.score(answer)).toBe(score))

  test.each([
    ['1 + 2 * 3', 7, [1, 2, 3]],
    ['(1 + 2) × 3', 9, [1, 2, 3]],
    ['8 / 4 / 2', 1, [8, 4, 2]],
    ['1 / 3 * 3', 1, [1, 3, 3]],
    ['-2 - -3', 1, [2, 3]],
    [String.raw`6 \times 7 \div 2`, 21, [6, 7, 2]],
  ])('%s is %d', (text, value, numbers) => expect(evaluate(text)).toEqual({ value, numbers }))

  test.each(['', '1 +', '(1', '1)', '1 / 0', '1 / (2 - 2)', '2 3', 'x', '99999999 * 99999999 * 99999999'])(
    '%j is nothing',
    (text) => expect(evaluate(text)).toBeNull(),
  )
})

describe('puzzles', () => {
  const item = (id: string) => puzzles.find((source) => source.id === id)!.generate(new PythonRandom(4))

  test('queens: any complete board that keeps what stands scores', () => {
    const { gold, score } = item('rg:n_queens')
    expect(score(gold)).toBe(1)
    expect(score(gold.split('\n').toReversed().slice(1).join('\n'))).toBe(0)
    expect(score(gold.replaceAll('Q', '_'))).toBe(0)
    expect(score(gold.replaceAll('_', 'Q'))).toBe(0)
  })

  test('towers: fewest moves 1, more moves half, an illegal or unfinished way nothing', () => {
    const { gold, score } = item('rg:tower_of_hanoi')
    const [first] = gold.split('\n') as [string]
    const [, disk, from, to] = /disk (\d) from Peg (\d) to Peg (\d)/.exec(first)!
    const back = `Move disk ${disk} from Peg ${to} to Peg ${from}`
    expect(score(gold)).toBe(1)
    expect(score([first, back, gold].join('\n'))).toBe(0.5)
    expect(score(gold.split('\n').slice(0, -1).join('\n'))).toBe(0)
    expect(score([back, gold].join('\n'))).toBe(0)
    expect(score('up and down')).toBe(0)
  })
})
