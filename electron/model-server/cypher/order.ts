import { GraphNode, GraphRelation } from './graph.ts'
import {
  type Truth,
  type Value,
  type ValueMap,
  Path,
  entryOf,
  isList,
  isNumber,
  numberOf,
  typeName,
} from './value.ts'

/** Cypher's `=`: null if a null is involved and nothing else decides; values of different types are unequal. */
export function equal(a: Value, b: Value): Truth {
  if (a === null || b === null) return null
  if (isNumber(a)) return isNumber(b) && numberOf(a) === numberOf(b)
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  if (isList(a)) return isList(b) ? equalLists(a, b) : false
  if (a instanceof GraphNode) return b instanceof GraphNode && a.key === b.key
  if (a instanceof GraphRelation) return b instanceof GraphRelation && a.key === b.key
  if (a instanceof Path) {
    return (
      b instanceof Path &&
      equalLists(a.nodes, b.nodes) === true &&
      equalLists(a.relations, b.relations) === true
    )
  }
  return typeName(b) === 'map' ? equalMaps(a as ValueMap, b as ValueMap) : false
}

function equalLists(a: readonly Value[], b: readonly Value[]): Truth {
  if (a.length !== b.length) return false
  let result: Truth = true
  for (const [index, item] of a.entries()) {
    const same = equal(item, b[index] ?? null)
    if (same === false) return false
    if (same === null) result = null
  }
  return result
}

function equalMaps(a: ValueMap, b: ValueMap): Truth {
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length || keys.some((key) => !Object.hasOwn(b, key))) return false
  return equalLists(
    keys.map((key) => entryOf(a, key)),
    keys.map((key) => entryOf(b, key)),
  )
}

/**
 * Returns a negative number, zero or a positive number as a is less than, equal to or greater than b; null
 * when they are not comparable.
 */
export function compare(a: Value, b: Value): number | null {
  if (a === null || b === null) return null
  if (isNumber(a) && isNumber(b)) {
    const difference = numberOf(a) - numberOf(b)
    // Infinity − Infinity is NaN although both are equal.
    if (numberOf(a) === numberOf(b)) return 0
    return Number.isNaN(difference) ? null : difference
  }
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  if (isList(a) && isList(b)) return compareLists(a, b)
  return null
}

function compareLists(a: readonly Value[], b: readonly Value[]): number | null {
  for (const [index, item] of a.entries()) {
    if (index >= b.length) return 1
    const step = compare(item, b[index] ?? null)
    if (step !== 0) return step
  }
  return a.length - b.length
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** openCypher's sort order of types, except that null comes first here (docs/spl.md#graph-calls: "null first"). */
const rank = {
  null: 0,
  map: 1,
  node: 2,
  relationship: 3,
  list: 4,
  path: 5,
  string: 6,
  boolean: 7,
  integer: 8,
  float: 8,
}

/** Total order over all values, for ORDER BY, min and max. NaN is the largest number. */
export function order(a: Value, b: Value): number {
  const type = typeName(a)
  const byType = rank[type] - rank[typeName(b)]
  if (byType !== 0) return byType
  if (isNumber(a) && isNumber(b)) {
    const [x, y] = [numberOf(a), numberOf(b)]
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y))
    return x === y ? 0 : x - y
  }
  if (isList(a) && isList(b)) return orderLists(a, b)
  if (a instanceof GraphNode || a instanceof GraphRelation) return compareText(a.key, (b as GraphNode).key)
  if (a instanceof Path) return orderLists(pathItems(a), pathItems(b as Path))
  if (type === 'map') return orderMaps(a as ValueMap, b as ValueMap)
  return compare(a, b) ?? 0
}

const pathItems = (path: Path): Value[] => [...path.nodes, ...path.relations]

function orderLists(a: readonly Value[], b: readonly Value[]): number {
  for (const [index, item] of a.entries()) {
    if (index >= b.length) return 1
    const step = order(item, b[index] ?? null)
    if (step !== 0) return step
  }
  return a.length - b.length
}

function orderMaps(a: ValueMap, b: ValueMap): number {
  const [left, right] = [Object.keys(a).sort(), Object.keys(b).sort()]
  const byKeys = orderLists(left, right)
  if (byKeys !== 0) return byKeys
  return orderLists(
    left.map((key) => entryOf(a, key)),
    left.map((key) => entryOf(b, key)),
  )
}

/**
 * Returns a key that is equal for two values exactly when DISTINCT, grouping and UNION treat them as equal.
 * Unlike `=`, null equals null here, and NaN equals NaN.
 */
export function identity(value: Value): string {
  if (typeof value === 'string') return `s${JSON.stringify(value)}`
  if (value === null) return '0'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  // Adding zero turns −0 into 0, which Cypher treats as equal.
  if (isNumber(value)) return `n${numberOf(value) + 0}`
  if (isList(value)) return `[${value.map(identity).join(',')}]`
  if (value instanceof GraphNode) return `N${JSON.stringify(value.key)}`
  if (value instanceof GraphRelation) return `R${JSON.stringify(value.key)}`
  if (value instanceof Path) return `P[${pathItems(value).map(identity).join(',')}]`
  const entries = Object.entries(value as ValueMap).sort(([a], [b]) => compareText(a, b))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${identity(inner)}`).join(',')}}`
}
