import type { Direction } from '#shared/spl/cypher/index.ts'
import type { Evaluate, Row } from '../compiler.ts'
import { GraphNode, GraphRelation, type Hop } from '../graph.ts'
import { equal } from '../order.ts'
import type { Run } from '../run.ts'
import { type Value, isList } from '../value.ts'
import { Lookahead } from './lookahead.ts'

/** Plan of a relationship pattern, shared by all expand steps. */
export interface RelationPlan {
  readonly run: Run
  readonly name: string
  readonly fromSlot: number
  readonly toSlot: number
  /** The end is already bound, so it is compared instead of written. */
  readonly toBound: boolean
  readonly relationSlot: number
  /** Direction when walking from `fromSlot`. */
  readonly direction: Direction
  /** Walked against the written direction. */
  readonly reversed: boolean
  readonly types: readonly string[]
  /** Relationship slots of the same MATCH filled earlier: each relation is used at most once per match. */
  readonly usedSlots: readonly number[]
  /** The relationship variable is bound by an earlier clause: only that relation matches. */
  readonly relationBound: boolean
  /** Properties that every relation must have. */
  readonly properties: readonly { readonly key: string; readonly value: Evaluate }[]
  /** The pattern's own WHERE, with the relation in `relationSlot`. */
  readonly where?: (row: Row) => boolean
}

/** Returns the neighbours of a node; pauses when the graph must fetch them. */
export function hopsOf(plan: RelationPlan, node: GraphNode): readonly Hop[] {
  const hops = plan.run.graph.hops(node, plan.direction, plan.types)
  if (hops) return hops
  new Lookahead(plan.run, plan.direction, plan.types).prepare([node])
  return plan.run.graph.hops(node, plan.direction, plan.types) ?? []
}

/** Whether a relation is not yet used in this match and satisfies its own conditions. */
export function fits(plan: RelationPlan, relation: GraphRelation, row: Row): boolean {
  for (const slot of plan.usedSlots) if (holds(row[slot] ?? null, relation)) return false
  for (const { key, value } of plan.properties) {
    if (equal(relation.get(key) ?? null, value(row)) !== true) return false
  }
  if (!plan.where) return true
  const before = row[plan.relationSlot] ?? null
  row[plan.relationSlot] = relation
  const result = plan.where(row)
  row[plan.relationSlot] = before
  return result
}

function holds(used: Value, relation: GraphRelation): boolean {
  if (used instanceof GraphRelation) return used.key === relation.key
  return isList(used) && used.some((item) => item instanceof GraphRelation && item.key === relation.key)
}

/** Returns the node a step starts from; undefined when an OPTIONAL MATCH left it null. */
export function startNode(plan: RelationPlan, row: Row): GraphNode | undefined {
  const node = row[plan.fromSlot]
  return node instanceof GraphNode ? node : undefined
}

/** Writes the end node, or compares it with the bound one. */
export function reaches(plan: RelationPlan, node: GraphNode, row: Row): boolean {
  if (!plan.toBound) {
    row[plan.toSlot] = node
    return true
  }
  const bound = row[plan.toSlot]
  return bound instanceof GraphNode && bound.key === node.key
}

export function describeRelation(plan: RelationPlan, range = ''): string {
  const types = plan.types.length > 0 ? `:${plan.types.join('|')}` : ''
  const [left, right] = { out: ['-', '->'], in: ['<-', '-'], both: ['-', '-'] }[plan.direction]
  return `${left}[${plan.name}${types}${range}]${right}`
}
