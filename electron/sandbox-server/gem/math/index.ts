import { mathCatalogue } from '#shared/gem/catalogue/math.ts'
import type { PythonRandom } from '#shared/gem/python-random.ts'
import { equal, type Exact, readFormula } from '#shared/gem/math/formula.ts'
import { add, type Fraction, fraction, fractionText, multiply } from '#shared/gem/math/fraction.ts'
import type { EnvironmentDefinition } from '../environment.ts'
import { defineQuestions, type QuestionSource, type Question } from '../question.ts'
import { ask } from '../reasoning/ask.ts'

/** A correct answer: one value, a set of solutions in any order, or values by name. */
export type Gold =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'percent'; readonly value: string }
  | { readonly kind: 'set'; readonly values: readonly string[] }
  | { readonly kind: 'assignment'; readonly values: Readonly<Record<string, string>> }

/**
 * Grades exactly, accepting every equivalent form: 1/2, 0.5, \frac{2}{4}; x = 3 for 3; 2(x+1) for 2x+2; 1 \pm \sqrt{2}.
 * @returns false for a wrong answer and for one that cannot be parsed
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

/** The right side of `x = 3`, if the left side is a name. */
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

/** A source of graded questions; the step's info reports whether the answer was correct (docs/gem.md#questions). */
function mathSource(id: string, generate: (random: PythonRandom) => Question): QuestionSource {
  return { id, generate, info: (score) => ({ correct: score === 1 }) }
}

/** A question with one exact answer. */
function exactly(question: string, value: string | number): Question {
  return graded(question, 'Give the exact value', { kind: 'value', value: String(value) }, String(value))
}

/** A question whose answer may carry a percent sign. */
function percentage(question: string, value: string): Question {
  return graded(question, 'Give the exact percentage', { kind: 'percent', value }, value)
}

/** A question with a set of solutions, in any order. */
function solutions(question: string, values: readonly string[]): Question {
  return graded(
    question,
    'Give all solutions, separated by commas,',
    { kind: 'set', values },
    values.join(', '),
  )
}

