import type { Check, Row } from '../compiler.ts'
import { GraphNode, type GraphRelation } from '../graph.ts'
import { Path } from '../value.ts'
import { Lookahead } from './lookahead.ts'
import { type RelationPlan, describeRelation, fits, hopsOf } from './relation.ts'
import { type Step, passes } from './step.ts'

/** How a node was first reached: the relations, and the nodes one level closer to the origin. */
interface Arrival {
  readonly level: number
  readonly from: { readonly relation: GraphRelation; readonly key: string }[]
  readonly node: GraphNode
}

/**
 * Breadth-first search between two bound nodes for one shortest path, or for all of that length. Finds a path
 * from a node to itself only with a minimum of zero hops.
 */
export class ShortestStep implements Step {
  readonly checks: Check[] = []
  readonly plan: RelationPlan
  readonly #min: number
  readonly #max: number
  readonly #all: boolean
  readonly #pathSlot: number
  readonly #lookahead: Lookahead
  #target: GraphNode | undefined
  #arrivals = new Map<string, Arrival>()
  #frontier: GraphNode[] = []
  #following: GraphNode[] = []
  #position = 0
  #level = 0
  #found: Path[] | undefined
  #index = 0

  constructor(plan: RelationPlan, range: { min: number; max: number }, all: boolean, pathSlot: number) {
    this.plan = plan
    this.#min = range.min
    this.#max = range.max
    this.#all = all
    this.#pathSlot = pathSlot
    this.#lookahead = new Lookahead(plan.run, plan.direction, plan.types)
  }

  open(row: Row): void {
    const [from, to] = [row[this.plan.fromSlot], row[this.plan.toSlot]]
    this.#arrivals = new Map()
    this.#frontier = []
    this.#following = []
    this.#position = 0
    this.#level = 0
    this.#index = 0
    this.#found = undefined
    this.#target = undefined
    if (!(from instanceof GraphNode) || !(to instanceof GraphNode)) {
      this.#found = []
    } else if (from.key === to.key) {
      this.#found = this.#min === 0 ? [new Path([from], [])] : []
    } else {
      this.#target = to
      this.#frontier = [from]
      this.#arrivals.set(from.key, { level: 0, from: [], node: from })
    }
  }

  next(row: Row): boolean {
    this.#found ??= this.#search(row)
    for (; this.#index < this.#found.length;) {
      const path = this.#found[this.#index]
      if (!path) return false
      row[this.plan.relationSlot] = path.relations
      row[this.#pathSlot] = path
      const holds = passes(this.checks, row)
      this.#index += 1
      if (holds) return true
    }
    return false
  }

  describe() {
    const details = describeRelation(this.plan, `*${this.#min}..${this.#max}`)
    return { operator: this.#all ? 'AllShortestPaths' : 'ShortestPath', details }
  }

  /** Expands the search level by level; keeps its state across pauses. */
  #search(row: Row): Path[] {
    for (;;) {
      if (this.#target && this.#arrivals.has(this.#target.key)) return this.#paths(this.#target)
      if (this.#level >= this.#max || this.#frontier.length === 0) return []
      if (this.#position === 0) this.#lookahead.prepare(this.#frontier)
      for (; this.#position < this.#frontier.length; this.#position += 1) {
        const node = this.#frontier[this.#position]
        if (node) this.#visit(node, row)
      }
      this.#frontier = this.#following
      this.#following = []
      this.#position = 0
      this.#level += 1
    }
  }

  #visit(node: GraphNode, row: Row): void {
    const { run } = this.plan
    run.tick()
    for (const hop of hopsOf(this.plan, node)) {
      run.check()
      const known = this.#arrivals.get(hop.node.key)
      if (known && !(this.#all && known.level === this.#level + 1)) continue
      if (!fits(this.plan, hop.relation, row)) continue
      const step = { relation: hop.relation, key: node.key }
      if (known) {
        if (!known.from.some((other) => other.relation.key === hop.relation.key)) known.from.push(step)
        continue
      }
      this.#arrivals.set(hop.node.key, { level: this.#level + 1, from: [step], node: hop.node })
      this.#following.push(hop.node)
      run.hold()
    }
  }

  /** Walks back from the target along all predecessors, or the first. */
  #paths(target: GraphNode): Path[] {
    const out: Path[] = []
    const pending: { nodes: GraphNode[]; relations: GraphRelation[] }[] = [{ nodes: [target], relations: [] }]
    for (let way = pending.pop(); way; way = pending.pop()) {
      const first = way.nodes[0]
      const arrival = first && this.#arrivals.get(first.key)
      if (!arrival) continue
      if (arrival.from.length === 0) {
        const { nodes, relations } = way
        out.push(
          this.plan.reversed
            ? new Path(nodes.toReversed(), relations.toReversed())
            : new Path(nodes, relations),
        )
        if (!this.#all) return out
        this.plan.run.hold()
      }
      for (const step of arrival.from) {
        const before = this.#arrivals.get(step.key)?.node
        if (before)
          pending.push({ nodes: [before, ...way.nodes], relations: [step.relation, ...way.relations] })
      }
      this.plan.run.check()
    }
    return out
  }
}
