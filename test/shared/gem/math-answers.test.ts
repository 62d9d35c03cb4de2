import fc from 'fast-check'
import { expect, it } from 'vitest'
import { equal, formulaText, readFormula } from '#shared/gem/math/formula.ts'
import { answerMathQuestion } from '#shared/gem/players/math-answers.ts'

it.each([
  ['Differentiate 3x^3 + 8x^2 - x + 5 with respect to x.', '9x^2 + 16x - 1'],
  ['Expand (2x - 3)(x + 4).', '2x^2 + 5x - 12'],
  ['What is 3x^3 - x + 5 at x = -2?', '-17'],
  ['Solve for x: 3x + 2 = x - 7', '-9/2'],
  ['Solve for x: x^2 - 2x - 1 = 0', '1 + \\sqrt{2}, 1 - \\sqrt{2}'],
  ['Solve for x: 2x^2 + 3x - 9 = 0', '3/2, -3'],
  ['Solve for x: x^2 - 4x + 4 = 0', '2'],
  ['Solve for x and y: 2x + 3y = 7 and 1x - 1y = 1', 'x = 2, y = 1'],
  ['Work out 2^(-3).', '1/8'],
  ['How far apart are the points (0, 0) and (2, 2)?', '2\\sqrt{2}'],
])('%s', (question, answer) => {
  expect(answerMathQuestion(question)).toBe(answer)
})

const formulas = fc.letrec<{ formula: string }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 4 },
    fc.integer({ min: 0, max: 99 }).map(String),
    fc.constantFrom('x', 'y', '\\sqrt{2}', '\\sqrt{12}', '\\frac{2}{3}'),
    fc
      .tuple(tie('formula'), fc.constantFrom('+', '-', '*'), tie('formula'))
      .map(([left, sign, right]) => `(${left}) ${sign} (${right})`),
  ),
})).formula

it('a formula written out has the same value', () => {
  fc.assert(
    fc.property(formulas, (text) => {
      const value = readFormula(text)
      fc.pre(value !== null)
      const written = formulaText(value!)!
      expect(equal(readFormula(written)!, value!), `${text} → ${written}`).toBe(true)
    }),
  )
})
