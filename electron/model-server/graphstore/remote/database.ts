import type { EntityRecord, RelationKey, RelationRecord, TimeRange } from '#shared/model/entity.ts'
import type { EntityScan, RelationScan } from '../store.ts'
import type { EntityColumns } from './columns.ts'

/** A parameter of our own statements: texts, whole numbers, and lists of texts, of lists of texts or of flat rows. */
export type StatementValue =
  | string
  | number
  | readonly string[]
  | readonly (readonly string[])[]
  | readonly { readonly [column: string]: string | number }[]

export type StatementParameters = { readonly [name: string]: StatementValue }

export type StatementRow = { readonly [column: string]: unknown }

/** A text column of a row; empty when there is none. */
export function textIn(row: StatementRow | undefined, column: string): string {
  const value = row?.[column]
  return typeof value === 'string' ? value : ''
}

/** Runs one parameterised statement inside whatever transaction it belongs to. */
export type RunStatement = (
  text: string,
  parameters?: StatementParameters,
) => Promise<readonly StatementRow[]>

/**
 * A graph database that runs our statements: the embedded one, or one behind Bolt. Errors are StoreErrors without secrets; an
 * aborted signal rejects with its reason.
 */
export interface Database {
  readonly layout: Layout
  /** One read-only statement. */
  read(text: string, parameters: StatementParameters, signal?: AbortSignal): Promise<readonly StatementRow[]>
  /** Runs `work` in one write transaction: committed when it resolves with `commit: true`, rolled back otherwise. */
  write<T>(
    work: (run: RunStatement) => Promise<{ commit: boolean; result: T }>,
    signal?: AbortSignal,
  ): Promise<T>
}

export interface NeighbourRequest {
  readonly workspace: string
  /** Stable keys of the entities whose relations are wanted. */
  readonly keys: readonly string[]
  /** Relations that leave the entities, that reach them, or both. */
  readonly side: 'out' | 'in' | 'both'
  /** Empty for any. */
  readonly types: readonly string[]
  readonly time: TimeRange | undefined
  readonly signal: AbortSignal | undefined
}

/** A page of a scan: its records, and where the next one begins; `next` is undefined when nothing follows. */
export interface ScanPage<R> {
  readonly records: readonly R[]
  readonly next: string | undefined
}

/** Where a page begins (empty for the first), and how many records it may have. */
export interface PageRequest {
  readonly workspace: string
  readonly after: string
  readonly size: number
  readonly signal: AbortSignal | undefined
}

/**
 * How records lie in an engine, as far as engines differ in what is quick: a server behind Bolt and the embedded database keep and
 * find the same records in different ways. Whatever comes out may be too much by the rules of time and text; the callers check again.
 */
export interface Layout {
  /** Which of the uids have a node at all. */
  presentEntities(run: RunStatement, uids: readonly string[]): Promise<readonly string[]>
  createEntities(run: RunStatement, workspace: string, rows: readonly EntityColumns[]): Promise<void>
  /** @throws StoreError CONFLICT when the database holds one of them twice */
  readRelations(
    run: RunStatement,
    workspace: string,
    keys: readonly RelationKey[],
  ): Promise<readonly RelationRecord[]>
  /** Both ends have a node by now. */
  createRelations(run: RunStatement, workspace: string, records: readonly RelationRecord[]): Promise<void>
  updateRelations(run: RunStatement, workspace: string, records: readonly RelationRecord[]): Promise<void>
  /** Relations at some entities, in any order; one may come twice. */
  neighbours(database: Database, request: NeighbourRequest): Promise<readonly RelationRecord[]>
  /** All entities of a scan at once and in any order, as JSON texts; undefined where there are too many for that. */
  entityLines(
    database: Database,
    scan: EntityScan,
    request: Omit<PageRequest, 'after' | 'size'>,
  ): Promise<readonly string[] | undefined>
  entityPage(database: Database, scan: EntityScan, page: PageRequest): Promise<ScanPage<EntityRecord>>
  relationPage(database: Database, scan: RelationScan, page: PageRequest): Promise<ScanPage<RelationRecord>>
  /** How many relations are visible without a time range. */
  countRelations(database: Database, workspace: string, signal?: AbortSignal): Promise<number>
}

/** Rows per statement: large enough to be quick, small enough for any server's message limits. */
const CHUNK = 5_000

/** Runs `work` for one slice after the other and joins the rows; an empty list runs nothing. */
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
