import type { Check, Row } from '../compiler.ts'
import type { GraphNode, GraphRelation, Hop } from '../graph.ts'
import { type RelationPlan, describeRelation, fits, hopsOf, reaches, startNode } from './relation.ts'
import { type Step, passes } from './step.ts'

interface Level {
  readonly hops: readonly Hop[]
  index: number
}

/**
 * Follows between `min` and `max` relations depth first, using each relation once per path. Writes the list
 * of relations in pattern order.
 */
export class VariableExpandStep implements Step {
  readonly checks: Check[] = []
  readonly plan: RelationPlan
  readonly #min: number
  readonly #max: number
  #origin: GraphNode | undefined
  #levels: Level[] = []
  #relations: GraphRelation[] = []
  #nodes: GraphNode[] = []
  /** The last reached node has not been expanded yet. */
  #descending = false
  #zeroPending = false

  constructor(plan: RelationPlan, min: number, max: number) {
    this.plan = plan
    this.#min = min
    this.#max = max
  }

  open(row: Row): void {
    this.#origin = startNode(this.plan, row)
    this.#levels = []
    this.#relations = []
    this.#nodes = []
    this.#descending = this.#origin !== undefined
    this.#zeroPending = this.#min === 0
  }

  next(row: Row): boolean {
    if (!this.#origin) return false
    if (this.#zeroPending) {
      const reached = this.#arrives(this.#origin, row)
      this.#zeroPending = false
      if (reached) return true
    }
    for (;;) {
      if (this.#descending) this.#descend()
      const level = this.#levels.at(-1)
      if (!level) return false
      const hop = level.hops[level.index]
      if (!hop) {
        this.#levels.pop()
        this.#retreat()
        continue
      }
      this.plan.run.tick()
      const reached = this.#take(hop, row)
      level.index += 1
      if (reached === 'refused') continue
      this.#descending = true
      if (reached === 'found') return true
    }
  }

  /** Expands the last reached node, or backtracks when the path is long enough. */
  #descend(): void {
    const node = this.#nodes.at(-1) ?? this.#origin
    if (node && this.#relations.length < this.#max) {
      const hops = hopsOf(this.plan, node)
      this.#levels.push({ hops, index: 0 })
    } else this.#retreat()
    this.#descending = false
  }

  #retreat(): void {
    this.#relations.pop()
    this.#nodes.pop()
  }

  #take(hop: Hop, row: Row): 'refused' | 'passed' | 'found' {
    if (this.#relations.some((used) => used.key === hop.relation.key)) return 'refused'
    if (!fits(this.plan, hop.relation, row)) return 'refused'
    this.#relations.push(hop.relation)
    this.#nodes.push(hop.node)
    let finished = false
    try {
      const found = this.#relations.length >= this.#min && this.#arrives(hop.node, row)
      finished = true
      return found ? 'found' : 'passed'
    } finally {
      // After a pause inside a condition the same hop is retried.
      if (!finished) this.#retreat()
    }
  }

  #arrives(node: GraphNode, row: Row): boolean {
    if (!reaches(this.plan, node, row)) return false
    const { relationSlot, reversed } = this.plan
    row[relationSlot] = reversed ? this.#relations.toReversed() : this.#relations.slice()
    return passes(this.checks, row)
  }

  describe() {
    const details = describeRelation(this.plan, `*${this.#min}..${this.#max}`)
    return { operator: 'VarLengthExpand', details }
  }
}
