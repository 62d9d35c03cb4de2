import {
  add as addFractions,
  fraction,
  type Fraction,
  fractionText,
  gcd,
  multiply as multiplyFractions,
  ONE,
} from './fraction.ts'

/** A product: a rational coefficient, the square root of a square-free number, and powers of variables. */
interface Term {
  readonly coefficient: Fraction
  /** Square-free, at least 1. */
  readonly radicand: bigint
  /** Variable names in order, each with its exponent, at least 1. */
  readonly powers: readonly (readonly [name: string, power: number])[]
}

/**
 * Polynomials in any variables over the rationals extended by square roots of integers. Terms are stored
 * under a canonical key and are never zero, so two polynomials are equal exactly when their difference has no
 * terms: square roots of distinct square-free integers are linearly independent over the rationals.
 */
type Polynomial = ReadonlyMap<string, Term>

/** Polynomials with more terms are refused, so that no answer can make grading slow. */
const MAX_TERMS = 200

function constant(value: Fraction): Polynomial {
  return collect([{ coefficient: value, radicand: 1n, powers: [] }])
}

function variable(name: string): Polynomial {
  return collect([{ coefficient: ONE, radicand: 1n, powers: [[name, 1]] }])
}

function sum(a: Polynomial, b: Polynomial): Polynomial {
  return collect([...a.values(), ...b.values()])
}

function product(a: Polynomial, b: Polynomial): Polynomial {
  return collect(
    Array.from(a.values()).flatMap((left) => Array.from(b.values(), (right) => multiplyTerms(left, right))),
  )
}

function negated(a: Polynomial): Polynomial {
  return product(a, constant(fraction(-1)))
}

/** Returns the polynomial as a rational number, or null when it has variables or roots. */
function asConstant(a: Polynomial): Fraction | null {
  if (a.size === 0) return fraction(0)
  const [term] = a.values()
  return a.size === 1 && term!.radicand === 1n && term!.powers.length === 0 ? term!.coefficient : null
}

/**
 * Computes the square root of a rational number: √(n/d) = s·√r / d with n·d = s²·r.
 * @throws RangeError for a negative number and for one too large to factor
 */
function squareRoot(value: Fraction): Polynomial {
  if (value.n < 0n) throw new RangeError('The square root of a negative number is not real.')
  if (value.n === 0n) return constant(value)
  const { root, rest } = splitSquare(value.n * value.d)
  return collect([{ coefficient: fraction(root, value.d), radicand: rest, powers: [] }])
}

/** Largest number to search for square factors: trial division up to a million stays fast. */
const MAX_RADICAND = 10n ** 12n

function splitSquare(value: bigint): { root: bigint; rest: bigint } {
  if (value > MAX_RADICAND) throw new RangeError('The number under the root is too large.')
  let [root, rest] = [1n, value]
  for (let factor = 2n; factor * factor <= rest; factor++) {
    while (rest % (factor * factor) === 0n) {
      rest /= factor * factor
      root *= factor
    }
  }
  return { root, rest }
}

function multiplyTerms(a: Term, b: Term): Term {
  const common = gcd(a.radicand, b.radicand)
  const powers = new Map(a.powers)
  for (const [name, power] of b.powers) powers.set(name, (powers.get(name) ?? 0) + power)
  return {
    coefficient: multiplyFractions(multiplyFractions(a.coefficient, b.coefficient), fraction(common)),
    radicand: (a.radicand / common) * (b.radicand / common),
    powers: [...powers].toSorted(([x], [y]) => (x < y ? -1 : 1)),
  }
}

function collect(terms: readonly Term[]): Polynomial {
  const found = new Map<string, Term>()
  for (const term of terms) {
    const key = `${term.radicand}|${term.powers.map(([name, power]) => `${name}${power}`).join()}`
    const before = found.get(key)
    const coefficient = before ? addFractions(before.coefficient, term.coefficient) : term.coefficient
    if (coefficient.n === 0n) found.delete(key)
    else found.set(key, { ...term, coefficient })
  }
  if (found.size > MAX_TERMS) throw new RangeError('The expression has too many terms.')
  return found
}

/** An exact value: a quotient of polynomials with a nonzero denominator. */
export interface Exact {
  readonly top: Polynomial
  readonly bottom: Polynomial
}

const UNIT = constant(ONE)
/** Maximum text length and exponent; answers are far shorter. */
const MAX_LENGTH = 500
const MAX_POWER = 40

/** Whether two exact values are equal for all values of their variables. */
export function equal(a: Exact, b: Exact): boolean {
  return sum(product(a.top, b.bottom), negated(product(b.top, a.bottom))).size === 0
}

/**
 * Formats a value with highest powers first: `x^2 - 3x + 2`, `1/2`, `3 + \sqrt{2}`. Null for a quotient with
 * variables in the denominator.
 */
export function formulaText({ top, bottom }: Exact): string | null {
  const divisor = asConstant(bottom)
  if (!divisor) return null
  const terms = Array.from(product(top, constant(fraction(divisor.d, divisor.n))).values())
  const degree = ({ powers }: Term): number => powers.reduce((all, [, power]) => all + power, 0)
  const text = terms
    .toSorted((a, b) => degree(b) - degree(a) || Number(a.radicand - b.radicand))
    .map((term) => `${term.coefficient.n < 0n ? '-' : '+'} ${termText(term)}`)
    .join(' ')
  return text === '' ? '0' : text.replace(/^\+ /, '').replace(/^- /, '-')
}

