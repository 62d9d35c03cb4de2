import type { Json } from '#shared/model/json.ts'
import { textOf } from '#shared/model/json.ts'

const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/

/**
 * A value as a number: numbers, and texts that read as one, which is what equality and order go by (docs/spl.md#stages). Digits beyond what a
 * double holds exactly, such as an id made of digits, are not a number.
 */
export function numberOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !NUMBER.test(value)) return undefined
  const number = Number(value)
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined
}

/** Order of two values: numerically when both read as numbers, else by text; a missing one is the empty text. */
export function compareValues(a: Json | undefined, b: Json | undefined): number {
  const x = numberOf(a)
  const y = x === undefined ? undefined : numberOf(b)
  if (x !== undefined && y !== undefined) return x - y
  const left = textOf(a)
  const right = textOf(b)
  return left < right ? -1 : left > right ? 1 : 0
}

/** A value prepared for ordering many times. */
export interface Prepared {
  readonly number: number | undefined
  readonly text: string
}

export function prepared(value: Json | undefined): Prepared {
  return { number: numberOf(value), text: textOf(value) }
}

/**
 * Missing values, then numbers, then texts: one order for values of any kind. Comparing a number with a text by its digits, as a
 * condition does, would go round in a circle (2 < 10 < '1a' < 2), and the answer would depend on where the rows stood before.
 */
export function orderPrepared(a: Prepared | undefined, b: Prepared | undefined): number {
  if (!a || !b) return 0
  if (a.number !== undefined && b.number !== undefined) return a.number - b.number
  if (a.number !== undefined) return b.text === '' ? 1 : -1
  if (b.number !== undefined) return a.text === '' ? -1 : 1
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0
}
