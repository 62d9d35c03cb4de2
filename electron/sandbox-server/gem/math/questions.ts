import type { PythonRandom } from '#shared/gem/python-random.ts'
import { ask } from '../reasoning/ask.ts'
import type { Question, QuestionSource } from '../question.ts'
import { type Gold, isCorrect } from './grade.ts'

/** A source of graded questions; the step's info tells whether the answer was correct (docs/gem.md#questions). */
export function mathSource(id: string, generate: (random: PythonRandom) => Question): QuestionSource {
  return { id, generate, info: (score) => ({ correct: score === 1 }) }
}

/** A question with one exact answer. */
export function exactly(question: string, value: string | number): Question {
  return graded(question, 'Give the exact value', { kind: 'value', value: String(value) }, String(value))
}

/** A question whose answer may carry a percent sign. */
export function percentage(question: string, value: string): Question {
  return graded(question, 'Give the exact percentage', { kind: 'percent', value }, value)
}

/** A question with a set of solutions, in any order. */
export function solutions(question: string, values: readonly string[]): Question {
  return graded(
    question,
    'Give all solutions, separated by commas,',
    { kind: 'set', values },
    values.join(', '),
  )
}

/** A question for the values of several unknowns. */
export function assignment(question: string, values: Readonly<Record<string, string>>): Question {
  const gold = Object.entries(values).map(([name, value]) => `${name} = ${value}`)
  return graded(
    question,
    'Give the values, as in x = 1, y = 2,',
    { kind: 'assignment', values },
    gold.join(', '),
  )
}

function graded(question: string, how: string, gold: Gold, text: string): Question {
  return ask(question, how, text, (answer) => (answer !== null && isCorrect(gold, answer) ? 1 : 0))
}

/** A whole number from −most to most, not zero. */
export function nonZero(random: PythonRandom, most: number): number {
  return random.choice([1, -1]) * random.randint(1, most)
}

/** A polynomial in x as text, highest power first: `2x^2 - x + 5`. */
export function polynomialText(coefficients: readonly number[]): string {
  const degree = coefficients.length - 1
  const terms = coefficients.flatMap((coefficient, i) => {
    if (coefficient === 0) return []
    const power = degree - i
    const letter = power === 0 ? '' : power === 1 ? 'x' : `x^${power}`
    const size = Math.abs(coefficient) === 1 && power > 0 ? '' : String(Math.abs(coefficient))
    return [[coefficient < 0 ? '-' : '+', `${size}${letter}`] as const]
  })
  if (terms.length === 0) return '0'
  const [first, ...rest] = terms
  return `${first![0] === '-' ? '-' : ''}${first![1]}${rest.map(([sign, term]) => ` ${sign} ${term}`).join('')}`
}
