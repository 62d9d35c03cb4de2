import {
  add as addFractions,
  fraction,
  type Fraction,
  gcd,
  multiply as multiplyFractions,
  ONE,
} from './fraction.ts'

/** A product: a rational coefficient, the square root of a square-free number, and powers of variables. */
interface Term {
  readonly coefficient: Fraction
  /** Square-free, at least 1. */
  readonly radicand: bigint
  /** Variable names in order, each with its power of at least 1. */
  readonly powers: readonly (readonly [name: string, power: number])[]
}

/**
 * Polynomials in any variables over the rationals with square roots of whole numbers. Terms are kept by a canonical key
 * and never zero, so two polynomials are equal exactly when their difference has no terms: square roots of different
 * square-free numbers do not depend on each other over the rationals.
 */
export type Polynomial = ReadonlyMap<string, Term>

/** More terms than this are refused, so that no answer can make grading slow. */
const MAX_TERMS = 200

export function constant(value: Fraction): Polynomial {
  return collect([{ coefficient: value, radicand: 1n, powers: [] }])
}

export function variable(name: string): Polynomial {
  return collect([{ coefficient: ONE, radicand: 1n, powers: [[name, 1]] }])
}

export function sum(a: Polynomial, b: Polynomial): Polynomial {
  return collect([...a.values(), ...b.values()])
}

export function product(a: Polynomial, b: Polynomial): Polynomial {
  return collect(
    Array.from(a.values()).flatMap((left) => Array.from(b.values(), (right) => multiplyTerms(left, right))),
  )
}

export function negated(a: Polynomial): Polynomial {
  return product(a, constant(fraction(-1)))
}

/** The rational number that the polynomial is, or null when it has variables or roots. */
export function asConstant(a: Polynomial): Fraction | null {
  if (a.size === 0) return fraction(0)
  const [term] = a.values()
  return a.size === 1 && term!.radicand === 1n && term!.powers.length === 0 ? term!.coefficient : null
}

/**
 * The square root of a rational number: √(n/d) = s·√r / d with n·d = s²·r.
 * @throws RangeError for a negative number and for one too large to be split into factors.
 */
export function squareRoot(value: Fraction): Polynomial {
  if (value.n < 0n) throw new RangeError('The square root of a negative number is not real.')
  if (value.n === 0n) return constant(value)
  const { root, rest } = splitSquare(value.n * value.d)
  return collect([{ coefficient: fraction(root, value.d), radicand: rest, powers: [] }])
}

/** Largest number whose square factors are looked for: trial division up to a million stays fast. */
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
