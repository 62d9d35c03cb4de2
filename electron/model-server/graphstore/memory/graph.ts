import type { Lifetime, TimeRange } from '#shared/model/entity.ts'
import type { Json, JsonObject } from '#shared/model/json.ts'
import {
  type Graph,
  GraphNode,
  GraphRelation,
  type Hop,
  type NodePages,
  type NodeRequest,
} from '../../cypher/index.ts'
import { visible } from '../semantics.ts'
import { pagesOf, withHint } from './scan.ts'
import type { Pause, Shard } from './shard.ts'
import { type Edge, Vertex, nodeProperties, nodeProperty } from './vertex.ts'

/** A vertex in a view with a time range: with its state if visible in the range, bare otherwise. */
class TimedNode extends GraphNode {
  readonly vertex: Vertex
  readonly #state: Lifetime | undefined

  constructor(vertex: Vertex, time: TimeRange) {
    super()
    this.vertex = vertex
    this.#state = vertex.state && visible(vertex.state, time) ? vertex.state : undefined
  }

  get key(): string {
    return this.vertex.key
  }

  get id(): string {
    return this.vertex.id
  }

  get labels(): readonly string[] {
    return this.vertex.labels
  }

  get(property: string): Json | undefined {
    return nodeProperty(this.vertex, this.#state, property)
  }

  properties(): JsonObject {
    return nodeProperties(this.vertex, this.#state)
  }
}

class TimedRelation extends GraphRelation {
  readonly #edge: Edge
  readonly start: GraphNode
  readonly end: GraphNode

  constructor(edge: Edge, time: TimeRange) {
    super()
    this.#edge = edge
    this.start = new TimedNode(edge.src, time)
    this.end = new TimedNode(edge.dest, time)
  }

  get key(): string {
    return this.#edge.key
  }

  get type(): string {
    return this.#edge.type
  }

  get(property: string): Json | undefined {
    return this.#edge.get(property)
  }

  properties(): JsonObject {
    return this.#edge.properties()
  }
}

/**
 * The Cypher executor's view of a workspace in memory; returns the vertices themselves unless a time range is
 * given.
 */
export class MemoryGraph implements Graph {
  readonly #shards: () => readonly Shard[]
  readonly #time: TimeRange | undefined
  readonly #signal: AbortSignal | undefined

  constructor(shards: () => readonly Shard[], time: TimeRange | undefined, signal: AbortSignal | undefined) {
    this.#shards = shards
    this.#time = time
    this.#signal = signal
  }

  scan(request: NodeRequest): NodePages {
    const shards = this.#shards().filter((shard) =>
      request.labels.every((group) => group.some((label) => shard.labels.includes(label))),
    )
    return pagesOf(this.#nodes(shards, request), undefined, this.#signal)
  }

  *#nodes(shards: readonly Shard[], request: NodeRequest): Iterable<GraphNode | Pause> {
    const texts = [
      ...request.equal.flatMap(({ key, value }) =>
        key.startsWith('__') || typeof value !== 'string' ? [] : [value],
      ),
      ...request.text.flatMap(({ key, value }) => (key.startsWith('__') ? [] : [value])),
    ]
    const hint = texts.sort((a, b) => b.length - a.length)[0]
    for (const shard of shards) {
      const vertices = request.ids
        ? [...new Set(request.ids)].sort().flatMap((id) => shard.find(id) ?? [])
        : withHint(shard, hint)
      for (const vertex of vertices) {
        if (vertex === undefined) yield undefined
        else if (this.#shows(vertex)) yield this.#node(vertex)
      }
    }
  }

  /** A vertex is visible when its entity is, or as the end of a visible relation (docs/spl.md#graph-calls). */
  #shows(vertex: Vertex): boolean {
    if (vertex.state && visible(vertex.state, this.#time)) return true
    const seen = (edge: Edge): boolean => edge.state !== undefined && visible(edge.state, this.#time)
    return (vertex.out?.some(seen) ?? false) || (vertex.in?.some(seen) ?? false)
  }

  #node(vertex: Vertex): GraphNode {
    return this.#time ? new TimedNode(vertex, this.#time) : vertex
  }

  hops(node: GraphNode, direction: 'in' | 'out' | 'both', types: readonly string[]): readonly Hop[] {
    const vertex = node instanceof TimedNode ? node.vertex : node
    if (!(vertex instanceof Vertex)) return []
    const hops: Hop[] = []
    const take = (edge: Edge, other: Vertex): void => {
      if (types.length > 0 && !types.includes(edge.type)) return
      if (!edge.state || !visible(edge.state, this.#time)) return
      const relation = this.#time ? new TimedRelation(edge, this.#time) : edge
      hops.push({ relation, node: this.#node(other) })
    }
    if (direction !== 'in') for (const edge of vertex.out ?? []) take(edge, edge.dest)
    if (direction !== 'out') {
      for (const edge of vertex.in ?? []) {
        if (direction === 'in' || edge.src !== edge.dest) take(edge, edge.src)
      }
    }
    return hops
  }
}
