import { type Direction, planError } from '#shared/spl/cypher/index.ts'
import type { Row } from '../compiler.ts'
import { truth } from '../operators.ts'
import type { Run } from '../run.ts'
import { ExpandStep } from './expand-step.ts'
import { Lookahead } from './lookahead.ts'
import { BoundStep, type Hint, ScanStep } from './node-steps.ts'
import type { Pending, PlannedNode, PlannedRelation, RelationConditions } from './planned.ts'
import type { RelationPlan } from './relation.ts'
import { ShortestStep } from './shortest-step.ts'
import type { Step } from './step.ts'
import { VariableExpandStep } from './variable-expand-step.ts'

/** A MATCH with assigned slots and compiled conditions. */
interface WalkPlan {
  readonly run: Run
  readonly nodes: readonly PlannedNode[]
  readonly relations: readonly PlannedRelation[]
  readonly conditionsOf: (relation: PlannedRelation) => RelationConditions
  readonly pending: readonly Pending[]
}

/**
 * Chooses the order in which patterns are walked: starts at the node with the fewest expected candidates,
 * continues along the cheapest relationships, and checks each condition as early as its slots allow.
 */
export function walkSteps(plan: WalkPlan): Step[] {
  const walk = new Walk(plan)
  return walk.steps()
}

class Walk {
  readonly #plan: WalkPlan
  readonly #pending: Pending[]
  readonly #bound: Set<number>
  readonly #visited = new Set<PlannedNode>()
  readonly #usedSlots: number[] = []
  readonly #out: Step[] = []

  constructor(plan: WalkPlan) {
    this.#plan = plan
    this.#pending = [...plan.pending]
    this.#bound = new Set(plan.nodes.filter((node) => node.given).map((node) => node.slot))
  }

  steps(): Step[] {
    const left = new Set(this.#plan.relations)
    while (this.#visited.size < this.#plan.nodes.length || left.size > 0) {
      const relation = this.#nextRelation(left)
      if (relation) {
        left.delete(relation)
        this.#follow(relation)
      } else this.#begin()
    }
    this.#prefetch()
    return this.#out
  }

  /**
   * Returns the cheapest relationship at a visited node: one that closes a cycle, then single hops, then
   * variable-length ones.
   */
  #nextRelation(left: ReadonlySet<PlannedRelation>): PlannedRelation | undefined {
    const cost = (relation: PlannedRelation): number => {
      const { left: from, right: to } = relation
      const ends = Number(this.#visited.has(from)) + Number(this.#visited.has(to))
      if (ends === 0 || (relation.shortest && ends < 2)) return Number.POSITIVE_INFINITY
      const closes = this.#isBound(from) && this.#isBound(to)
      return (relation.pattern.range || relation.shortest ? 10 : 0) + (closes ? 0 : 1)
    }
    const [best] = [...left]
      .map((relation) => ({ relation, cost: cost(relation) }))
      .sort((a, b) => a.cost - b.cost)
    return best && Number.isFinite(best.cost) ? best.relation : undefined
  }

  #isBound(node: PlannedNode): boolean {
    return node.given || this.#visited.has(node)
  }

  /** Starts at the node with the fewest expected candidates. */
  #begin(): void {
    const open = this.#plan.nodes.filter((node) => !this.#visited.has(node))
    const [best] = open.map((node) => ({ node, cost: this.#startCost(node) })).sort((a, b) => a.cost - b.cost)
    if (!best) throw new Error('nothing left to start from')
    const { node } = best
    this.#visited.add(node)
    const step = node.given
      ? new BoundStep(node.slot, node.name, node.at)
      : new ScanStep(this.#plan.run, node.slot, node.name, node.labels, this.#usable(node))
    this.#add(step, [node.slot])
  }

  #usable(node: PlannedNode): Hint[] {
    return node.hints.filter((hint) => [...hint.needs].every((slot) => this.#bound.has(slot)))
  }

  #startCost(node: PlannedNode): number {
    if (node.given) return 0
    const kinds = new Set(this.#usable(node).map((hint) => hint.kind))
    if (kinds.has('id')) return 1
    const byLabel = node.labels.length > 0 ? 0 : 1_000
    if (kinds.has('equal')) return 10 + byLabel
    return (kinds.size > 0 ? 50 : 100) + byLabel
  }

  #follow(relation: PlannedRelation): void {
    const reversed = !this.#visited.has(relation.left)
    const [from, to] = reversed ? [relation.right, relation.left] : [relation.left, relation.right]
    const plan = this.#relationPlan(relation, from, to, reversed)
    this.#visited.add(to)
    const filled = [to.slot, relation.slot]
    const { range } = relation.pattern
    if (relation.shortest) {
      const { mode, pathSlot } = relation.shortest
      const step = new ShortestStep(plan, range ?? { min: 1, max: 1 }, mode === 'all', pathSlot)
      this.#add(step, [...filled, pathSlot])
    } else if (range) this.#add(new VariableExpandStep(plan, range.min, range.max), filled)
    else this.#add(new ExpandStep(plan), filled)
    this.#usedSlots.push(relation.slot)
  }

  #relationPlan(
    relation: PlannedRelation,
    from: PlannedNode,
    to: PlannedNode,
    reversed: boolean,
  ): RelationPlan {
    const { pattern } = relation
    const { properties, where } = this.#plan.conditionsOf(relation)
    const needs = [...(where?.needs ?? []), ...properties.flatMap((test) => [...test.needs])]
    if (needs.some((slot) => slot !== relation.slot && !this.#bound.has(slot))) {
      throw planError(
        pattern,
        'A condition inside a relationship may use only that relationship and what is bound before it; move it to WHERE.',
      )
    }
    return {
      run: this.#plan.run,
      name: pattern.variable?.name ?? '',
      fromSlot: from.slot,
      toSlot: to.slot,
      toBound: this.#isBound(to),
      relationSlot: relation.slot,
      direction: reversed ? opposite[pattern.direction] : pattern.direction,
      reversed,
      types: pattern.types.map((type) => type.name),
      usedSlots: [...this.#usedSlots],
      relationBound: relation.given,
      properties,
      ...(where ? { where: (row: Row) => truth(where.evaluate(row), where.at) === true } : {}),
    }
  }

  #add(step: Step, filled: readonly number[]): void {
    this.#out.push(step)
    for (const slot of filled) this.#bound.add(slot)
    for (let ready = this.#takeReady(); ready; ready = this.#takeReady()) {
      step.checks.push(ready.check)
      if (ready.fills !== undefined) this.#bound.add(ready.fills)
    }
  }

  #takeReady(): Pending | undefined {
    const index = this.#pending.findIndex(({ needs }) => [...needs].every((slot) => this.#bound.has(slot)))
    return index < 0 ? undefined : this.#pending.splice(index, 1)[0]
  }

  /** Lets a step prefetch, page by page, what the next step needs. */
  #prefetch(): void {
    if (!this.#plan.run.graph.load) return
    for (const [index, step] of this.#out.entries()) {
      const next = this.#out[index + 1]
      if (!(next instanceof ExpandStep || next instanceof VariableExpandStep)) continue
      if (!(step instanceof ExpandStep || step instanceof ScanStep)) continue
      const slot = step instanceof ExpandStep ? step.plan.toSlot : step.slot
      if (next.plan.fromSlot !== slot) continue
      step.lookahead = new Lookahead(this.#plan.run, next.plan.direction, next.plan.types)
    }
  }
}

const opposite: Readonly<Record<Direction, Direction>> = { out: 'in', in: 'out', both: 'both' }
