import type { Direction } from '#shared/spl/cypher/index.ts'

/** A JSON value, the only kind of property there is. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A vertex as Cypher sees it. Two nodes are the same when their keys are. */
export abstract class GraphNode {
  /** Stable key, unique in the graph: `domain/type/id`. */
  abstract readonly key: string
  /** The value of `id(n)`: the entity id. */
  abstract readonly id: string
  /** All names a pattern may use for it: `domain@type` and `type`. */
  abstract readonly labels: readonly string[]
  /** One property, or undefined when there is none. Called in inner loops: must not build the whole map. */
  abstract get(property: string): Json | undefined
  /** The whole payload, system fields included. */
  abstract properties(): { readonly [key: string]: Json }
}

/** An edge. It knows both its ends, so that `startNode(r)` never needs another look-up. */
export abstract class GraphRelation {
  abstract readonly key: string
  abstract readonly type: string
  abstract readonly start: GraphNode
  abstract readonly end: GraphNode
  abstract get(property: string): Json | undefined
  abstract properties(): { readonly [key: string]: Json }
}

/** One step away from a node: the relation taken and the node it leads to. */
export interface Hop {
  readonly relation: GraphRelation
  readonly node: GraphNode
}

/**
 * Which nodes a scan has to deliver. A graph may deliver more than asked (the executor checks every condition again),
 * never fewer.
 */
export interface NodeRequest {
  /** Every group must hold; within a group one label is enough. */
  readonly labels: readonly (readonly string[])[]
  /** Only nodes whose `__entity_id__` is one of these. */
  readonly ids?: readonly string[]
  /** Properties that must equal a string, number or boolean. */
  readonly equal: readonly { readonly key: string; readonly value: string | number | boolean }[]
  /** Text properties that must contain, start or end with a text; case-sensitive. */
  readonly text: readonly {
    readonly key: string
    readonly operator: 'contains' | 'startsWith' | 'endsWith'
    readonly value: string
  }[]
}

/** Nodes in pages; null after the last. A graph in memory answers at once, a remote one with promises. */
export interface NodePages {
  next(): readonly GraphNode[] | null | Promise<readonly GraphNode[] | null>
}

/**
 * What the executor needs of a store: find nodes, step to neighbours. Nothing here hands out a whole graph.
 */
export interface Graph {
  scan(request: NodeRequest): NodePages
  /**
   * The relations at a node, a self-loop once. `types` empty means any type. Undefined when this graph has to fetch
   * them first: the executor then awaits {@link Graph.load} and asks again.
   */
  hops(node: GraphNode, direction: Direction, types: readonly string[]): readonly Hop[] | undefined
  /** Fetches what `hops` will be asked for, many nodes in one go. Absent when `hops` always answers. */
  load?(nodes: readonly GraphNode[], direction: Direction, types: readonly string[]): Promise<void>
  /** Called between independent pieces of work; a graph that caches may forget what it has loaded. */
  release?(): void
}
