import type { Json } from '#shared/model/json.ts'

/*
 * What the values of a query may take in memory. A single query must not end the server for all sessions, and an expression of
 * a line can double a value forty times. Sizes are rough, as an engine takes them: a character counts one byte.
 */

/** Most bytes of what one expression computes for one row. */
export const MAX_VALUE_BYTES = 32 * 1024 ** 2

/** Most bytes of computed values that a query keeps at once: what is sorted, grouped, made distinct, answered. */
export const MAX_QUERY_BYTES = 256 * 1024 ** 2

/** Deepest nesting of a value; what goes through values does so by calling itself. */
export const MAX_DEPTH = 500

/** An item of a list, or a value of its own. */
export const ITEM_BYTES = 16

const MIB = 1024 ** 2

export const VALUE_TOO_LARGE = `This would build a value of more than ${MAX_VALUE_BYTES / MIB} MiB; narrow what it is built from.`
export const VALUE_TOO_DEEP = `This would build a value nested more than ${MAX_DEPTH} levels deep.`
export const QUERY_TOO_LARGE = `The query keeps more than ${MAX_QUERY_BYTES / MIB} MiB of computed values at once; narrow it with where, limit or fewer fields.`

/** The size of a JSON value. Shared parts count as often as they would be written. */
export function jsonBytes(value: Json): number {
  if (typeof value === 'string') return ITEM_BYTES + value.length
  if (typeof value !== 'object' || value === null) return ITEM_BYTES
  let bytes = ITEM_BYTES
  if (Array.isArray(value)) for (const item of value) bytes += jsonBytes(item as Json)
  else for (const [name, member] of Object.entries(value)) bytes += name.length + jsonBytes(member)
  return bytes
}

/** How often a text holds another, without overlaps, as `replaceAll` and `split` see it. */
function occurrences(text: string, part: string): number {
  if (part === '') return text.length + 1
  let count = 0
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++
  return count
}

/** `text.replaceAll(part, by)`, taken literally; undefined when the result would be too large. */
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

/** Below this a text is copied rather than shared with the one it is part of. */
const MAX_COPIED_LENGTH = 13
/** Texts from which a part is worth a copy. */
const MIN_LARGE_LENGTH = 4096

/** A part of a text that does not keep the whole in memory, as V8's parts of strings do. */
export function detached(part: string, whole: string): string {
  if (whole.length < MIN_LARGE_LENGTH || part.length < MAX_COPIED_LENGTH || part.length * 2 > whole.length)
    return part
  return Buffer.from(part, 'utf16le').toString('utf16le')
}
