import { type Element, elementKey } from '#shared/model/element.ts'
import {
  type EntityRecord,
  type RelationRecord,
  type TimeRange,
  entityKey,
  relationKey,
} from '#shared/model/entity.ts'
import type { Graph } from '../../cypher/index.ts'
import { nameMatches, relationSearchText, searchText, visible } from '../semantics.ts'
import type {
  Batch,
  BatchResult,
  Direction,
  EntityScan,
  Pages,
  RelationScan,
  Traversal,
  Workspace,
  WorkspaceCounts,
} from '../store.ts'
import { uidEnd, uidOf, visibleCondition } from './columns.ts'
import {
  type Database,
  type PageRequest,
  type RunStatement,
  type ScanPage,
  type StatementRow,
  inChunks,
  textIn,
} from './database.ts'
import { entityRows } from './entity-rows.ts'
import { RemoteGraph } from './remote-graph.ts'
import { writeBatch } from './write-batch.ts'

/**
 * Rows of the first page of a scan without a limit, and the maximum of later ones: each page searches the
 * whole table again.
 */
const FIRST_PAGE_ROWS = 500
const MAX_PAGE_ROWS = 20_000

/** Records parsed before yielding to other work. */
const SLICE = 1_000

/** A workspace in a graph database. Caches only the elements, as long as their revision is current. */
export class RemoteWorkspace implements Workspace {
  readonly name: string
  readonly #database: Database
  #cached: { readonly revision: number; readonly elements: readonly Element[] } | undefined

  constructor(name: string, database: Database) {
    this.name = name
    this.#database = database
  }

