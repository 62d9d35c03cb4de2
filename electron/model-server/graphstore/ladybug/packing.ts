import type { StatementParameters } from '../remote/database.ts'

/** Control characters that texts seldom hold, tried before longer ones. */
const CANDIDATES = ['\u001e', '\u001d', '\u001c']

/**
 * Texts that none of the given texts holds, to stand between them or for an empty one.
 *
 * @param count how many are wanted; none of them holds another
 */
export function separators(texts: readonly string[], count: number): string[] {
  const free = (candidate: string): boolean => !texts.some((text) => text.includes(candidate))
  const found: string[] = []
  for (let number = 0; found.length < count; number += 1) {
    const candidate = CANDIDATES[number] ?? `\u001e${number}\u001d`
    if (free(candidate) && !found.some((other) => other.includes(candidate) || candidate.includes(other)))
      found.push(candidate)
  }
  return found
}

/**
 * Rows as one text each. The engine's binding turns every value of a parameter into an object of its own, which takes several
 * times as long as storing it; a text is split by the engine in a fraction of that. `$sep` stands between the values and `$blank`
 * for an empty one, which the engine's `string_split` would drop.
 */
export function packed(rows: readonly (readonly string[])[]): StatementParameters {
  const [sep = '', blank = ''] = separators(rows.flat(), 2)
  return {
    rows: rows.map((row) => row.map((value) => (value === '' ? blank : value)).join(sep)),
    sep,
    blank,
  }
}

/** Begins a statement over packed rows: each is the list `f` then. */
export const UNPACK = 'UNWIND $rows AS line WITH string_split(line, $sep) AS f '

/** The column at `index`, counted from 1, which is never empty. */
export const full = (index: number): string => `f[${index}]`

/** The column at `index`, which may be empty. */
export const maybe = (index: number): string => `CASE WHEN f[${index}] = $blank THEN '' ELSE f[${index}] END`

/** The column at `index` as a whole number. */
export const whole = (index: number): string => `CAST(f[${index}] AS INT64)`
