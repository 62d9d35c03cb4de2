import type { Json } from '#shared/model/json.ts'
import { textOf } from '#shared/model/json.ts'

const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/

/**
 * Converts a value to a number: numbers and numeric texts, on which equality and order are based
 * (docs/spl.md#stages). Undefined for numbers beyond a double's exact range, such as numeric ids.
 */
export function numberOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !NUMBER.test(value)) return undefined
  const number = Number(value)
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined
}

/** Compares two values: numerically when both are numeric, else as text; a missing one is the empty text. */
export function compareValues(a: Json | undefined, b: Json | undefined): number {
  const x = numberOf(a)
  const y = x === undefined ? undefined : numberOf(b)
  if (x !== undefined && y !== undefined) return x - y
  const left = textOf(a)
  const right = textOf(b)
  return left < right ? -1 : left > right ? 1 : 0
}

/** A value prepared for repeated comparison. */
export interface Prepared {
  readonly number: number | undefined
  readonly text: string
}

export function prepared(value: Json | undefined): Prepared {
  return { number: numberOf(value), text: textOf(value) }
}

/**
 * Missing values, then numbers, then texts: a total order. Comparing a number with a text by its digits, as a
 * condition does, would be cyclic (2 < 10 < '1a' < 2), and the result would depend on the input order.
 */
export function orderPrepared(a: Prepared | undefined, b: Prepared | undefined): number {
  if (!a || !b) return 0
  if (a.number !== undefined && b.number !== undefined) return a.number - b.number
  if (a.number !== undefined) return b.text === '' ? 1 : -1
  if (b.number !== undefined) return a.text === '' ? -1 : 1
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0
}
