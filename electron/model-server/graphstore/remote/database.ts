import type { EntityRecord, RelationKey, RelationRecord, TimeRange } from '#shared/model/entity.ts'
import type { EntityScan, Pages, RelationScan } from '../store.ts'
import type { EntityColumns } from './columns.ts'

/** A parameter of our statements: texts, integers, and lists of texts, of lists of texts or of flat rows. */
export type StatementValue =
  | string
  | number
  | readonly string[]
  | readonly (readonly string[])[]
  | readonly { readonly [column: string]: string | number }[]

export type StatementParameters = { readonly [name: string]: StatementValue }

export type StatementRow = { readonly [column: string]: unknown }

/** Returns a text column of a row; empty when absent. */
export function textIn(row: StatementRow | undefined, column: string): string {
  const value = row?.[column]
  return typeof value === 'string' ? value : ''
}

/** Runs one parameterised statement within its transaction. */
export interface RunStatement {
  (text: string, parameters?: StatementParameters): Promise<readonly StatementRow[]>
  /** Present when the database keeps indexes: told of the records that the transaction wrote. */
  readonly wrote?: (records: WrittenRecords) => void
}

export interface WrittenRecords {
  readonly entities?: readonly EntityRecord[]
  readonly relations?: readonly RelationRecord[]
}

/** Relations at some entities: those known entirely, and the keys of those whose record must be read. */
export interface KnownRelations {
  readonly records: readonly RelationRecord[]
  readonly unread: readonly RelationKey[]
}

/**
 * A graph database that runs our statements: the embedded one, or one behind Bolt. Errors are StoreErrors without secrets; an
 * aborted signal rejects with its reason.
 */
export interface Database {
  readonly layout: Layout
  /** Runs one read-only statement. */
  read(text: string, parameters: StatementParameters, signal?: AbortSignal): Promise<readonly StatementRow[]>
  /** Runs `work` in a write transaction: committed when it resolves with `commit: true`, rolled back otherwise. */
  write<T>(
    work: (run: RunStatement) => Promise<{ commit: boolean; result: T }>,
    signal?: AbortSignal,
  ): Promise<T>
  /** Returns relations from the database's own index; undefined when there is none yet. */
  knownRelations?(request: NeighbourRequest): Promise<KnownRelations | undefined>
  /** Returns which entities may contain a text, from the database's own index; undefined when it cannot say. */
  entitiesWithText?(request: TextRequest): Promise<TextCandidates | undefined>
  /** Returns entities in the order of a field that it holds; undefined when it does not. */
  firstEntities?(request: FirstRequest): Promise<FirstEntities | undefined>
}

/** Part of the entities of a type in the order of a field: after a value, about `size` from the `from`th on. */
export interface FirstRequest {
  readonly domain: string
  readonly type: string
  readonly field: string
  readonly descending: boolean
  /** Bound of the previous part; -Infinity for none. */
  readonly above: number
  readonly from: number
  readonly size: number
  readonly signal: AbortSignal | undefined
}

/** Values by stable key. All others before `bound`, which is negative when descending, were in earlier parts; Infinity ends. */
export interface FirstEntities {
  readonly values: ReadonlyMap<string, number>
  readonly bound: number
  /** Another one once anything changed: parts of different versions may repeat or miss an entity that moved between them. */
  readonly version: symbol
}

export interface TextRequest {
  /** Lower-cased part of the search text. */
  readonly text: string
  /** Beginning of the stable keys, and a part of them; both may be empty. */
  readonly prefix: string
  readonly part: string
  /** Only stable keys after this one; empty for all. */
  readonly after: string
  readonly most: number
}

/** Stable keys in their order; `isAll` when no others follow. */
export interface TextCandidates {
  readonly keys: readonly string[]
  readonly isAll: boolean
}

export interface NeighbourRequest {
  readonly workspace: string
  /** Stable keys of the entities whose relations are requested. */
  readonly keys: readonly string[]
  /** Outgoing relations, incoming ones, or both. */
  readonly side: 'out' | 'in' | 'both'
  /** Empty for any. */
  readonly types: readonly string[]
  readonly time: TimeRange | undefined
  readonly signal: AbortSignal | undefined
}

/** A page of a scan: its records, and the start of the next page, if any. */
export interface ScanPage<R> {
  readonly records: readonly R[]
  readonly next: string | undefined
}

/** Start of a page (empty for the first), and its maximum number of records. */
export interface PageRequest {
  readonly workspace: string
  readonly after: string
  readonly size: number
  readonly signal: AbortSignal | undefined
}

/**
 * Storage layout of records, as far as engines differ in what is fast: a server behind Bolt and the embedded
 * database store and find the same records differently. Results may include records that time and text rules
 * exclude; callers check again.
 */
export interface Layout {
  /** Returns which of the uids have a node. */
  presentEntities(run: RunStatement, uids: readonly string[]): Promise<readonly string[]>
  createEntities(run: RunStatement, workspace: string, rows: readonly EntityColumns[]): Promise<void>
  /** @throws StoreError CONFLICT when the database contains one of them twice */
  readRelations(
    run: RunStatement,
    workspace: string,
    keys: readonly RelationKey[],
  ): Promise<readonly RelationRecord[]>
  /** Both end nodes must exist. */
  createRelations(run: RunStatement, workspace: string, records: readonly RelationRecord[]): Promise<void>
  updateRelations(run: RunStatement, workspace: string, records: readonly RelationRecord[]): Promise<void>
  /** Returns the relations at some entities, in any order; possibly with duplicates. */
  neighbours(database: Database, request: NeighbourRequest): Promise<readonly RelationRecord[]>
  /** Returns all entities of a scan at once, unordered, as JSON texts; undefined if there are too many. */
  entityLines(
    database: Database,
    scan: EntityScan,
    request: Omit<PageRequest, 'after' | 'size'>,
  ): Promise<readonly string[] | undefined>
  /** Reads in the order that a scan asks for by `first`, as far as that is faster, and else from `rest`. */
  firstPages?(
    database: Database,
    scan: EntityScan,
    request: Pick<PageRequest, 'workspace' | 'signal'>,
    rest: Pages<EntityRecord>,
  ): Pages<EntityRecord>
  entityPage(database: Database, scan: EntityScan, page: PageRequest): Promise<ScanPage<EntityRecord>>
  relationPage(database: Database, scan: RelationScan, page: PageRequest): Promise<ScanPage<RelationRecord>>
  /** Counts the relations visible without a time range. */
  countRelations(database: Database, workspace: string, signal?: AbortSignal): Promise<number>
}

/** Rows per statement: large enough to be fast, small enough for any server's message limits. */
const CHUNK = 5_000

/** Runs `work` for one slice after another and joins the rows; an empty list runs nothing. */
export async function inChunks<T>(
  items: readonly T[],
  work: (chunk: readonly T[]) => Promise<readonly StatementRow[]>,
  size = CHUNK,
): Promise<StatementRow[]> {
  const out: StatementRow[] = []
  for (let start = 0; start < items.length; start += size) {
    for (const row of await work(items.slice(start, start + size))) out.push(row)
  }
  return out
}
