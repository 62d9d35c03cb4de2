import type { Direction } from '#shared/spl/cypher/index.ts'

/** A JSON value, the only property type. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A vertex. Two nodes are the same if their keys are equal. */
export abstract class GraphNode {
  /** Stable key, unique in the graph: `domain/type/id`. */
  abstract readonly key: string
  /** The value of `id(n)`: the entity id. */
  abstract readonly id: string
  /** All labels that match it in a pattern: `domain@type` and `type`. */
  abstract readonly labels: readonly string[]
  /** Returns a property, or undefined. Called in inner loops: must not build the whole map. */
  abstract get(property: string): Json | undefined
  /** The complete payload including system fields. */
  abstract properties(): { readonly [key: string]: Json }
}

/** An edge with both its ends, so that `startNode(r)` needs no look-up. */
export abstract class GraphRelation {
  abstract readonly key: string
  abstract readonly type: string
  abstract readonly start: GraphNode
  abstract readonly end: GraphNode
  abstract get(property: string): Json | undefined
  abstract properties(): { readonly [key: string]: Json }
}

/** One step from a node: the relation and the node at its other end. */
export interface Hop {
  readonly relation: GraphRelation
  readonly node: GraphNode
}

/**
 * Filter of a node scan. A graph may return nodes that do not match (the executor rechecks every condition),
 * but must not omit any that do.
 */
export interface NodeRequest {
  /** A conjunction of groups; within a group any one label suffices. */
  readonly labels: readonly (readonly string[])[]
  /** Only nodes with one of these `__entity_id__` values. */
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

/** Pages of nodes; null after the last. A graph in memory answers synchronously, a remote one with promises. */
export interface NodePages {
  next(): readonly GraphNode[] | null | Promise<readonly GraphNode[] | null>
}

/** The executor's interface to a store: find nodes, step to neighbours. Nothing here returns a whole graph. */
export interface Graph {
  scan(request: NodeRequest): NodePages
  /**
   * Returns the relations at a node, a self-loop once. Empty `types` means any. Returns undefined when they
   * must be fetched first: the executor then awaits {@link Graph.load} and retries.
   */
  hops(node: GraphNode, direction: Direction, types: readonly string[]): readonly Hop[] | undefined
  /** Fetches the relations of many nodes at once, for `hops`. Absent when `hops` never needs it. */
  load?(nodes: readonly GraphNode[], direction: Direction, types: readonly string[]): Promise<void>
  /** Called between independent units of work; a caching graph may clear its cache. */
  release?(): void
}
