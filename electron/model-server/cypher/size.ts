import { type Span, planError } from '#shared/spl/cypher/index.ts'
import { ITEM_BYTES, MAX_DEPTH, MAX_VALUE_BYTES, VALUE_TOO_DEEP, VALUE_TOO_LARGE } from '../budget.ts'
import { GraphNode, GraphRelation } from './graph.ts'
import { Float, Path, type Value, type ValueMap, isList } from './value.ts'

interface Size {
  readonly bytes: number
  readonly depth: number
}

const LEAF: Size = { bytes: ITEM_BYTES, depth: 0 }

/** Cache; lists and maps are immutable. */
const known = new WeakMap<object, Size>()

/**
 * Returns the size of a value with all its parts expanded. Nodes and relations belong to the store and count
 * as single items.
 */
export function sizeOf(value: Value): Size {
  if (typeof value === 'string') return { bytes: ITEM_BYTES + value.length, depth: 0 }
  if (typeof value !== 'object' || value === null || value instanceof Float) return LEAF
  if (value instanceof GraphNode || value instanceof GraphRelation) return LEAF
  if (value instanceof Path) return { bytes: 2 * ITEM_BYTES * value.nodes.length, depth: 1 }
  const before = known.get(value)
  if (before) return before
  let bytes = ITEM_BYTES
  let depth = 0
  for (const part of partsOf(value)) {
    const size = sizeOf(part)
    bytes += size.bytes
    if (size.depth > depth) depth = size.depth
  }
  const size = { bytes, depth: depth + 1 }
  known.set(value, size)
  return size
}

const partsOf = (value: readonly Value[] | ValueMap): readonly Value[] =>
  isList(value) ? value : Object.values(value)

/** @throws CypherError QUERY_PLAN_ERROR for a value made at `at` that is too large or too deep */
export function refuseLarge(bytes: number, at: Span): void {
  if (bytes > MAX_VALUE_BYTES) throw planError(at, VALUE_TOO_LARGE)
}

/** Returns the size of a value made at `at`. @throws as {@link refuseLarge} */
export function checkedSize(value: Value, at: Span): number {
  const { bytes, depth } = sizeOf(value)
  refuseLarge(bytes, at)
  if (depth > MAX_DEPTH) throw planError(at, VALUE_TOO_DEEP)
  return bytes
}

/** Returns the size of a row's values. */
export function rowBytes(row: readonly Value[]): number {
  let bytes = 0
  for (const value of row) bytes += sizeOf(value).bytes
  return bytes
}
