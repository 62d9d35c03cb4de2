import type { Json } from '#shared/model/json.ts'

/*
 * Memory budget for the values of a query. A single query must not exhaust the memory of a server that serves
 * other sessions, and a one-line expression can double a value forty times. Sizes are estimates: one byte per
 * character.
 */

/** Maximum bytes that one expression may compute for one row. */
export const MAX_VALUE_BYTES = 32 * 1024 ** 2

/** Maximum bytes of computed values that a query holds at once for sorting, grouping, DISTINCT and its answer. */
export const MAX_QUERY_BYTES = 256 * 1024 ** 2

/** Maximum nesting of a value, because values are processed recursively. */
export const MAX_DEPTH = 500

/** Overhead of a list item or a standalone value. */
export const ITEM_BYTES = 16

const MIB = 1024 ** 2

export const VALUE_TOO_LARGE = `This would build a value of more than ${MAX_VALUE_BYTES / MIB} MiB; narrow what it is built from.`
export const VALUE_TOO_DEEP = `This would build a value nested more than ${MAX_DEPTH} levels deep.`
export const QUERY_TOO_LARGE = `The query keeps more than ${MAX_QUERY_BYTES / MIB} MiB of computed values at once; narrow it with where, limit or fewer fields.`

/** Estimates the size of a JSON value. A shared part counts each time it would be written. */
export function jsonBytes(value: Json): number {
  if (typeof value === 'string') return ITEM_BYTES + value.length
  if (typeof value !== 'object' || value === null) return ITEM_BYTES
  let bytes = ITEM_BYTES
  if (Array.isArray(value)) for (const item of value) bytes += jsonBytes(item as Json)
  else for (const [name, member] of Object.entries(value)) bytes += name.length + jsonBytes(member)
  return bytes
}

/** Counts non-overlapping occurrences, as `replaceAll` and `split` do. */
function occurrences(text: string, part: string): number {
  if (part === '') return text.length + 1
  let count = 0
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++
  return count
}

/** `text.replaceAll(part, by)` with a literal replacement; undefined when the result would be too large. */
export function replaced(text: string, part: string, by: string): string | undefined {
  const grown = by.length - part.length
  if (grown > 0 && text.length + occurrences(text, part) * grown > MAX_VALUE_BYTES) return undefined
  return text.replaceAll(part, () => by)
}

/** `text.split(mark)`; undefined when the result would be too large. */
export function splitAt(text: string, mark: string): string[] | undefined {
  if (text.length + occurrences(text, mark) * ITEM_BYTES > MAX_VALUE_BYTES) return undefined
  return text.split(mark).map((piece) => detached(piece, text))
}

/** Shorter parts are copied by V8 instead of sharing the original string. */
const MAX_COPIED_LENGTH = 13
/** Minimum length of a text for which copying a part is worthwhile. */
const MIN_LARGE_LENGTH = 4096

/** Copies a substring, so that it does not retain the whole string as V8's slices do. */
export function detached(part: string, whole: string): string {
  if (whole.length < MIN_LARGE_LENGTH || part.length < MAX_COPIED_LENGTH || part.length * 2 > whole.length)
    return part
  return Buffer.from(part, 'utf16le').toString('utf16le')
}