/** Formats a term without its sign. */
function termText({ coefficient: { n, d }, radicand, powers }: Term): string {
  const size = fractionText({ n: n < 0n ? -n : n, d })
  const root = radicand === 1n ? '' : `\\sqrt{${radicand}}`
  const letters = powers.map(([name, power]) => (power === 1 ? name : `${name}^${power}`)).join('')
  if (root + letters === '') return size
  return `${size === '1' ? '' : d === 1n ? size : `(${size})`}${root}${letters}`
}

/**
 * Parses a formula in plain or LaTeX notation: numbers and decimals, single-letter variables, + - * / ^,
 * parentheses, implicit products, `\frac`, `\sqrt`, `\cdot`, `\times`, `\div`.
 * @returns null if it is not such a formula, or has no exact value here
 */
export function readFormula(text: string): Exact | null {
  if (text.length > MAX_LENGTH) return null
  try {
    return new FormulaReader(plain(text)).read()
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return null
    throw error
  }
}

/** Normalises alternative spellings. */
function plain(text: string): string {
  return text
    .replaceAll('−', '-')
    .replaceAll(/\\[dt]frac/g, '\\frac')
    .replaceAll(/\\frac(\d)(\d)/g, '\\frac{$1}{$2}')
    .replaceAll(/\\sqrt(\d)/g, '\\sqrt{$1}')
    .replaceAll(/\\left|\\right|\\displaystyle|\\[,;:! ]|\$/g, ' ')
    .replaceAll(/\\cdot|\\times|[×·]/g, '*')
    .replaceAll(/\\div|÷/g, '/')
    .replaceAll(/\u221a|(?<!\\)sqrt/g, '\\sqrt')
    .replaceAll('**', '^')
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' }

class FormulaReader {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(text: string) {
    this.#tokens = text.match(/\d+(?:\.\d+)?|\.\d+|\\[a-z]+|[a-zA-Z]|\S/g) ?? []
  }

  read(): Exact {
    const value = this.#sum()
    if (this.#at < this.#tokens.length) throw new SyntaxError('Something is left over.')
    return value
  }

  get #token(): string {
    return this.#tokens[this.#at] ?? ''
  }

  #take(token: string): boolean {
    if (this.#token !== token) return false
    this.#at++
    return true
  }

  #sum(): Exact {
    let left = this.#product()
    for (;;) {
      if (this.#take('+')) left = plus(left, this.#product())
      else if (this.#take('-')) left = plus(left, minus(this.#product()))
      else return left
    }
  }

  #product(): Exact {
    let left = this.#signed()
    for (;;) {
      if (this.#take('*')) left = times(left, this.#signed())
      else if (this.#take('/')) left = times(left, inverse(this.#signed()))
      // No implicit product with a number on the right: 2 3 is not a product, and 1 1/2 would be misread.
      else if (/^[a-zA-Z([{\\]/.test(this.#token)) left = times(left, this.#power())
      else return left
    }
  }

  #signed(): Exact {
    if (this.#take('-')) return minus(this.#signed())
    if (this.#take('+')) return this.#signed()
    return this.#power()
  }

  #power(): Exact {
    const base = this.#atom()
    if (!this.#take('^')) return base
    const exponent = this.#token === '{' ? this.#group() : this.#exponentAtom()
    const value = rational(exponent)
    if (value.d !== 1n || value.n > MAX_POWER || value.n < -MAX_POWER)
      throw new RangeError('No such power here.')
    let result: Exact = { top: UNIT, bottom: UNIT }
    for (let i = 0n; i < (value.n < 0n ? -value.n : value.n); i++) result = times(result, base)
    return value.n < 0n ? inverse(result) : result
  }

  #exponentAtom(): Exact {
    return this.#take('-') ? minus(this.#atom()) : this.#atom()
  }

  #atom(): Exact {
    const token = this.#token
    if (token in CLOSING) return this.#group()
    this.#at++
    if (/^[\d.]/.test(token)) return exactNumber(token)
    if (/^[a-zA-Z]$/.test(token)) return { top: variable(token), bottom: UNIT }
    if (token === '\\frac') return times(this.#group(), inverse(this.#group()))
    if (token === '\\sqrt') return { top: squareRoot(rational(this.#rootArgument())), bottom: UNIT }
    throw new SyntaxError(`Unexpected ${token || 'end'}.`)
  }

  #rootArgument(): Exact {
    if (this.#token === '[') throw new RangeError('Only square roots are read.')
    return this.#token in CLOSING ? this.#group() : this.#atom()
  }

  #group(): Exact {
    const closing = CLOSING[this.#token]
    if (!closing) throw new SyntaxError('A bracket is missing.')
    this.#at++
    const value = this.#sum()
    if (!this.#take(closing)) throw new SyntaxError('A bracket is not closed.')
    return value
  }
}

function exactNumber(text: string): Exact {
  const [whole = '', decimals = ''] = text.split('.')
  return { top: constant(fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length))), bottom: UNIT }
}

/** @throws RangeError when the value is not a rational number */
function rational(value: Exact): ReturnType<typeof fraction> {
  const [top, bottom] = [asConstant(value.top), asConstant(value.bottom)]
  if (!top || !bottom) throw new RangeError('Not a rational number.')
  return fraction(top.n * bottom.d, top.d * bottom.n)
}

function plus(a: Exact, b: Exact): Exact {
  return { top: sum(product(a.top, b.bottom), product(b.top, a.bottom)), bottom: product(a.bottom, b.bottom) }
}

function minus(a: Exact): Exact {
  return { top: negated(a.top), bottom: a.bottom }
}

function times(a: Exact, b: Exact): Exact {
  return { top: product(a.top, b.top), bottom: product(a.bottom, b.bottom) }
}

function inverse(a: Exact): Exact {
  if (a.top.size === 0) throw new RangeError('Division by zero.')
  return { top: a.bottom, bottom: a.top }
}
