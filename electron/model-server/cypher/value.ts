import { GraphNode, GraphRelation, type Json } from './graph.ts'

/**
 * A float with an integral value. JavaScript has one number type, Cypher two: a plain `number` is an integer
 * when integral and a float otherwise, so only integral floats need this wrapper (5 / 2 is 2, 5 / 2.0 is
 * 2.5).
 */
export class Float {
  readonly value: number
  constructor(value: number) {
    this.value = value
  }
}

/** A path through the graph: one more node than relations. */
export class Path {
  readonly nodes: readonly GraphNode[]
  readonly relations: readonly GraphRelation[]
  constructor(nodes: readonly GraphNode[], relations: readonly GraphRelation[]) {
    this.nodes = nodes
    this.relations = relations
  }
}

export interface ValueMap {
  readonly [key: string]: Value
}

/** All values of Cypher expressions. Stored JSON is a subset, so properties need no conversion. */
export type Value =
  null | boolean | number | string | Float | readonly Value[] | ValueMap | GraphNode | GraphRelation | Path

/** True, false or unknown (null): three-valued logic. */
export type Truth = boolean | null

export function float(value: number): Value {
  return Number.isInteger(value) ? new Float(value) : value
}

export function isNumber(value: Value): value is number | Float {
  return typeof value === 'number' || value instanceof Float
}

export function isInteger(value: Value): value is number {
  return typeof value === 'number' && Number.isInteger(value)
}

export function numberOf(value: number | Float): number {
  return typeof value === 'number' ? value : value.value
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

export function isMap(value: Value): value is ValueMap {
  return typeName(value) === 'map'
}

type TypeName =
  'null' | 'boolean' | 'integer' | 'float' | 'string' | 'list' | 'map' | 'node' | 'relationship' | 'path'

/** Name of a value's type, for messages. */
export function typeName(value: Value): TypeName {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float'
  if (value instanceof Float) return 'float'
  if (isList(value)) return 'list'
  if (value instanceof GraphNode) return 'node'
  if (value instanceof GraphRelation) return 'relationship'
  return value instanceof Path ? 'path' : 'map'
}

/** Returns the value of a map's own key; null if absent. */
export function entryOf(map: ValueMap, key: string): Value {
  return Object.hasOwn(map, key) ? (map[key] ?? null) : null
}

/**
 * Converts a value to JSON for result rows: nodes and relations become their property maps
 * (docs/spl.md#graph-calls), a path its two lists. Numbers that JSON cannot represent (NaN, infinities)
 * become null.
 */
export function toJson(value: Value): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (isNumber(value)) {
    const number = numberOf(value)
    return Number.isFinite(number) ? number : null
  }
  if (isList(value)) return value.map(toJson)
  if (value instanceof GraphNode || value instanceof GraphRelation) return value.properties()
  if (value instanceof Path) {
    return {
      nodes: value.nodes.map((node) => node.properties()),
      relationships: value.relations.map((relation) => relation.properties()),
    }
  }
  return Object.fromEntries(Object.entries(value as ValueMap).map(([key, inner]) => [key, toJson(inner)]))
}
