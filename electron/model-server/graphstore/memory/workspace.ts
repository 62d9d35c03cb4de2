import { type Element, elementKey } from '#shared/model/element.ts'
import type {
  EntityChange,
  EntityKey,
  EntityRecord,
  Lifetime,
  RelationChange,
  RelationKey,
  RelationRecord,
  TimeRange,
} from '#shared/model/entity.ts'
import { parseEntityKey } from '#shared/model/entity.ts'
import type { Graph } from '../../cypher/index.ts'
import { type ItemRefusal, applyChange, compact, isRefusal } from '../semantics.ts'
import type {
  Batch,
  BatchResult,
  EntityScan,
  Pages,
  RelationScan,
  Traversal,
  Workspace,
  WorkspaceCounts,
} from '../store.ts'
import { MemoryGraph } from './graph.ts'
import { entitiesOf, pagesOf, relationsOf, traverse } from './scan.ts'
import { Shard } from './shard.ts'
import { Edge, Vertex } from './vertex.ts'

/** Undo log of a batch, in order of writing. */
type Undo = readonly [owner: Vertex | Edge, before: Lifetime | undefined][]

/** Vertices and edges visited between two pauses of a snapshot: less than a millisecond. */
const STEPS_PER_PAUSE = 1_000

/** A workspace in memory: all answers are synchronous. */
export class MemoryWorkspace implements Workspace {
  readonly name: string
  readonly #elements = new Map<string, Element>()
  #sortedElements: readonly Element[] | undefined
  readonly #shards: Shard[] = []
  /** Shards by domain and type; two look-ups are cheaper than concatenating a name per write. */
  readonly #byDomain = new Map<string, Map<string, Shard>>()
  #sortedShards: readonly Shard[] | undefined
  /** Interned names of relation types. */
  readonly #relationTypes = new Map<string, string>()
  /** Lifetime of the last written relation. */
  #lastLifetime: Lifetime | undefined
  #entities = 0
  #relations = 0

  constructor(name: string) {
    this.name = name
  }

  get isEmpty(): boolean {
    return this.#elements.size === 0 && this.#shards.length === 0
  }

  putElements(elements: readonly Element[]): void {
    this.putElementsUndoably(elements)
  }

  /** Like {@link putElements}; returns an undo function. Undo the latest change first. */
  putElementsUndoably(elements: readonly Element[]): () => void {
    const before = elements.map(
      (element) => [elementKey(element), this.#elements.get(elementKey(element))] as const,
    )
    for (const element of elements) this.#elements.set(elementKey(element), element)
    this.#sortedElements = undefined
    return () => {
      for (const [key, element] of before) {
        if (element) this.#elements.set(key, element)
        else this.#elements.delete(key)
      }
      this.#sortedElements = undefined
    }
  }

  elements(): readonly Element[] {
    this.#sortedElements ??= [...this.#elements]
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([, element]) => element)
    return this.#sortedElements
  }

  write(batch: Batch, options: { readonly partial: boolean }, signal?: AbortSignal): BatchResult {
    signal?.throwIfAborted()
    return this.writeUndoably(batch, options).result
  }

  /** Like {@link write}; returns an undo function. Undo the latest change first. */
  writeUndoably(
    batch: Batch,
    { partial }: { readonly partial: boolean },
  ): { result: BatchResult; undo: () => void } {
    const undo: [Vertex | Edge, Lifetime | undefined][] = []
    const entities = batch.entities.map((change) => this.#writeEntity(change, undo))
    const relations = batch.relations.map((change) => this.#writeRelation(change, undo))
    const refused = entities.some((item) => item !== null) || relations.some((item) => item !== null)
    if (refused && !partial) this.#revert(undo.splice(0))
    const result = { entities, relations, committed: !refused || partial }
    return { result, undo: () => this.#revert(undo) }
  }

  #revert(undo: Undo): void {
    for (const [owner, before] of undo.toReversed()) this.#set(owner, before)
  }

  #set(owner: Vertex | Edge, next: Lifetime | undefined): void {
    const before = owner.state
    owner.state = next
    const grown = alive(next) - alive(before)
    if (owner instanceof Vertex) {
      this.#entities += grown
      owner.shard.indexText(owner, before !== undefined)
    } else {
      this.#relations += grown
    }
  }

  #writeEntity(change: EntityChange, undo: [Vertex | Edge, Lifetime | undefined][]): ItemRefusal | null {
    const current = this.#find(change)
    const next = applyChange(current?.state, change)
    if (isRefusal(next)) return next
    const vertex = current ?? this.#shard(change).at(change.id)
    undo.push([vertex, vertex.state])
    this.#set(vertex, next)
    return null
  }

