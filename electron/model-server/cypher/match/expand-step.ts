import type { Check, Row } from '../compiler.ts'
import { GraphRelation, type Hop } from '../graph.ts'
import type { Lookahead } from './lookahead.ts'
import { type RelationPlan, describeRelation, fits, hopsOf, reaches, startNode } from './relation.ts'
import { type Step, passes } from './step.ts'

/** Follows one relation from a bound node. */
export class ExpandStep implements Step {
  readonly checks: Check[] = []
  readonly plan: RelationPlan
  lookahead: Lookahead | undefined
  #hops: readonly Hop[] = []
  #index = 0

  constructor(plan: RelationPlan) {
    this.plan = plan
  }

  open(row: Row): void {
    const from = startNode(this.plan, row)
    this.#hops = from ? hopsOf(this.plan, from) : []
    this.#index = 0
    if (this.lookahead) this.lookahead.prepare(this.#hops.map((hop) => hop.node))
  }

  next(row: Row): boolean {
    for (; this.#index < this.#hops.length;) {
      this.plan.run.tick()
      const hop = this.#hops[this.#index]
      const taken = hop !== undefined && this.#take(hop, row)
      this.#index += 1
      if (taken) return true
    }
    return false
  }

  #take(hop: Hop, row: Row): boolean {
    const { plan } = this
    if (plan.relationBound) {
      const bound = row[plan.relationSlot]
      if (!(bound instanceof GraphRelation) || bound.key !== hop.relation.key) return false
    }
    if (!fits(plan, hop.relation, row) || !reaches(plan, hop.node, row)) return false
    row[plan.relationSlot] = hop.relation
    return passes(this.checks, row)
  }

  describe() {
    return { operator: this.plan.toBound ? 'ExpandInto' : 'ExpandAll', details: describeRelation(this.plan) }
  }
}
