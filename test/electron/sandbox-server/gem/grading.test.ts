import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { equal, readFormula } from '../../../../shared/gem/math/formula.ts'
import { type Gold, isCorrect } from '../../../../electron/sandbox-server/gem/math/index.ts'

const value = (text: string): Gold => ({ kind: 'value', value: text })
const set = (...values: string[]): Gold => ({ kind: 'set', values })
const xy: Gold = { kind: 'assignment', values: { x: '2', y: '-1' } }

describe('equivalent forms are right', () => {
  test.each<[Gold, string]>([
    [value('1/2'), '0.5'],
    [value('1/2'), '.5'],
    [value('1/2'), String.raw`\frac{2}{4}`],
    [value('1/2'), String.raw`\dfrac12`],
    [value('1/2'), String.raw`$\frac{1}{2}$`],
    [value('-3'), '−3'],
    [value('3/4'), 'x = 3/4'],
    [value('1234567'), '1,234,567'],
    [value('1234567'), String.raw`1{,}234{,}567`],
    [value('8'), '2^3'],
    [value('1/8'), '2^{-3}'],
    [value('12'), String.raw`3 \cdot 4`],
    [value('12'), '3 × 4.'],
    [value(String.raw`3\sqrt{2}`), String.raw`\sqrt{18}`],
    [value(String.raw`3\sqrt{2}`), 'sqrt(18)'],
    [value(String.raw`\sqrt{2}/2`), String.raw`\frac{1}{\sqrt{2}}`],
    [value(String.raw`\sqrt{6}`), String.raw`\sqrt{2}\sqrt3`],
    [value('2x^2 + 5x - 3'), '(2x - 1)(x + 3)'],
    [value('2x^2 + 5x - 3'), '-3 + 5x + 2x^2'],
    [value('x + 1'), '(x^2 - 1)/(x - 1)'],
    [value('(x+1)^2'), String.raw`x^{2}+2x+1`],
    [{ kind: 'percent', value: '35' }, String.raw`35\%`],
    [{ kind: 'percent', value: '35' }, '35 percent'],
    [{ kind: 'percent', value: '35' }, '35'],
    [set('2', '-3'), '-3, 2'],
    [set('2', '-3'), 'x = 2 or x = -3'],
    [set('2', '-3'), String.raw`\{2, -3\}`],
    [set('2', '-3'), String.raw`x \in \left\{ -3; 2 \right\}`],
    [set('2'), '2, 2'],
    [set(String.raw`1 + \sqrt{2}`, String.raw`1 - \sqrt{2}`), String.raw`1 \pm \sqrt{2}`],
    [set(String.raw`1 + \sqrt{2}`, String.raw`1 - \sqrt{2}`), String.raw`x = \frac{2 \pm \sqrt{8}}{2}`],
    [xy, 'x = 2, y = -1'],
    [xy, 'y=-1 and x=4/2'],
    [xy, '(2, -1)'],
    [xy, String.raw`\left(2, -1\right)`],
  ])('%j: %s', (gold, answer) => expect(isCorrect(gold, answer)).toBe(true))
})

describe('anything else is wrong', () => {
  test.each<[Gold, string]>([
    [value('1/3'), '0.333'],
    [value('1/2'), '1/3'],
    [value('5'), ''],
    [value('5'), 'five'],
    [value('5'), '5 5'],
    [value('5'), '5 apples'],
    [value('5'), '(5'],
    [value('5'), '5/0'],
    [value('1'), 'x/x/0'],
    [value('5'), '9^9^9^9^9'],
    [value('5'), '((((9^40)^40)^40)^40)'],
    [value('5'), '(a+b+c+d+e+f)^40'],
    [value('5'), '1'.repeat(2000)],
    [value('5'), String.raw`\sqrt{-25}`],
    [value('5'), String.raw`\frac{5}`],
    [value('2x + 1'), '2y + 1'],
    [{ kind: 'percent', value: '35' }, '0.35'],
    [set('2', '-3'), '2'],
    [set('2', '-3'), '2, -3, 4'],
    [set('2', '-3'), '2, three'],
    [xy, 'x = -1, y = 2'],
    [xy, '(-1, 2)'],
    [xy, '2'],
    [xy, 'x = 2, z = -1'],
  ])('%j: %s', (gold, answer) => expect(isCorrect(gold, answer)).toBe(false))
})

test('arithmetic of the reader is arithmetic', () => {
  const small = fc.integer({ min: -50, max: 50 })
  fc.assert(
    fc.property(small, small, small, (a, b, c) => {
      const same = (x: string, y: string) => equal(readFormula(x)!, readFormula(y)!)
      expect(same(`(${a}) + (${b}) * (${c})`, String(a + b * c))).toBe(true)
      expect(same(`(${a} - x)(${b} - x)`, `x^2 - (${a + b})x + (${a * b})`)).toBe(true)
      expect(same(`-(${a})^2`, String(-(a ** 2)))).toBe(true)
    }),
  )
})

test('no answer makes grading throw', () => {
  const golds = [value('1/2'), set('1', '2'), xy]
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+*/^(){}\\a-zA-Z\d.,=% ]{0,60}$/)), (answer) => {
      for (const gold of golds) expect(isCorrect(gold, answer)).toBeTypeOf('boolean')
    }),
  )
})
