import type { Direction } from '#shared/spl/cypher/index.ts'
import type { Evaluate, Row } from '../compiler.ts'
import { GraphNode, GraphRelation, type Hop } from '../graph.ts'
import { equal } from '../order.ts'
import type { Run } from '../run.ts'
import { type Value, isList } from '../value.ts'
import { Lookahead } from './lookahead.ts'

/** What every way of following a relationship pattern needs to know. */
export interface RelationPlan {
  readonly run: Run
  readonly name: string
  readonly fromSlot: number
  readonly toSlot: number
  /** The end is bound already, so it is compared instead of written. */
  readonly toBound: boolean
  readonly relationSlot: number
  /** As seen when walking from `fromSlot`. */
  readonly direction: Direction
  /** Walked against the order in which the pattern is written. */
  readonly reversed: boolean
  readonly types: readonly string[]
  /** Relationship slots of the same MATCH that are filled before this one: a relation is used once per match. */
  readonly usedSlots: readonly number[]
  /** The relationship variable is bound by an earlier clause: only that very relation fits. */
  readonly relationBound: boolean
  /** Properties every relation has to have. */
  readonly properties: readonly { readonly key: string; readonly value: Evaluate }[]
  /** The pattern's own WHERE, with the relation in `relationSlot`. */
  readonly where?: (row: Row) => boolean
}

/** The neighbours of a node; pauses when the graph has to fetch them. */
export function hopsOf(plan: RelationPlan, node: GraphNode): readonly Hop[] {
  const hops = plan.run.graph.hops(node, plan.direction, plan.types)
  if (hops) return hops
  new Lookahead(plan.run, plan.direction, plan.types).prepare([node])
  return plan.run.graph.hops(node, plan.direction, plan.types) ?? []
}

/** Whether a relation may be taken: not yet used in this match, and all its own conditions hold. */
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

/** The node a step starts from; undefined when an OPTIONAL MATCH left it null. */
export function startNode(plan: RelationPlan, row: Row): GraphNode | undefined {
  const node = row[plan.fromSlot]
  return node instanceof GraphNode ? node : undefined
}

/** Writes the end node, or compares it with the one already bound. */
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
