import type { ModelElement } from '#shared/model/element.ts'
import type { Entity, JsonObject, Method, EntityRef, Relation } from '#shared/model/entity.ts'

/** An answer that a store in memory gives at once, and a remote one later. Callers `await` it only when it is a promise. */
export type Awaitable<T> = T | Promise<T>

/** Items in the store's own order; a remote store hands them out in pages as they come. */
export type Stream<T> = Iterable<T> | AsyncIterable<T>

/** What a store can do, and how much of it. The query planner asks instead of guessing. */
export interface StoreCapabilities {
  readonly graphMatch: boolean
  /** The most hops of one `getNeighborNodes`. */
  readonly maxDepth: number
  /** The most rows of one query. */
  readonly maxLimit: number
  /** Milliseconds after which a query without a deadline of its own is stopped. */
  readonly timeoutMs: number
}

export interface StoreHealth {
  readonly status: 'ok' | 'unavailable'
  readonly message?: string
}

/** The window of time that a query looks at; unix seconds, each end optional (spec §3.8). */
export interface TimeWindow {
  readonly from?: number
  readonly to?: number
}

interface ScanOptions {
  /** With a window, expired rows that were alive in it come back too; without one, no tombstone does. */
  readonly time?: TimeWindow
  /** Case-insensitive substring of any property or system field, as the row would show it. */
  readonly text?: string
  /** The store may stop after this many; it is a hint that saves work, the caller counts itself. */
  readonly limit?: number
  readonly signal?: AbortSignal
}

/** Which entities a scan must deliver, in the order of their keys. Every condition holds exactly. */
export interface EntityScan extends ScanOptions {
  readonly domain?: string
  readonly type?: string
  readonly ids?: readonly string[]
  /** Properties (or `__entity_id__`) that equal a string, number or boolean, of the same JSON type. */
  readonly equal?: readonly { readonly property: string; readonly value: string | number | boolean }[]
}

/** Which relations a scan must deliver, in the order of their keys. */
export interface RelationScan extends ScanOptions {
  readonly types?: readonly string[]
  /** Full key, or a prefix when it ends in `*`. */
  readonly src?: string
  readonly dest?: string
}

export interface NeighbourQuery {
  readonly seeds: readonly EntityRef[]
  /** `out`: along the arrow; `in`: against it; `both`: either. */
  readonly direction: 'out' | 'in' | 'both'
  /** Hops from a seed; a relation at depth d joins two nodes of which the nearer is d − 1 hops away. */
  readonly depth: number
  readonly types?: readonly string[]
  readonly time?: TimeWindow
  readonly limit?: number
  readonly signal?: AbortSignal
}

/** A write that was already checked for form: what to keep, and how. */
export interface EntityWrite {
  readonly method: Method
  readonly entity: Omit<Entity, 'deleted' | 'method'>
}
export interface RelationWrite {
  readonly method: Method
  readonly relation: Omit<Relation, 'deleted' | 'method'>
}

/** What became of one write, in the order they were given. */
export interface ItemResult {
  readonly id: string
  readonly ok: boolean
  readonly code?: 'ALREADY_EXISTS' | 'NOT_FOUND' | 'VALIDATION_FAILED'
  readonly message?: string
}

export interface WriteOptions {
  /** With `false`, one item that cannot be written keeps the whole batch from being written. */
  readonly partialSuccess: boolean
  readonly signal?: AbortSignal
}

export interface GraphCounts {
  readonly elements: number
  readonly entities: number
  readonly relations: number
}

/**
 * One workspace of a store. A write that was answered is durable as far as the store is; reads see every write that was answered
 * before them. All stores answer alike: `test/electron/model-server/graphstore` runs one suite against each.
 */
export interface WorkspaceGraph {
  readonly workspace: string

  /** In the order of their keys. */
  listElements(signal?: AbortSignal): Awaitable<readonly ModelElement[]>
  /** All or none. */
  upsertElements(elements: readonly ModelElement[]): Awaitable<void>
  /** Keys that do not exist are left out of the answer. */
  deleteElements(keys: readonly string[]): Awaitable<readonly string[]>
  /** Grows with every change of the elements; equal revisions mean an unchanged model. */
  elementRevision(): Awaitable<number>

  /** Entities by key, tombstones included, in the order asked; unknown ones are left out. */
  getEntities(keys: readonly string[], signal?: AbortSignal): Awaitable<readonly Entity[]>
  scanEntities(scan: EntityScan): Stream<Entity>
  /** The domains and types that have living entities, with their numbers. */
  entityTypes(): Awaitable<readonly { readonly domain: string; readonly type: string; readonly count: number }[]>

  scanRelations(scan: RelationScan): Stream<Relation>
  /** Each relation once, in the order of their keys. */
  neighbours(query: NeighbourQuery): Awaitable<readonly Relation[]>
  /** The relations at one node, for step-by-step traversal; `undefined` where a store must fetch them with `loadRelations`. */
  relationsAt(node: EntityRef, direction: NeighbourQuery['direction']): readonly Relation[] | undefined
  /** Fetches the relations of many nodes in one go, so that `relationsAt` answers; absent in stores that always answer. */
  loadRelations?(nodes: readonly EntityRef[], direction: NeighbourQuery['direction'], signal?: AbortSignal): Promise<void>
  relationTypes(): Awaitable<readonly { readonly type: string; readonly count: number }[]>

  writeEntities(writes: readonly EntityWrite[], options: WriteOptions): Awaitable<readonly ItemResult[]>
  writeRelations(writes: readonly RelationWrite[], options: WriteOptions): Awaitable<readonly ItemResult[]>
  /** Tombstones by key; `at` becomes the last observation, in unix seconds. */
  expire(kind: 'entity' | 'relation', keys: readonly string[], at: number): Awaitable<readonly ItemResult[]>

  counts(): Awaitable<GraphCounts>
}

/** Where models, entities and relations are kept. */
export interface GraphStore {
  readonly provider: string
  readonly capabilities: StoreCapabilities
  health(): Awaitable<StoreHealth>
  /** Names of the workspaces that hold anything. */
  workspaces(): Awaitable<readonly string[]>
  /** Opens a workspace; one that does not exist yet is empty and comes to be with its first write. */
  open(workspace: string): Awaitable<WorkspaceGraph>
  /** Finishes what was acknowledged and lets go of files, locks and sockets. */
  close(): Promise<void>
}

/** An error of a store, in words that hold no secret. */
export class StoreError extends Error {
  readonly code: 'PROVIDER_UNAVAILABLE' | 'PROVIDER_UNSUPPORTED' | 'CONFLICT' | 'TIMEOUT' | 'INTERNAL'
  readonly details: JsonObject | undefined

  constructor(code: StoreError['code'], message: string, details?: JsonObject, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
    this.details = details
  }
}
