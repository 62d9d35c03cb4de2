import type { PythonRandom } from '#shared/gem/python-random.ts'
import type { Question, QuestionSource } from '../question.ts'
import { ask } from '../reasoning/ask.ts'
import { equal, type Exact, readFormula } from './formula.ts'

/** What a right answer is: one value, a set of solutions in any order, or values by name. */
export type Gold =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'percent'; readonly value: string }
  | { readonly kind: 'set'; readonly values: readonly string[] }
  | { readonly kind: 'assignment'; readonly values: Readonly<Record<string, string>> }

/**
 * Grades exactly, accepting every equivalent form: 1/2, 0.5, \frac{2}{4}; x = 3 for 3; 2(x+1) for 2x+2; 1 \pm \sqrt{2}.
 * @returns false for a wrong answer and for one that cannot be read.
 */
export function isCorrect(gold: Gold, answer: string): boolean {
  const text = answer.trim().replace(/\.$/, '')
  if (gold.kind === 'set') return sameSet(gold.values, text)
  if (gold.kind === 'assignment') return sameAssignment(gold.values, text)
  const bare = gold.kind === 'percent' ? text.replace(/\s*(?:\\?%|\\text\{ ?percent\}|percent)$/, '') : text
  return same(gold.value, withoutName(bare).replaceAll(/(?<=\d)(?:,|\{,\}|\\,)(?=\d{3}(?!\d))/g, ''))
}

function same(gold: string, answer: string): boolean {
  const [wanted, given] = [readFormula(gold), readFormula(answer)]
  return wanted !== null && given !== null && equal(wanted, given)
}

/** The right side of `x = 3`, where the left is a name. */
function withoutName(text: string): string {
  return text.replace(/^\$?\s*(?:[a-zA-Z]|[a-zA-Z]\([a-zA-Z]\))\s*=/, '')
}

function sameSet(gold: readonly string[], answer: string): boolean {
  const inside = answer
    .replaceAll(/\\(?:left|right)/g, '')
    .replace(/^[a-zA-Z]\s*\\in\s*/, '')
    .replace(/^\\?\{(.*?)\\?\}$/s, '$1')
  const items = inside
    .split(/,|;|\bor\b|\band\b|\\text\{ ?(?:or|and) ?\}/)
    .map((item) => withoutName(item.trim()))
    .flatMap((item) =>
      /\\pm|±/.test(item) ? [item.replace(/\\pm|±/, '+'), item.replace(/\\pm|±/, '-')] : [item],
    )
  const given = items.map(readFormula)
  const wanted = gold.map(readFormula)
  const covers = (some: readonly (Exact | null)[], others: readonly (Exact | null)[]) =>
    some.every((one) => one && others.some((other) => other && equal(one, other)))
  return covers(given, wanted) && covers(wanted, given)
}

function sameAssignment(gold: Readonly<Record<string, string>>, answer: string): boolean {
  const names = Object.keys(gold)
  const inside = answer.replaceAll(/\\(?:left|right)/g, '').replace(/^\((.*)\)$/s, '$1')
  const items = inside.split(/,|;|\band\b|\\text\{ ?and ?\}/).map((item) => item.trim())
  if (items.length !== names.length) return false
  return names.every((name, i) => {
    const named = items.find((item) => new RegExp(`^${name}\\s*=`).test(item))
    const unnamed = items.every((item) => !item.includes('=')) ? items[i] : undefined
    const given = named?.replace(/^[a-z]\s*=/, '') ?? unnamed
    return given !== undefined && same(gold[name]!, given)
  })
}

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