  async putElements(elements: readonly Element[], signal?: AbortSignal): Promise<void> {
    const latest = new Map(elements.map((element) => [elementKey(element), element]))
    const rows = [...latest].map(([key, element]) => ({
      uid: uidOf(this.name, key),
      data: JSON.stringify(element),
    }))
    await this.#database.write(async (run) => {
      await this.#touch(run)
      const known = await inChunks(
        rows.map((row) => row.uid),
        (uids) =>
          run('UNWIND $uids AS u MATCH (e:ModelElement) WHERE e.uid = u RETURN e.uid AS uid', { uids }),
      )
      const present = new Set(known.map((row) => row['uid']))
      await inChunks(
        rows.filter((row) => present.has(row.uid)),
        (chunk) =>
          run('UNWIND $rows AS row MATCH (e:ModelElement) WHERE e.uid = row.uid SET e.data = row.data', {
            rows: chunk,
          }),
      )
      await inChunks(
        rows.filter((row) => !present.has(row.uid)),
        (chunk) =>
          run(
            'UNWIND $rows AS row CREATE (:ModelElement {uid: row.uid, workspace: $workspace, data: row.data})',
            {
              rows: chunk,
              workspace: this.name,
            },
          ),
      )
      return { commit: true, result: undefined }
    }, signal)
    this.#cached = undefined
  }

  async elements(signal?: AbortSignal): Promise<readonly Element[]> {
    const revision = await this.#revision(signal)
    if (this.#cached && this.#cached.revision === revision) return this.#cached.elements
    // Together with their revision: two reads may be answered by two servers, one of which lags behind.
    const rows = await this.#database.read(
      'MATCH (w:ModelWorkspace) WHERE w.name = $workspace MATCH (e:ModelElement) WHERE e.uid > $from AND e.uid < $to ' +
        'RETURN w.revision AS revision, e.data AS data ORDER BY e.uid',
      { workspace: this.name, ...this.#bounds() },
      signal,
    )
    const elements = rows.map((row) => JSON.parse(textIn(row, 'data')) as Element)
    this.#cached = { revision: Number(rows[0]?.['revision'] ?? -1), elements }
    return elements
  }

  async write(
    batch: Batch,
    options: { readonly partial: boolean },
    signal?: AbortSignal,
  ): Promise<BatchResult> {
    return this.#database.write(async (run) => {
      await this.#touch(run)
      const result = await writeBatch(run, this.name, batch, options.partial, this.#database.layout)
      return { commit: result.committed, result }
    }, signal)
  }

  async entity(key: string, signal?: AbortSignal): Promise<EntityRecord | undefined> {
    const rows = await this.#database.read(
      "MATCH (e:ModelEntity) WHERE e.uid = $uid AND e.state <> 'absent' RETURN e.data AS data",
      { uid: uidOf(this.name, key) },
      signal,
    )
    const [row] = rows
    return row && (JSON.parse(textIn(row, 'data')) as EntityRecord)
  }

  scanEntities(scan: EntityScan, signal?: AbortSignal): Pages<EntityRecord> {
    if (scan.ids?.length === 0) return { next: () => null }
    if (scan.ids && isExact(scan.domain) && isExact(scan.type)) {
      const { domain, type } = scan
      const keys = [...new Set(scan.ids)].sort().map((id) => entityKey({ domain, type, id }))
      return this.#lookUp(keys, scan, signal)
    }
    const ordered = this.#pages<EntityRecord>(
      (page) => this.#database.layout.entityPage(this.#database, scan, page),
      (record) => visible(record, scan.time),
      scan.limit,
      signal,
    )
    if (!scan.unordered) return ordered
    const unordered = this.#unordered(scan, ordered, signal)
    const { layout } = this.#database
    return layout.firstPages?.(this.#database, scan, { workspace: this.name, signal }, unordered) ?? unordered
  }

  scanRelations(scan: RelationScan, signal?: AbortSignal): Pages<RelationRecord> {
    const ends = scan.touching ?? exactEnd(scan)
    if (ends) return this.#touching(scan, ends, signal)
    return this.#pages<RelationRecord>(
      (page) => this.#database.layout.relationPage(this.#database, scan, page),
      (record) => visible(record, scan.time) && matches(record, scan),
      scan.limit,
      signal,
    )
  }

  async traverse(traversal: Traversal, signal?: AbortSignal): Promise<readonly RelationRecord[]> {
    const found = new Map<string, RelationRecord>()
    const visited = new Set(traversal.seeds)
    let frontier = [...visited]
    for (let step = 0; step < traversal.depth && frontier.length > 0; step += 1) {
      const following = new Set<string>()
      for (const record of await this.#neighbours(frontier, traversal.direction, traversal.time, signal)) {
        found.set(relationKey(record), record)
        if (traversal.direction !== 'in') following.add(entityKey(record.dest))
        if (traversal.direction !== 'out') following.add(entityKey(record.src))
      }
      frontier = [...following].filter((key) => !visited.has(key))
      for (const key of frontier) visited.add(key)
    }
    return sortedByKey(found)
  }

  graph(time?: TimeRange, signal?: AbortSignal): Graph {
    return new RemoteGraph(this.#database, this.name, time, signal)
  }

  async counts(signal?: AbortSignal): Promise<WorkspaceCounts> {
    const count = async (label: string, condition: string): Promise<number> => {
      const rows = await this.#database.read(
        `MATCH (e:${label}) WHERE e.uid > $from AND e.uid < $to${condition} RETURN count(e) AS n`,
        this.#bounds(),
        signal,
      )
      return Number(rows[0]?.['n'] ?? 0)
    }
    return {
      elements: await count('ModelElement', ''),
      entities: await count('ModelEntity', ` AND ${visibleCondition('e', undefined)}`),
      relations: await this.#database.layout.countRelations(this.#database, this.name, signal),
    }
  }

  /** Increments the workspace's write counter. As the first statement of every write, it also serialises writers. */
  async #touch(run: RunStatement): Promise<void> {
    await run('MERGE (w:ModelWorkspace {name: $workspace}) SET w.revision = coalesce(w.revision, 0) + 1', {
      workspace: this.name,
    })
  }

  async #revision(signal?: AbortSignal): Promise<number> {
    const rows = await this.#database.read(
      'MATCH (w:ModelWorkspace) WHERE w.name = $workspace RETURN w.revision AS revision',
      { workspace: this.name },
      signal,
    )
    return Number(rows[0]?.['revision'] ?? 0)
  }

  #bounds() {
    return { from: uidOf(this.name, ''), to: uidEnd(this.name) }
  }

  #pages<R>(
    read: (page: PageRequest) => Promise<ScanPage<R>>,
    keep: (record: R) => boolean,
    limit = Number.POSITIVE_INFINITY,
    signal?: AbortSignal,
  ): Pages<R> {
    let after: string | undefined = ''
    let size = Math.min(FIRST_PAGE_ROWS, limit)
    let left = limit
    return {
      next: async () => {
        while (after !== undefined && left > 0) {
          const { records, next }: ScanPage<R> = await read({ workspace: this.name, after, size, signal })
          after = next
          size = Math.min(size * 4, MAX_PAGE_ROWS)
          const page = records.filter(keep).slice(0, left)
          left -= page.length
          if (page.length > 0) return page
        }
        return null
      },
    }
  }

  /** Returns records in any order with a single search of the table, if there are not too many. */
  #unordered(
    scan: EntityScan,
    ordered: Pages<EntityRecord>,
    signal: AbortSignal | undefined,
  ): Pages<EntityRecord> {
    let lines: readonly string[] | undefined
    let start: number | undefined
    return {
      next: async () => {
        if (start === undefined) {
          start = 0
          const request = { workspace: this.name, signal }
          lines = await this.#database.layout.entityLines(this.#database, scan, request)
        }
        if (!lines) return ordered.next()
        if (start >= lines.length) return null
        const slice = lines.slice(start, start + SLICE)
        start += SLICE
        return slice
          .map((line) => JSON.parse(line) as EntityRecord)
          .filter((record) => visible(record, scan.time))
      },
    }
  }

  /** Returns records by key, without a scan. */
  #lookUp(keys: readonly string[], scan: EntityScan, signal?: AbortSignal): Pages<EntityRecord> {
    let done = false
    return {
      next: async () => {
        if (done) return null
        done = true
        const rows = await entityRows(this.#database, this.name, keys, signal)
        const records = rows.flatMap((row) =>
          textIn(row, 'data') === '' ? [] : [recordOf(row) as EntityRecord],
        )
        const page = records
          .filter((record) => visible(record, scan.time))
          .filter((record) => !scan.text || searchText(record).includes(scan.text.toLowerCase()))
          .sort((a, b) => (entityKey(a) < entityKey(b) ? -1 : 1))
          .slice(0, scan.limit)
        return page.length > 0 ? page : null
      },
    }
  }

  #touching(scan: RelationScan, ends: readonly string[], signal?: AbortSignal): Pages<RelationRecord> {
    let done = false
    return {
      next: async () => {
        if (done) return null
        done = true
        const found = new Map<string, RelationRecord>()
        for (const record of await this.#neighbours(ends, 'both', scan.time, signal)) {
          if (matches(record, scan)) found.set(relationKey(record), record)
        }
        const page = sortedByKey(found).slice(0, scan.limit)
        return page.length > 0 ? page : null
      },
    }
  }

  /** Returns visible relations that leave (`out`) or reach (`in`) these entities, possibly with duplicates. */
  async #neighbours(
    keys: readonly string[],
    side: Direction,
    time: TimeRange | undefined,
    signal: AbortSignal | undefined,
  ): Promise<readonly RelationRecord[]> {
    const request = { workspace: this.name, keys, side, types: [], time, signal }
    const records = await this.#database.layout.neighbours(this.#database, request)
    return records.filter((record) => visible(record, time))
  }
}

/** Returns the end that a scan names exactly, from which its relations are found. */
function exactEnd({ src, dest }: RelationScan): readonly string[] | undefined {
  if (isExact(src)) return [src]
  return isExact(dest) ? [dest] : undefined
}

function isExact(name: string | undefined): name is string {
  return name !== undefined && name !== '' && !name.endsWith('*')
}

/** Returns the stored record of a row; the caller knows its kind. */
function recordOf(row: StatementRow): unknown {
  return JSON.parse(textIn(row, 'data'))
}

function matches(record: RelationRecord, scan: RelationScan): boolean {
  return (
    nameMatches(scan.type, record.type) &&
    nameMatches(scan.src, entityKey(record.src)) &&
    nameMatches(scan.dest, entityKey(record.dest)) &&
    (!scan.text || relationSearchText(record).includes(scan.text.toLowerCase()))
  )
}

function sortedByKey(records: ReadonlyMap<string, RelationRecord>): RelationRecord[] {
  return [...records].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record)
}
