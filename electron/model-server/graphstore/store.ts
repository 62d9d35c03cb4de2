import type { Element } from '#shared/model/element.ts'
import type {
  EntityChange,
  EntityRecord,
  RelationChange,
  RelationRecord,
  TimeRange,
} from '#shared/model/entity.ts'
import type { Graph } from '../cypher/index.ts'
import type { ItemRefusal } from './semantics.ts'

/**
 * A result that a store in memory returns synchronously and a remote one as a promise. Callers `await` only
 * promises, so that a look-up in memory costs no turn of the event loop.
 */
export type Maybe<T> = T | Promise<T>

export const PROVIDERS = ['memory', 'file.memory', 'local.ladybug', 'graphdb'] as const
export type Provider = (typeof PROVIDERS)[number]

/**
 * Capabilities of a store, and limits that the planner enforces for it (docs/spl.md#limits,
 * docs/model-service.md#stores).
 */
export interface StoreCapabilities {
  /** Whether `graph-match` is supported; every store that runs Cypher does. */
  readonly graphMatch: boolean
  /** Maximum depth of `getNeighborNodes`. */
  readonly maxDepth: number
  /** Maximum rows per query. */
  readonly maxLimit: number
  /** Timeout in milliseconds of a query without `timeout_ms`. */
  readonly timeoutMs: number
  /** Whether acknowledged writes survive the end of the process. */
  readonly durable: boolean
}

export interface StoreHealth {
  readonly status: 'ok' | 'degraded' | 'unavailable'
  /** One sentence without secrets. */
  readonly message?: string
}

/**
 * Records in stable-key order, page by page; null after the last page. A page may be empty, so that the
 * reader can yield or stop. May be abandoned before the end.
 */
export interface Pages<T> {
  next(): Maybe<readonly T[] | null>
  /** Whether all records so far are in the order of {@link EntityScan.first}, and so are those to come before it is false. */
  inOrder?(): boolean
}

/**
 * Filter of an entity scan; results are ordered by stable key. All members must match. `domain` and `type`
 * are exact; a trailing `*` makes them a prefix; `*` alone means any.
 */
export interface EntityScan {
  readonly domain?: string
  readonly type?: string
  /** Only these entity ids. An empty list matches nothing. */
  readonly ids?: readonly string[]
  /** Case-insensitive substring of {@link searchText}; never empty. */
  readonly text?: string
  /**
   * Hints: properties whose value must equal a text. A store may use them to return fewer records; the caller
   * checks them, and never combines them with `limit`.
   */
  readonly equal?: readonly { readonly field: string; readonly value: string }[]
  /** Absent: only tombstones are hidden. Present: see `visible` in semantics.ts. */
  readonly time?: TimeRange
  /** Hint: the caller sorts, so records may be returned in the fastest order. Never with a `limit`. */
  readonly unordered?: boolean
  /**
   * Hint, with `unordered`: the caller sorts by this property, needs the first records only, and asks for no more pages
   * once it has them.
   */
  readonly first?: { readonly field: string; readonly descending: boolean }
  /** Maximum number of records. */
  readonly limit?: number
}

/** Filter of a relation scan; results are ordered by stable key. */
export interface RelationScan {
  /** Exact relation type; a trailing `*` makes it a prefix. */
  readonly type?: string
  /** Stable key of the source; a trailing `*` makes it a prefix. */
  readonly src?: string
  readonly dest?: string
  /** Only relations with one of these stable entity keys at either end. */
  readonly touching?: readonly string[]
  /** Case-insensitive substring of {@link relationSearchText}. */
  readonly text?: string
  readonly time?: TimeRange
  readonly limit?: number
}

/** `in` follows relations against their direction, `out` along it, `both` in either direction at every step. */
export type Direction = 'in' | 'out' | 'both'

export interface Traversal {
  /** Stable keys of the entities to start from; unknown ones are ignored. */
  readonly seeds: readonly string[]
  readonly direction: Direction
  /** Maximum steps, at least 1. Returns every relation on a walk of at most this length from a seed. */
  readonly depth: number
  readonly time?: TimeRange
}

export interface Batch {
  readonly entities: readonly EntityChange[]
  readonly relations: readonly RelationChange[]
}

export interface BatchResult {
  /** One entry per item, in order; null when it was applied (or, in a refused batch, would have been). */
  readonly entities: readonly (ItemRefusal | null)[]
  readonly relations: readonly (ItemRefusal | null)[]
  /** False when the whole batch was refused and nothing was written. */
  readonly committed: boolean
}

export interface WorkspaceCounts {
  readonly elements: number
  /** Excluding tombstones. */
  readonly entities: number
  readonly relations: number
}

/**
 * One workspace of a store. A handle is free; the workspace is created by the first write to it.
 *
 * Every method may throw StoreError (PROVIDER_UNAVAILABLE, CONFLICT) and, once `signal` is aborted, the
 * signal's reason. Writes are atomic: one already passed to the engine when the signal is aborted is applied
 * completely or not at all.
 */
export interface Workspace {
  readonly name: string
  /** Adds or replaces elements by key, atomically. */
  putElements(elements: readonly Element[], signal?: AbortSignal): Maybe<void>
  /** Returns all elements in key order; the same array as long as nothing changed. */
  elements(signal?: AbortSignal): Maybe<readonly Element[]>
  /**
   * Applies changes in order, entities before relations, each seeing the effect of those before it
   * (semantics.ts). With `partial`, refused items are skipped; otherwise one refused item refuses the batch.
   */
  write(batch: Batch, options: { readonly partial: boolean }, signal?: AbortSignal): Maybe<BatchResult>
  /** Returns one entity by its stable key, including tombstones; callers decide what to show. */
  entity(key: string, signal?: AbortSignal): Maybe<EntityRecord | undefined>
  scanEntities(scan: EntityScan, signal?: AbortSignal): Pages<EntityRecord>
  scanRelations(scan: RelationScan, signal?: AbortSignal): Pages<RelationRecord>
  /** Returns the relations on walks from the seeds, each once, in order of their stable key. */
  traverse(traversal: Traversal, signal?: AbortSignal): Maybe<readonly RelationRecord[]>
  /** Returns the visible graph for the Cypher executor. Ends without a record are bare nodes. */
  graph(time?: TimeRange, signal?: AbortSignal): Graph
  counts(signal?: AbortSignal): Maybe<WorkspaceCounts>
}

/** A graph store. Opened by its provider's factory, which throws StoreError when it cannot be used. */
export interface GraphStore {
  readonly provider: Provider
  readonly capabilities: StoreCapabilities
  workspace(name: string): Workspace
  /** Returns the names of nonempty workspaces, sorted. */
  workspaces(signal?: AbortSignal): Maybe<readonly string[]>
  health(signal?: AbortSignal): Maybe<StoreHealth>
  /** Flushes and releases everything. Later calls throw PROVIDER_UNAVAILABLE. */
  close(): Promise<void>
}

/** Factory of a store. Each provider's folder exports one function of this type with its own options. */
export type OpenStore<Options> = (options: Options) => Promise<GraphStore>

type StoreErrorCode = 'PROVIDER_UNAVAILABLE' | 'PROVIDER_UNSUPPORTED' | 'CONFLICT' | 'INVALID_ARGUMENT'

/** An error of a store. The message is one plain sentence with what to do next, and contains no secret. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode
  readonly details: { readonly [key: string]: string }

  constructor(code: StoreErrorCode, message: string, details: { readonly [key: string]: string } = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}
