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
 * A result that a store in memory gives at once and a remote one with a promise. Callers `await` it only when it is one, so
 * that a look-up in memory costs no turn of the event loop.
 */
export type Maybe<T> = T | Promise<T>

export const PROVIDERS = ['memory', 'file.memory', 'local.ladybug', 'graphdb'] as const
export type Provider = (typeof PROVIDERS)[number]

/** What a store offers, and the limits that the planner enforces on its behalf (docs/spl.md#limits, docs/model-service.md#stores). */
export interface StoreCapabilities {
  /** Whether `graph-match` patterns can be evaluated; everything that runs Cypher can. */
  readonly graphMatch: boolean
  /** Deepest `getNeighborNodes`. */
  readonly maxDepth: number
  /** Most rows one query may ask for. */
  readonly maxLimit: number
  /** Milliseconds after which a query is stopped when the request names no `timeout_ms`. */
  readonly timeoutMs: number
  /** Whether an acknowledged write survives the end of the process. */
  readonly durable: boolean
}

export interface StoreHealth {
  readonly status: 'ok' | 'degraded' | 'unavailable'
  /** One sentence; never holds a password. */
  readonly message?: string
}

/** Records in stable-key order, page by page; null after the last page. A page may be empty: the reader can then let others in, or
 * stop. Dropping it without reading to the end is fine. */
export interface Pages<T> {
  next(): Maybe<readonly T[] | null>
}

/**
 * Which entities a scan delivers, in order of their stable key. Every member narrows it. `domain` and `type` are exact; a
 * trailing `*` makes them a prefix; `*` alone means any.
 */
export interface EntityScan {
  readonly domain?: string
  readonly type?: string
  /** Only these entity ids. An empty list delivers nothing. */
  readonly ids?: readonly string[]
  /** Case-insensitive substring of {@link searchText}; never empty. */
  readonly text?: string
  /**
   * Hints: properties whose value must equal a text. A store may use them to deliver fewer records but need not; the caller
   * checks again and combines them with no `limit`.
   */
  readonly equal?: readonly { readonly field: string; readonly value: string }[]
  /** Without one, tombstones are hidden and nothing else; with one, see `visible` in semantics.ts. */
  readonly time?: TimeRange
  /** A hint: the caller sorts by himself, records may come in whatever order is quickest. Never with a `limit`. */
  readonly unordered?: boolean
  /** Deliver at most so many records. */
  readonly limit?: number
}

/** Which relations a scan delivers, in order of their stable key. */
export interface RelationScan {
  /** Exact relation type; a trailing `*` makes it a prefix. */
  readonly type?: string
  /** Stable key of the source; a trailing `*` makes it a prefix. */
  readonly src?: string
  readonly dest?: string
  /** Only relations that touch one of these stable entity keys, at either end. */
  readonly touching?: readonly string[]
  /** Case-insensitive substring of {@link relationSearchText}. */
  readonly text?: string
  readonly time?: TimeRange
  readonly limit?: number
}

/** `in` follows relations against their direction, `out` along it, `both` ignores it at every step. */
export type Direction = 'in' | 'out' | 'both'

export interface Traversal {
  /** Stable keys of the entities to start from; those that exist nowhere lead nowhere. */
  readonly seeds: readonly string[]
  readonly direction: Direction
  /** Steps, at least 1. A relation is delivered when a walk of at most so many steps from a seed uses it. */
  readonly depth: number
  readonly time?: TimeRange
}

export interface Batch {
  readonly entities: readonly EntityChange[]
  readonly relations: readonly RelationChange[]
}

export interface BatchResult {
  /** One entry per item, in order; null when it was (or, in a refused batch, would have been) applied. */
  readonly entities: readonly (ItemRefusal | null)[]
  readonly relations: readonly (ItemRefusal | null)[]
  /** False when the batch was refused as a whole: then nothing was written. */
  readonly committed: boolean
}

export interface WorkspaceCounts {
  readonly elements: number
  /** Visible ones, i.e. without tombstones. */
  readonly entities: number
  readonly relations: number
}

/**
 * One workspace of a store. A handle costs nothing; the workspace comes into being with the first write to it.
 *
 * Every method may throw StoreError (PROVIDER_UNAVAILABLE, CONFLICT) and, once `signal` is aborted, the signal's reason. A write
 * that was given to the engine when the signal fires is not half done: it is either applied as a whole or not at all.
 */
export interface Workspace {
  readonly name: string
  /** Adds or replaces elements by key; all or none. */
  putElements(elements: readonly Element[], signal?: AbortSignal): Maybe<void>
  /** All elements in key order; the same array as long as nothing changed. */
  elements(signal?: AbortSignal): Maybe<readonly Element[]>
  /**
   * Applies changes in order, entities before relations, each seeing the effect of those before it (semantics.ts). With
   * `partial`, items that are refused are left out; without, one refused item refuses the batch.
   */
  write(batch: Batch, options: { readonly partial: boolean }, signal?: AbortSignal): Maybe<BatchResult>
  /** One entity by its stable key, tombstones included: callers decide what they show. */
  entity(key: string, signal?: AbortSignal): Maybe<EntityRecord | undefined>
  scanEntities(scan: EntityScan, signal?: AbortSignal): Pages<EntityRecord>
  scanRelations(scan: RelationScan, signal?: AbortSignal): Pages<RelationRecord>
  /** Relations on walks from the seeds, each once, in order of their stable key. */
  traverse(traversal: Traversal, signal?: AbortSignal): Maybe<readonly RelationRecord[]>
  /** The visible graph for the Cypher executor. Ends without a record of their own appear as bare nodes. */
  graph(time?: TimeRange, signal?: AbortSignal): Graph
  counts(signal?: AbortSignal): Maybe<WorkspaceCounts>
}

/** A graph store provider. Opened by its factory, which throws StoreError when it cannot be used. */
export interface GraphStore {
  readonly provider: Provider
  readonly capabilities: StoreCapabilities
  workspace(name: string): Workspace
  /** Names of workspaces that hold anything, sorted. */
  workspaces(signal?: AbortSignal): Maybe<readonly string[]>
  health(signal?: AbortSignal): Maybe<StoreHealth>
  /** Flushes and releases everything. Calls after it throw PROVIDER_UNAVAILABLE. */
  close(): Promise<void>
}

/** Opens a store. Each provider's folder exports one function of this shape with its own options. */
export type OpenStore<Options> = (options: Options) => Promise<GraphStore>

type StoreErrorCode = 'PROVIDER_UNAVAILABLE' | 'PROVIDER_UNSUPPORTED' | 'CONFLICT' | 'INVALID_ARGUMENT'

/** A store that cannot do its work. The message is one plain sentence with what to do next, and holds no secret. */
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
