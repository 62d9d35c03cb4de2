import { formulaText, readFormula } from '../math/formula.ts'
import { type AnswerRule, answerBy } from './answer-rule.ts'

/** Questions that already contain an expression to evaluate or simplify. */
const RULES: readonly AnswerRule[] = [
  [/^Work out (\d+) \+ (\d+) \* (\d+) - (\d+)\./, numbers((a, b, c, d) => a + b * c - d)],
  [/^Work out \((\d+) \+ (\d+)\) \* \((\d+) - (\d+)\)\./, numbers((a, b, c, d) => (a + b) * (c - d))],
  [/^Work out (\d+) \* (\d+) - (\d+) \* (\d+)\./, numbers((a, b, c, d) => a * b - c * d)],
  [/^Work out (\d+) \/ (\d+) \+ (\d+) \* (\d+)\./, numbers((a, b, c, d) => a / b + c * d)],
  [/^Work out \((.+?)\) ([-+*/]) \((.+?)\)\./, ([a, sign, b]) => `(${a}) ${sign} (${b})`],
  [/^What is (\d+)% of (\d+)\?/, ([percent, whole]) => `${percent} * ${whole} / 100`],
  [/^What percentage of (\d+) is (\S+)\?/, ([whole, part]) => `100 * (${part}) / ${whole}`],
  [/^(\d+)% of a number is (\S+)\. What/, ([percent, part]) => `100 * (${part}) / ${percent}`],
  [/^Work out (\d+)\^\(-(\d+)\)\./, ([base, exponent]) => `1 / ${base}^${exponent}`],
  [/^Work out (\d+)\^(\d+)(.*)\.$/m, ([base, exponent, rest]) => `${base}^${exponent}${rest}`],
  [/^Simplify (.+)\.$/m, ([roots]) => roots!],
  [
    /^Rationalize the denominator of (\d+) \/ \\sqrt\{(\d+)\}/,
    ([top, root]) => `${top}\\sqrt{${root}} / ${root}`,
  ],
  [
    /^What is the remainder of (\d+)\^(\d+) divided by (\d+)\?/,
    ([base, exponent, modulus]) => String(powerRemainder(Number(base), Number(exponent), Number(modulus))),
  ],
  [/how many ways can (\d+) of (\d+) people/, numbers((k, n) => choose(n, k))],
  [
    /holds (\d+) red and (\d+) blue/,
    ([red, blue]) => `2 * ${red} * ${blue} / ((${red} + ${blue}) * (${red} + ${blue} - 1))`,
  ],
  [/^Solve for x and y: (.+) and (.+)$/m, ([one, other]) => system(plane(one!), plane(other!))],
  [/^Solve for x: (.*x\^2.*) = 0$/m, ([left]) => quadratic(polynomial(left!))],
  [/^Solve for x: (.+) = (.+)$/m, ([left, right]) => linear(polynomial(left!), polynomial(right!))],
  [/^Expand (.+)\.$/m, ([product]) => product!],
  [
    /^What is (.+) at x = (-?\d+)\?/,
    ([formula, x]) => formula!.replaceAll(/(\d*)x/g, (_, size: string) => `${size || 1}*(${x})`),
  ],
  [/^Differentiate (.+) with respect/, ([formula]) => derivative(polynomial(formula!))],
  [
    /arithmetic sequence starts with (-?\d+) .* difference (-?\d+)\. .* first (\d+) terms/,
    numbers((first, step, count) => (count * (2 * first + (count - 1) * step)) / 2),
  ],
  [
    /geometric sequence starts with (\d+) .* ratio (\d+)\. .* first (\d+) terms/,
    numbers((first, ratio, count) => (first * (ratio ** count - 1)) / (ratio - 1)),
  ],
  [
    /points \((-?\d+), (-?\d+)\) and \((-?\d+), (-?\d+)\)/,
    ([x, y, u, v]) => `\\sqrt{${(Number(x) - Number(u)) ** 2 + (Number(y) - Number(v)) ** 2}}`,
  ],
]

/** Answers the `math:` questions, in their simplest form. */
export function answerMathQuestion(question: string): string | null {
  const answer = answerBy(RULES, question)
  if (answer === null) return null
  return [...new Set(answer.split(', ').map(simplest))].join(', ')
}

/** Simplifies a formula, with or without its name in front; returns it unchanged if it has no exact value. */
function simplest(text: string): string {
  const [, name = '', formula = text] = /^([a-z] = )(.*)$/.exec(text) ?? []
  const value = readFormula(formula)
  return name + ((value && formulaText(value)) ?? formula)
}

function numbers(work: (...values: number[]) => number): (groups: readonly string[]) => string {
  return (groups) => String(work(...groups.map(Number)))
}

/** Repeated multiplication, so that intermediate numbers stay small. */
function powerRemainder(base: number, exponent: number, modulus: number): number {
  let rest = 1
  for (let i = 0; i < exponent; i++) rest = (rest * base) % modulus
  return rest
}

function choose(n: number, k: number): number {
  let ways = 1
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1)
  return ways
}

/** Coefficients by power of x. */
function polynomial(text: string): Map<number, number> {
  const found = new Map<number, number>()
  for (const [, sign, size, letter, power] of text
    .replaceAll(' ', '')
    .matchAll(/([+-]?)(\d*)(x?)(?:\^(\d+))?/g)) {
    if (!size && !letter) continue
    const degree = letter ? Number(power ?? 1) : 0
    const value = Number(size || 1) * (sign === '-' ? -1 : 1)
    found.set(degree, (found.get(degree) ?? 0) + value)
  }
  return found
}

const at = (coefficients: ReadonlyMap<number, number>, power: number) => coefficients.get(power) ?? 0

function linear(left: ReadonlyMap<number, number>, right: ReadonlyMap<number, number>): string {
  return `(${at(right, 0) - at(left, 0)}) / (${at(left, 1) - at(right, 1)})`
}

function quadratic(coefficients: ReadonlyMap<number, number>): string {
  const [a, b, c] = [at(coefficients, 2), at(coefficients, 1), at(coefficients, 0)]
  return ['+', '-'].map((sign) => `(${-b} ${sign} \\sqrt{${b * b - 4 * a * c}}) / (${2 * a})`).join(', ')
}

/** Parses `2x + 3y = 7` into its three numbers. */
function plane(text: string): [x: number, y: number, value: number] {
  const [, x, sign, y, value] = /(-?\d+)x ([+-]) (\d+)y = (-?\d+)/.exec(text) ?? []
  return [Number(x), Number(y) * (sign === '-' ? -1 : 1), Number(value)]
}

/** Cramer's rule. */
function system([a, b, e]: readonly number[], [c, d, f]: readonly number[]): string {
  const determinant = a! * d! - b! * c!
  return `x = (${e! * d! - b! * f!}) / (${determinant}), y = (${a! * f! - e! * c!}) / (${determinant})`
}

function derivative(coefficients: ReadonlyMap<number, number>): string {
  const terms = Array.from(coefficients).filter(([power]) => power > 0)
  return terms.map(([power, size]) => `(${power * size})x^${power - 1}`).join(' + ') || '0'
}
