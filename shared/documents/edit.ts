import { z } from 'zod'
import { type Fields, isFields } from '../json/fields.ts'

/** Path into a JSON value: member names and indices from the root. */
const path = z.array(z.union([z.string(), z.number().int().nonnegative()])).max(64)
const offset = z.number().int().nonnegative()

/** One operation of an edit: set or remove a value, or splice an array or a text. */
const operationSchema = z.union([
  z.strictObject({ at: path, set: z.unknown() }),
  z.strictObject({ at: path, remove: z.literal(true) }),
  z.strictObject({ at: path, from: offset, drop: offset, put: z.union([z.string(), z.array(z.unknown())]) }),
])

/**
 * A difference between two JSON values. It contains only what changed, so a key typed into a long text costs
 * a short line on the wire and in the journal. At the root, `remove` deletes the whole document.
 */
export const editSchema = z.array(operationSchema)
export type Edit = readonly z.infer<typeof operationSchema>[]
type Operation = Edit[number]
type Path = readonly (string | number)[]

/** An edit that does not fit the value it is applied to. */
export class EditMismatch extends Error {
  constructor(at: Path) {
    super(`The edit does not fit the value at /${at.join('/')}`)
    this.name = 'EditMismatch'
  }
}

/** If one array or object needs more operations than this, it is replaced as a whole. */
const MAX_OPERATIONS = 100

/**
 * Returns the edit that turns `before` into `after`; empty when they are equal. Identical object references
 * are not compared further.
 */
export function diff(before: unknown, after: unknown): Edit {
  return diffAt([], before, after)
}

function diffAt(at: Path, before: unknown, after: unknown): Operation[] {
  if (Object.is(before, after)) return []
  if (after === undefined) return [{ at: [...at], remove: true }]
  if (typeof before === 'string' && typeof after === 'string') return [splice(at, before, after)]
  if (Array.isArray(before) && Array.isArray(after)) return bounded(at, after, diffArrays(at, before, after))
  if (isFields(before) && isFields(after)) return bounded(at, after, diffObjects(at, before, after))
  return [{ at: [...at], set: after }]
}

const bounded = (at: Path, after: unknown, operations: Operation[]): Operation[] =>
  operations.length > MAX_OPERATIONS ? [{ at: [...at], set: after }] : operations

function diffObjects(at: Path, before: Fields, after: Fields): Operation[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => diffAt([...at, name], own(before, name), own(after, name)))
}

function diffArrays(at: Path, before: readonly unknown[], after: readonly unknown[]): Operation[] {
  const isSame = (a: number, b: number): boolean => diffAt([], before[a], after[b]).length === 0
  if (before.length === after.length)
    return before.flatMap((value, index) => diffAt([...at, index], value, after[index]))
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && isSame(from, from)) from++
  let tail = 0
  while (tail < shorter - from && isSame(before.length - 1 - tail, after.length - 1 - tail)) tail++
  const put = after.slice(from, after.length - tail)
  return [{ at: [...at], from, drop: before.length - tail - from, put }]
}

function splice(at: Path, before: string, after: string): Operation {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from++
  let tail = 0
  while (
    tail < shorter - from &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++
  return {
    at: [...at],
    from,
    drop: before.length - tail - from,
    put: after.slice(from, after.length - tail),
  }
}

/**
 * Applies an edit without mutating the value; untouched parts keep their identity.
 * @throws EditMismatch when the value does not have the shape that the edit expects
 */
export function applyEdit(value: unknown, edit: Edit): unknown {
  return edit.reduce((now: unknown, operation) => applyAt(now, operation, 0), value)
}

function applyAt(value: unknown, operation: Operation, depth: number): unknown {
  const key = operation.at[depth]
  if (key === undefined) return applyHere(value, operation)
  if (Array.isArray(value)) {
    if (typeof key !== 'number' || key >= value.length) throw new EditMismatch(operation.at)
    const inner = applyAt(value[key], operation, depth + 1)
    if (inner === undefined) throw new EditMismatch(operation.at)
    return value.with(key, inner)
  }
  if (!isFields(value)) throw new EditMismatch(operation.at)
  const name = String(key)
  const inner = applyAt(own(value, name), operation, depth + 1)
  if (inner !== undefined) return { ...value, [name]: inner }
  const { [name]: _, ...others } = value
  return others
}

function applyHere(value: unknown, operation: Operation): unknown {
  if ('set' in operation) return operation.set
  if ('remove' in operation) return undefined
  const { at, from, drop, put } = operation
  if (typeof value === 'string' && typeof put === 'string' && from + drop <= value.length)
    return value.slice(0, from) + put + value.slice(from + drop)
  if (Array.isArray(value) && Array.isArray(put) && from + drop <= value.length)
    return value.toSpliced(from, drop, ...put)
  throw new EditMismatch(at)
}

/** Reads own members only, so that names such as `constructor` are safe. */
const own = (object: Fields, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined
