import {
  type EntityRecord,
  type Lifetime,
  type RelationRecord,
  entityPayload,
  relationPayload,
} from '#shared/model/entity.ts'
import type { Json, JsonObject } from '#shared/model/json.ts'
import { GraphNode, GraphRelation } from '../../cypher/index.ts'

/** Maximum relations at one end that are searched linearly; more are indexed by key. */
const HUB = 32

/** A vertex's reference to all vertices of its entity type. */
export interface Kin {
  readonly domain: string
  readonly type: string
  /** Prefix of its vertices' stable keys. */
  readonly prefix: string
  readonly labels: readonly string[]
  indexText(vertex: Vertex, replaced: boolean): void
}

/**
 * A graph vertex: an entity, or the bare end of a relation whose entity was never written. The entity's data
 * is one immutable `state` that a write replaces, so returned records never change. As a Cypher node it shows
 * the living state only; other views wrap it (graph.ts).
 */
export class Vertex extends GraphNode {
  readonly shard: Kin
  readonly id: string
  readonly slot: number
  state: Lifetime | undefined
  out: Edge[] | undefined;
  in: Edge[] | undefined
  #outByKey: Map<string, Edge> | undefined

  constructor(shard: Kin, id: string, slot: number) {
    super()
    this.shard = shard
    this.id = id
    this.slot = slot
    this.state = undefined
    this.out = undefined
    this.in = undefined
  }

  get key(): string {
    return this.shard.prefix + this.id
  }

  get labels(): readonly string[] {
    return this.shard.labels
  }

  get domain(): string {
    return this.shard.domain
  }

  get type(): string {
    return this.shard.type
  }

  record(state: Lifetime): EntityRecord {
    return { domain: this.shard.domain, type: this.shard.type, id: this.id, ...state }
  }

  get(property: string): Json | undefined {
    const { state } = this
    return nodeProperty(this, state && !state.tombstone ? state : undefined, property)
  }

  properties(): JsonObject {
    const { state } = this
    return nodeProperties(this, state && !state.tombstone ? state : undefined)
  }

  edgeTo(type: string, dest: Vertex): Edge | undefined {
    const { out } = this
    if (!out) return undefined
    if (out.length <= HUB) return out.find((edge) => edge.dest === dest && edge.type === type)
    const back = dest.in
    if (!back) return undefined
    if (back.length <= HUB) return back.find((edge) => edge.src === this && edge.type === type)
    this.#outByKey ??= new Map(out.map((edge) => [`${edge.type}/${edge.dest.key}`, edge]))
    return this.#outByKey.get(`${type}/${dest.key}`)
  }

  addIn(edge: Edge): void {
    this.in = grown(this.in, edge)
  }

  addOut(edge: Edge): void {
    this.out = grown(this.out, edge)
    this.#outByKey?.set(`${edge.type}/${edge.dest.key}`, edge)
  }
}

/**
 * Maximum relations at one end for which the array is copied on each insertion: `push` would reserve sixteen
 * more slots.
 */
const FEW = 8

function grown(list: Edge[] | undefined, edge: Edge): Edge[] {
  if (!list) return [edge]
  if (list.length < FEW) return [...list, edge]
  list.push(edge)
  return list
}

/** Returns a property of a node in a given state; a bare node has its identity only. Called in inner loops. */
export function nodeProperty(
  vertex: Vertex,
  state: Lifetime | undefined,
  property: string,
): Json | undefined {
  switch (property) {
    case '__domain__':
      return vertex.shard.domain
    case '__entity_type__':
      return vertex.shard.type
    case '__entity_id__':
      return vertex.id
  }
  return state === undefined ? undefined : stateProperty(state, property)
}

export function nodeProperties(vertex: Vertex, state: Lifetime | undefined): JsonObject {
  return state
    ? entityPayload(vertex.record(state))
    : { __domain__: vertex.domain, __entity_type__: vertex.type, __entity_id__: vertex.id }
}

/** Returns a payload member that is not part of the key. */
function stateProperty(state: Lifetime, property: string): Json | undefined {
  if (property.startsWith('__')) {
    switch (property) {
      case '__method__':
        return state.method
      case '__first_observed_time__':
        return state.firstObserved
      case '__last_observed_time__':
        return state.lastObserved
      case '__keep_alive_seconds__':
        return state.keepAlive
      case '__category__':
        return state.category
      case '__deleted__':
        return state.tombstone !== undefined
    }
  }
  return Object.hasOwn(state.properties, property) ? state.properties[property] : undefined
}

/** A relation between two vertices; like theirs, its `state` is replaced by writes. */
export class Edge extends GraphRelation {
  readonly src: Vertex
  readonly dest: Vertex
  readonly type: string
  state: Lifetime | undefined

  constructor(src: Vertex, type: string, dest: Vertex) {
    super()
    this.src = src
    this.dest = dest
    this.type = type
    this.state = undefined
  }

  get key(): string {
    return `${this.src.key}/${this.type}/${this.dest.key}`
  }

  get start(): Vertex {
    return this.src
  }

  get end(): Vertex {
    return this.dest
  }

  record(state: Lifetime): RelationRecord {
    return {
      src: { domain: this.src.domain, type: this.src.type, id: this.src.id },
      type: this.type,
      dest: { domain: this.dest.domain, type: this.dest.type, id: this.dest.id },
      ...state,
    }
  }

  get(property: string): Json | undefined {
    switch (property) {
      case '__relation_type__':
        return this.type
      case '__src_domain__':
        return this.src.domain
      case '__src_entity_type__':
        return this.src.type
      case '__src_entity_id__':
        return this.src.id
      case '__dest_domain__':
        return this.dest.domain
      case '__dest_entity_type__':
        return this.dest.type
      case '__dest_entity_id__':
        return this.dest.id
    }
    return this.state && stateProperty(this.state, property)
  }

  properties(): JsonObject {
    return this.state ? relationPayload(this.record(this.state)) : {}
  }
}
