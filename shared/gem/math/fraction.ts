/** Exact rational numbers: lowest terms, denominator positive. */
export interface Fraction {
  readonly n: bigint
  readonly d: bigint
}

/** Numbers with more bits are refused, so that no answer can make grading slow. */
const MAX_BITS = 4096
export const ONE: Fraction = { n: 1n, d: 1n }

/** @throws RangeError for a zero denominator, or when a number exceeds the bit limit */
export function fraction(n: bigint | number, d: bigint | number = 1): Fraction {
  const [top, bottom] = [BigInt(n), BigInt(d)]
  if (bottom === 0n) throw new RangeError('Division by zero.')
  if (top.toString(16).length * 4 > MAX_BITS) throw new RangeError('The number is too large.')
  const divisor = gcd(top, bottom) * (bottom < 0n ? -1n : 1n)
  return { n: top / divisor, d: bottom / divisor }
}

export function add(a: Fraction, b: Fraction): Fraction {
  return fraction(a.n * b.d + b.n * a.d, a.d * b.d)
}

export function multiply(a: Fraction, b: Fraction): Fraction {
  return fraction(a.n * b.n, a.d * b.d)
}

/** Greatest common divisor, positive; 1 for two zeros. */
export function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b]
  while (y) [x, y] = [y, x % y]
  return x || 1n
}

/** Formats as `3` or `-1/2`. */
export function fractionText({ n, d }: Fraction): string {
  return d === 1n ? `${n}` : `${n}/${d}`
}