  #writeRelation(change: RelationChange, undo: [Vertex | Edge, Lifetime | undefined][]): ItemRefusal | null {
    const from = this.#find(change.src)
    const to = from && this.#find(change.dest)
    const current = to && from.edgeTo(change.type, to)
    const next = applyChange(current?.state, change)
    if (isRefusal(next)) return next
    const edge = current ?? this.#connect(change)
    undo.push([edge, edge.state])
    this.#set(edge, this.#shared(next))
    return null
  }

  /** Relations of a batch often differ only in their ends; equal ones share one immutable lifetime. */
  #shared(lifetime: Lifetime): Lifetime {
    const last = this.#lastLifetime
    if (last && isSame(last, lifetime)) return last
    this.#lastLifetime = lifetime
    return lifetime
  }

  #typeName(type: string): string {
    const known = this.#relationTypes.get(type)
    if (known === undefined) this.#relationTypes.set(type, type)
    return known ?? type
  }

  #connect({ src, type, dest }: RelationChange): Edge {
    const from = this.#shard(src).at(src.id)
    const to = this.#shard(dest).at(dest.id)
    const edge = new Edge(from, this.#typeName(type), to)
    from.addOut(edge)
    to.addIn(edge)
    return edge
  }

  #shard({ domain, type }: EntityKey): Shard {
    let types = this.#byDomain.get(domain)
    if (!types) this.#byDomain.set(domain, (types = new Map()))
    let shard = types.get(type)
    if (!shard) {
      shard = new Shard(domain, type)
      types.set(type, shard)
      this.#shards.push(shard)
      this.#sortedShards = undefined
    }
    return shard
  }

  #find({ domain, type, id }: EntityKey): Vertex | undefined {
    return this.#byDomain.get(domain)?.get(type)?.find(id)
  }

  #vertex(key: string): Vertex | undefined {
    const parts = parseEntityKey(key)
    return parts && this.#find(parts)
  }

  /** Shards in the order of their vertices' stable keys. */
  #ordered(): readonly Shard[] {
    this.#sortedShards ??= [...this.#shards].sort((a, b) => (a.prefix < b.prefix ? -1 : 1))
    return this.#sortedShards
  }

  entity(key: string): EntityRecord | undefined {
    const vertex = this.#vertex(key)
    return vertex?.state && vertex.record(vertex.state)
  }

  relation(key: RelationKey): RelationRecord | undefined {
    const from = this.#find(key.src)
    const to = from && this.#find(key.dest)
    const edge = to && from.edgeTo(key.type, to)
    return edge?.state && edge.record(edge.state)
  }

  scanEntities(scan: EntityScan, signal?: AbortSignal): Pages<EntityRecord> {
    return pagesOf(entitiesOf(this.#ordered(), scan), scan.limit, signal)
  }

  scanRelations(scan: RelationScan, signal?: AbortSignal): Pages<RelationRecord> {
    const relations = relationsOf(this.#ordered(), scan, (key) => this.#vertex(key))
    return pagesOf(relations, scan.limit, signal)
  }

  traverse(traversal: Traversal, signal?: AbortSignal): readonly RelationRecord[] {
    const seeds = traversal.seeds.flatMap((key) => this.#vertex(key) ?? [])
    return traverse(traversal, seeds, signal)
  }

  graph(time?: TimeRange, signal?: AbortSignal): Graph {
    return new MemoryGraph(() => this.#ordered(), time, signal)
  }

  counts(): WorkspaceCounts {
    return { elements: this.#elements.size, entities: this.#entities, relations: this.#relations }
  }

  /**
   * Yields everything including tombstones, for snapshots. Writes may happen between two records: each record
   * then has its state at the time it is yielded, and new ones may be missing. Also yields pauses while there
   * is nothing to return.
   */
  *records(): Iterable<
    | { readonly kind: 'entity'; readonly record: EntityRecord }
    | { readonly kind: 'relation'; readonly record: RelationRecord }
    | { readonly kind: 'pause' }
  > {
    // Skip later insertions, or a fast writer could keep this going forever.
    const shards = this.#ordered().map((shard) => ({ vertices: shard.vertices, size: shard.size }))
    let steps = 0
    for (const { vertices, size } of shards) {
      for (let slot = 0; slot < size; slot++) {
        if (++steps % STEPS_PER_PAUSE === 0) yield { kind: 'pause' }
        const vertex = vertices[slot]
        if (vertex?.state) yield { kind: 'entity', record: vertex.record(vertex.state) }
      }
    }
    for (const { vertices, size } of shards) {
      for (let slot = 0; slot < size; slot++) {
        if (++steps % STEPS_PER_PAUSE === 0) yield { kind: 'pause' }
        for (const edge of vertices[slot]?.out ?? []) {
          if (++steps % STEPS_PER_PAUSE === 0) yield { kind: 'pause' }
          if (edge.state) yield { kind: 'relation', record: edge.record(edge.state) }
        }
      }
    }
  }

  /** Restores a stored record unchanged, bypassing the rules for writes; for recovery. */
  restoreEntity(record: EntityRecord): void {
    this.#set(this.#shard(record).at(record.id), stateOf(record))
  }

  restoreRelation(record: RelationRecord): void {
    const from = this.#find(record.src)
    const to = from && this.#find(record.dest)
    const edge = (to && from.edgeTo(record.type, to)) ?? this.#connect(record)
    this.#set(edge, this.#shared(stateOf(record)))
  }
}

function alive(state: Lifetime | undefined): number {
  return state && !state.tombstone ? 1 : 0
}

function stateOf(record: Lifetime): Lifetime {
  return {
    method: record.method,
    firstObserved: record.firstObserved,
    lastObserved: record.lastObserved,
    keepAlive: record.keepAlive,
    category: record.category,
    tombstone: record.tombstone,
    properties: compact(record.properties),
  }
}

function isSame(a: Lifetime, b: Lifetime): boolean {
  return (
    a.properties === b.properties &&
    a.lastObserved === b.lastObserved &&
    a.firstObserved === b.firstObserved &&
    a.method === b.method &&
    a.keepAlive === b.keepAlive &&
    a.category === b.category &&
    a.tombstone === b.tombstone
  )
}