/** A question for the values of several unknowns. */
function assignment(question: string, values: Readonly<Record<string, string>>): Question {
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

/** A non-zero integer from −most to most. */
function nonZero(random: PythonRandom, most: number): number {
  return random.choice([1, -1]) * random.randint(1, most)
}

/** A polynomial in x as text, highest power first: `2x^2 - x + 5`. */
function polynomialText(coefficients: readonly number[]): string {
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

function linearEquations(random: PythonRandom): Question {
  const [a, c] = [nonZero(random, 9), nonZero(random, 9)]
  const [b, d] = [nonZero(random, 20), nonZero(random, 20)]
  if (a === c) return linearEquations(random)
  const root = fraction(d - b, a - c)
  return exactly(`Solve for x: ${polynomialText([a, b])} = ${polynomialText([c, d])}`, fractionText(root))
}

function quadraticEquations(random: PythonRandom): Question {
  return random.choice([rationalRoots, surdRoots])(random)
}

/** (p x − q)(r x − s) = 0. */
function rationalRoots(random: PythonRandom): Question {
  const [p, r] = [random.randint(1, 3), random.randint(1, 3)]
  const [q, s] = [nonZero(random, 9), nonZero(random, 9)]
  const equation = `${polynomialText([p * r, -(p * s + q * r), q * s])} = 0`
  const roots = new Set([fractionText(fraction(q, p)), fractionText(fraction(s, r))])
  return solutions(`Solve for x: ${equation}`, [...roots])
}

/** (x − m)² = n where n is not a square: m ± √n. */
function surdRoots(random: PythonRandom): Question {
  const [m, n] = [nonZero(random, 6), random.choice([2, 3, 5, 6, 7, 8, 10, 12])]
  const equation = `${polynomialText([1, -2 * m, m * m - n])} = 0`
  return solutions(`Solve for x: ${equation}`, [`${m} + \\sqrt{${n}}`, `${m} - \\sqrt{${n}}`])
}

/** Two equations with integer solutions and a non-zero determinant. */
function systems(random: PythonRandom): Question {
  const [x, y] = [random.randint(-9, 9), random.randint(-9, 9)]
  const [a, b, c, d] = Array.from({ length: 4 }, () => nonZero(random, 6)) as [number, number, number, number]
  if (a * d === b * c) return systems(random)
  const line = (p: number, q: number) => {
    const sign = q < 0 ? '-' : '+'
    return `${p}x ${sign} ${Math.abs(q)}y = ${p * x + q * y}`
  }
  return assignment(`Solve for x and y: ${line(a, b)} and ${line(c, d)}`, { x: String(x), y: String(y) })
}

function expansions(random: PythonRandom): Question {
  const [a, b, c, d] = Array.from({ length: 4 }, () => nonZero(random, 9)) as [number, number, number, number]
  const factors = `(${polynomialText([a, b])})(${polynomialText([c, d])})`
  return exactly(`Expand ${factors}.`, polynomialText([a * c, a * d + b * c, b * d]))
}

function evaluations(random: PythonRandom): Question {
  const coefficients = [
    nonZero(random, 5),
    random.randint(-9, 9),
    random.randint(-9, 9),
    random.randint(-9, 9),
  ]
  const x = nonZero(random, 5)
  const value = coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0)
  return exactly(`What is ${polynomialText(coefficients)} at x = ${x}?`, value)
}

function derivatives(random: PythonRandom): Question {
  const coefficients = [
    nonZero(random, 6),
    random.randint(-9, 9),
    random.randint(-9, 9),
    random.randint(-9, 9),
  ]
  const [a, b, c] = coefficients as [number, number, number, number]
  return exactly(
    `Differentiate ${polynomialText(coefficients)} with respect to x.`,
    polynomialText([3 * a, 2 * b, c]),
  )
}

function progressions(random: PythonRandom): Question {
  const [first, step, count] = [random.randint(-20, 20), nonZero(random, 9), random.randint(5, 40)]
  const ratio = random.randint(2, 4)
  const terms = random.randint(3, 8)
  return random.choice([
    () =>
      exactly(
        `An arithmetic sequence starts with ${first} and has the common difference ${step}. What is the sum of its first ${count} terms?`,
        (count * (2 * first + (count - 1) * step)) / 2,
      ),
    () =>
      exactly(
        `A geometric sequence starts with ${Math.abs(step)} and has the common ratio ${ratio}. What is the sum of its first ${terms} terms?`,
        (Math.abs(step) * (ratio ** terms - 1)) / (ratio - 1),
      ),
  ])()
}

/** The distance of two points: a root, simplified or not. */
function distances(random: PythonRandom): Question {
  const [x, y, u, v] = Array.from({ length: 4 }, () => random.randint(-9, 9)) as [
    number,
    number,
    number,
    number,
  ]
  return exactly(
    `How far apart are the points (${x}, ${y}) and (${u}, ${v})?`,
    `\\sqrt{${(x - u) ** 2 + (y - v) ** 2}}`,
  )
}

export const algebraQuestions: readonly QuestionSource[] = [
  mathSource('math:linear-equations', linearEquations),
  mathSource('math:quadratic-equations', quadraticEquations),
  mathSource('math:systems', systems),
  mathSource('math:expansions', expansions),
  mathSource('math:evaluations', evaluations),
  mathSource('math:derivatives', derivatives),
  mathSource('math:progressions', progressions),
  mathSource('math:distances', distances),
]

function wholeNumbers(random: PythonRandom): Question {
  const [a, b, c, d] = Array.from({ length: 4 }, () => random.randint(2, 20)) as [
    number,
    number,
    number,
    number,
  ]
  return random.choice([
    () => exactly(`Work out ${a} + ${b} * ${c} - ${d}.`, a + b * c - d),
    () => exactly(`Work out (${a} + ${b}) * (${c} - ${d}).`, (a + b) * (c - d)),
    () => exactly(`Work out ${a} * ${b} - ${c} * ${d}.`, a * b - c * d),
    () => exactly(`Work out ${a * b} / ${a} + ${c} * ${d}.`, b + c * d),
  ])()
}

function fractions(random: PythonRandom): Question {
  const draw = () => fraction(random.randint(1, 12), random.randint(2, 12))
  const [a, b] = [draw(), draw()]
  const [sign, value] = random.choice<readonly [string, Fraction]>([
    ['+', add(a, b)],
    ['-', add(a, fraction(-b.n, b.d))],
    ['*', multiply(a, b)],
    ['/', fraction(a.n * b.d, a.d * b.n)],
  ])
  return exactly(`Work out (${fractionText(a)}) ${sign} (${fractionText(b)}).`, fractionText(value))
}

function percentages(random: PythonRandom): Question {
  const [percent, whole] = [random.randint(1, 40) * 5, random.randint(2, 50) * 10]
  const part = fraction(percent * whole, 100)
  return random.choice([
    () => exactly(`What is ${percent}% of ${whole}?`, fractionText(part)),
    () => percentage(`What percentage of ${whole} is ${fractionText(part)}?`, String(percent)),
    () => exactly(`${percent}% of a number is ${fractionText(part)}. What is the number?`, whole),
  ])()
}

function powers(random: PythonRandom): Question {
  const [base, exponent] = [random.randint(2, 9), random.randint(2, 5)]
  const value = fraction(BigInt(base) ** BigInt(exponent))
  return random.choice([
    () => exactly(`Work out ${base}^${exponent}.`, fractionText(value)),
    () => exactly(`Work out ${base}^(-${exponent}).`, fractionText(fraction(value.d, value.n))),
    () =>
      exactly(`Work out ${base}^${exponent} * ${base}^2 / ${base}^3.`, fractionText(fraction(value.n, base))),
  ])()
}

function roots(random: PythonRandom): Question {
  const [outer, inner] = [random.randint(2, 9), random.choice([2, 3, 5, 6, 7, 10])]
  const more = random.randint(2, 6)
  return random.choice([
    () => exactly(`Simplify \\sqrt{${outer ** 2 * inner}}.`, `${outer}\\sqrt{${inner}}`),
    () =>
      exactly(
        `Simplify \\sqrt{${outer ** 2 * inner}} + \\sqrt{${more ** 2 * inner}}.`,
        `${outer + more}\\sqrt{${inner}}`,
      ),
    () =>
      exactly(
        `Rationalize the denominator of ${outer} / \\sqrt{${inner}}.`,
        `${outer}\\sqrt{${inner}}/${inner}`,
      ),
  ])()
}

function remainders(random: PythonRandom): Question {
  const [base, exponent, modulus] = [random.randint(2, 20), random.randint(5, 60), random.randint(3, 30)]
  const rest = BigInt(base) ** BigInt(exponent) % BigInt(modulus)
  return exactly(`What is the remainder of ${base}^${exponent} divided by ${modulus}?`, String(rest))
}

function counting(random: PythonRandom): Question {
  const n = random.randint(4, 12)
  const k = random.randint(2, n - 2)
  let ways = 1
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1)
  const one = random.randint(1, 5)
  const two = random.randint(1, 6)
  return random.choice([
    () => exactly(`In how many ways can ${k} of ${n} people be chosen?`, ways),
    () =>
      exactly(
        `An urn holds ${one} red and ${two} blue balls. Two are drawn without putting back. What is the probability that they differ in colour?`,
        fractionText(fraction(2 * one * two, (one + two) * (one + two - 1))),
      ),
  ])()
}

export const numberQuestions: readonly QuestionSource[] = [
  mathSource('math:whole-numbers', wholeNumbers),
  mathSource('math:fractions', fractions),
  mathSource('math:percentages', percentages),
  mathSource('math:powers', powers),
  mathSource('math:roots', roots),
  mathSource('math:remainders', remainders),
  mathSource('math:counting', counting),
]

const sources: readonly QuestionSource[] = [...numberQuestions, ...algebraQuestions]

/** All `math:` environments. */
export const math: readonly EnvironmentDefinition[] = defineQuestions(mathCatalogue, [
  ...sources,
  mathSource('math:mixed', (random) => random.choice(sources).generate(random)),
])
