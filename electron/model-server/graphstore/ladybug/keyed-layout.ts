import { type EntityRecord, entityKey, relationKey } from '#shared/model/entity.ts'
import { type EntityColumns, timeParameters, uidEnd, uidOf, visibleCondition } from '../remote/columns.ts'
import { type Conditions, entityConditions, paged } from '../remote/conditions.ts'
import {
  type Database,
  type Layout,
  type NeighbourRequest,
  type PageRequest,
  type StatementParameters,
  type StatementRow,
  inChunks,
  textIn,
} from '../remote/database.ts'
import {
  LINES,
  type RecordColumns,
  linesOf,
  recordColumns,
  relationHash,
  relationsOf,
} from './relation-rows.ts'
import { firstPages } from './sorted-pages.ts'
import { linesWithText } from './text-pages.ts'

/** Control characters rarely found in texts, tried before longer separators. */
const CANDIDATES = ['\u001e', '\u001d', '\u001c']

/**
 * Returns strings that occur in none of the texts, to separate them or to represent an empty one.
 *
 * @param count how many are needed; none of them contains another
 */
function separators(texts: readonly string[], count: number): string[] {
  const free = (candidate: string): boolean => !texts.some((text) => text.includes(candidate))
  const found: string[] = []
  for (let number = 0; found.length < count; number += 1) {
    const candidate = CANDIDATES[number] ?? `\u001e${number}\u001d`
    if (free(candidate) && !found.some((other) => other.includes(candidate) || candidate.includes(other)))
      found.push(candidate)
  }
  return found
}

/**
 * Packs each row into one string. The engine's binding converts every parameter value into an object, which
 * takes several times as long as storing it; splitting a string in the engine is much faster. `$sep`
 * separates the values and `$blank` represents an empty one, which the engine's `string_split` would drop.
 */
function packed(rows: readonly (readonly string[])[]): StatementParameters {
  const [sep = '', blank = ''] = separators(rows.flat(), 2)
  return {
    rows: rows.map((row) => row.map((value) => (value === '' ? blank : value)).join(sep)),
    sep,
    blank,
  }
}

/** Start of a statement over packed rows, each unpacked to the list `f`. */
const UNPACK = 'UNWIND $rows AS line WITH string_split(line, $sep) AS f '

/** Column at a 1-based index, never empty. */
const full = (index: number): string => `f[${index}]`

/** Column at a 1-based index, possibly empty. */
const maybe = (index: number): string => `CASE WHEN f[${index}] = $blank THEN '' ELSE f[${index}] END`

/** Column at a 1-based index, as an integer. */
const whole = (index: number): string => `CAST(f[${index}] AS INT64)`

/**
 * Ladybug requires a schema, and finds nodes quickly by primary key but relations only from a node. A
 * relation's record is therefore a node of its own, found by a short hash of its key, and the relation
 * between the two entities contains only that hash: the engine stores a relation twice, once at each end, and
 * rewrites whole groups of them at every checkpoint.
 */
export const LADYBUG_SCHEMA = [
  'CREATE NODE TABLE IF NOT EXISTS ModelWorkspace(name STRING PRIMARY KEY, revision INT64)',
  'CREATE NODE TABLE IF NOT EXISTS ModelElement(uid STRING PRIMARY KEY, workspace STRING, data STRING)',
  'CREATE NODE TABLE IF NOT EXISTS ModelEntity(uid STRING PRIMARY KEY, workspace STRING, domain STRING, type STRING, id STRING, data STRING, text STRING, first INT64, finish INT64, state STRING)',
  'CREATE NODE TABLE IF NOT EXISTS ModelRelation(hash STRING PRIMARY KEY, uid STRING, type STRING, data STRING, text STRING, first INT64, finish INT64, state STRING)',
  'CREATE REL TABLE IF NOT EXISTS MODEL_RELATION(FROM ModelEntity TO ModelEntity, hash STRING, type STRING)',
]

/**
 * Up to this many entities are looked up individually, which takes the same time in a graph of any size; more
 * are joined at once.
 */
const MAX_SINGLE_ENDS = 256

/**
 * Look-ups per statement; smaller statements are padded to a power of two, to limit the number of prepared
 * statements.
 */
const MAX_ARMS = 32

/** Maximum records fetched at once: about 40 MB with average records. */
const MAX_LINES = 150_000

const CREATE_ENTITIES =
  `${UNPACK}CREATE (:ModelEntity {uid: ${full(1)}, workspace: $workspace, domain: ${full(2)}, type: ${full(3)}, id: ${full(4)}, ` +
  `data: ${maybe(5)}, text: ${maybe(6)}, first: ${whole(7)}, finish: ${whole(8)}, state: ${maybe(9)}})`

const CREATE_RECORDS =
  `${UNPACK}CREATE (:ModelRelation {hash: ${full(1)}, uid: ${full(2)}, type: ${full(3)}, data: ${full(4)}, text: ${maybe(5)}, ` +
  `first: ${whole(6)}, finish: ${whole(7)}, state: ${maybe(8)}})`

/** The engine uses the node index only for members of an unwound list; anything computed is joined with all nodes. */
const CREATE_RELATIONS =
  'UNWIND $rows AS row MATCH (a:ModelEntity) WHERE a.uid = row[1] MATCH (b:ModelEntity) WHERE b.uid = row[2] ' +
  'CREATE (a)-[:MODEL_RELATION {hash: row[3], type: row[4]}]->(b)'

const UPDATE_RECORDS =
  'UNWIND $rows AS row MATCH (r:ModelRelation) WHERE r.hash = row.hash ' +
  'SET r.data = row.data, r.text = row.text, r.first = row.first, r.finish = row.finish, r.state = row.state'

export const KEYED_LAYOUT: Layout = {
  async presentEntities(run, uids) {
    const [sep = ''] = separators(uids, 1)
    const rows = await inChunks(uids, (chunk) =>
      run(
        'UNWIND $uids AS u MATCH (e:ModelEntity) WHERE e.uid = u RETURN list_to_string($sep, collect(e.uid)) AS found',
        { uids: chunk, sep },
      ),
    )
    return rows.flatMap((row) => (textIn(row, 'found') === '' ? [] : textIn(row, 'found').split(sep)))
  },

  async createEntities(run, workspace, rows) {
    await inChunks(rows, (chunk) => run(CREATE_ENTITIES, { ...packed(chunk.map(entityValues)), workspace }))
  },

  async readRelations(run, workspace, keys) {
    const hashes = keys.map((key) => relationHash(workspace, key))
    const rows = await inChunks(hashes, (chunk) =>
      run(
        `UNWIND $hashes AS h MATCH (r:ModelRelation) WHERE r.hash = h WITH r.data AS data RETURN ${LINES}`,
        { hashes: chunk },
      ),
    )
    return rows.flatMap(relationsOf)
  },

  async createRelations(run, workspace, records) {
    const rows = records.map((record) => recordColumns(workspace, record))
    await inChunks(rows, (chunk) => run(CREATE_RECORDS, packed(chunk.map(recordValues))))
    await inChunks(rows, (chunk) =>
      run(CREATE_RELATIONS, {
        rows: chunk.map(({ src, dest, hash, type }) => [src, dest, hash, type]),
      }),
    )
    run.wrote?.({ relations: records })
  },

  async updateRelations(run, workspace, records) {
    const rows = records.map((record) => recordColumns(workspace, record))
    await inChunks(rows, (chunk) =>
      run(UPDATE_RECORDS, {
        rows: chunk.map(({ hash, data, text, first, finish, state }) => ({
          hash,
          data,
          text,
          first,
          finish,
          state,
        })),
      }),
    )
    run.wrote?.({ relations: records })
  },

  async neighbours(database, request) {
    const known = await database.knownRelations?.(request)
    const hashes = known
      ? known.unread.map((key) => relationHash(request.workspace, key))
      : await hashesAt(database, request)
    const { time, signal } = request
    const rows = await inChunks(hashes, (chunk) =>
      database.read(
        `UNWIND $hashes AS h MATCH (r:ModelRelation) WHERE r.hash = h AND ${visibleCondition('r', time)} ` +
          `WITH r.data AS data RETURN ${LINES}`,
        { hashes: chunk, ...timeParameters(time) },
        signal,
      ),
    )
    return [...(known?.records ?? []), ...rows.flatMap(relationsOf)]
  },

  firstPages,

  async entityLines(database, scan, { workspace, signal }) {
    const indexed = await linesWithText(database, scan, { workspace, after: '', size: MAX_LINES, signal })
    if (indexed) return indexed.lines
    const where = entityConditions(workspace, scan, '')
    const match = `MATCH (e:ModelEntity) WHERE ${where.text}`
    const [counted] = await database.read(`${match} RETURN count(e) AS n`, where.parameters, signal)
    if (Number(counted?.['n'] ?? 0) > MAX_LINES) return undefined
    const [row] = await database.read(
      `${match} WITH e.data AS data RETURN ${LINES}`,
      where.parameters,
      signal,
    )
    return linesOf(row)
  },

  async entityPage(database, scan, page) {
    const indexed = await linesWithText(database, scan, page)
    if (indexed) return { records: sortedBy(indexed.lines.map(entityOf), entityKey), next: indexed.next }
    const where = entityConditions(page.workspace, scan, page.after)
    const [row] = await readPage(database, 'MATCH (e:ModelEntity)', 'e', where, page)
    return { records: sortedBy(linesOf(row).map(entityOf), entityKey), next: nextOf(row, page) }
  },

  async relationPage(database, scan, page) {
    const where = paged('r', page.workspace, page.after)
      .plain(visibleCondition('r', scan.time), timeParameters(scan.time))
      .name('r.type', scan.type)
    // A relation's key begins with its source; the caller checks exactly.
    if (scan.src && scan.src !== '*') {
      const begin = scan.src.endsWith('*') ? scan.src.slice(0, -1) : `${scan.src}/`
      where.add('r.uid STARTS WITH ?', uidOf(page.workspace, begin))
    }
    if (scan.dest && scan.dest !== '*') where.add('r.uid CONTAINS ?', `/${scan.dest.replace(/\*$/, '')}`)
    if (scan.text && !scan.text.includes('\n'))
      where.either(['lower(r.uid)', 'r.text'], scan.text.toLowerCase())
    const [row] = await readPage(database, 'MATCH (r:ModelRelation)', 'r', where, page)
    return { records: sortedBy(row ? relationsOf(row) : [], relationKey), next: nextOf(row, page) }
  },

  async countRelations(database, workspace, signal) {
    const rows = await database.read(
      `MATCH (r:ModelRelation) WHERE r.uid > $from AND r.uid < $to AND ${visibleCondition('r', undefined)} RETURN count(r) AS n`,
      { from: uidOf(workspace, ''), to: uidEnd(workspace) },
      signal,
    )
    return Number(rows[0]?.['n'] ?? 0)
  },
}

const entityOf = (line: string): EntityRecord => JSON.parse(line) as EntityRecord

function entityValues(row: EntityColumns): string[] {
  const { uid, domain, type, id, data, text, first, finish, state } = row
  return [uid, domain, type, id, data, text, String(first), String(finish), state]
}

function recordValues(row: RecordColumns): string[] {
  const { hash, uid, type, data, text, first, finish, state } = row
  return [hash, uid, type, data, text, String(first), String(finish), state]
}

/**
 * Reads a page as a single row: its lines, the last uid and the count. The engine ignores an ORDER BY
 * directly followed by an aggregate and limits before sorting; the UNWIND in between prevents that.
 */
function readPage(
  database: Database,
  match: string,
  alias: string,
  where: Conditions,
  page: PageRequest,
): Promise<readonly StatementRow[]> {
  return database.read(
    `${match} WHERE ${where.text} WITH ${alias}.uid AS uid, ${alias}.data AS data ORDER BY uid LIMIT ${page.size} ` +
      `UNWIND [1] AS one RETURN ${LINES}, max(uid) AS last, count(uid) AS n`,
    where.parameters,
    page.signal,
  )
}

function nextOf(row: StatementRow | undefined, { size }: PageRequest): string | undefined {
  return Number(row?.['n'] ?? 0) < size ? undefined : textIn(row, 'last')
}

/** Collecting may change the order within a page. */
function sortedBy<R>(records: readonly R[], keyFor: (record: R) => string): R[] {
  return records
    .map((record) => ({ record, key: keyFor(record) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ record }) => record)
}

/** Returns the distinct hashes of the relations at some entities. */
async function hashesAt(database: Database, request: NeighbourRequest): Promise<string[]> {
  const { workspace, keys, types, signal } = request
  const uids = keys.map((key) => uidOf(workspace, key))
  const single = uids.length <= MAX_SINGLE_ENDS
  const typed: StatementParameters = types.length > 0 ? { types } : {}
  const rows = await inChunks(
    uids,
    (chunk) =>
      single
        ? database.read(armsFor(chunk.length, request), { ...armParameters(chunk), ...typed }, signal)
        : database.read(
            `UNWIND $uids AS u MATCH (a:ModelEntity) WHERE a.uid = u MATCH ${arm(request)} ` +
              `RETURN list_to_string(' ', collect(r.hash)) AS hashes`,
            { uids: chunk, ...typed },
            signal,
          ),
    ...(single ? [MAX_ARMS] : []),
  )
  return [
    ...new Set(
      rows.flatMap((row) =>
        textIn(row, 'hashes')
          .split(' ')
          .filter((hash) => hash !== ''),
      ),
    ),
  ]
}

const ARROWS: { readonly [side in NeighbourRequest['side']]: string } = {
  out: '-[r:MODEL_RELATION]->',
  in: '<-[r:MODEL_RELATION]-',
  both: '-[r:MODEL_RELATION]-',
}

/** Query for the relations of one entity `a` with the requested types, up to a further condition. */
function arm({ side, types }: NeighbourRequest): string {
  return `(a)${ARROWS[side]}(:ModelEntity)${types.length > 0 ? ' WHERE r.type IN $types' : ''}`
}

const armsOf = (count: number): number => 2 ** Math.ceil(Math.log2(count))

/** A statement with several look-ups; joining with a list of entities would scan all relations. */
function armsFor(count: number, { side, types }: NeighbourRequest): string {
  const typed = types.length > 0 ? ' AND r.type IN $types' : ''
  return Array.from(
    { length: armsOf(count) },
    (_, index) =>
      `MATCH (a:ModelEntity)${ARROWS[side]}(:ModelEntity) WHERE a.uid = $u${index}${typed} RETURN r.hash AS hashes`,
  ).join(' UNION ALL ')
}

function armParameters(uids: readonly string[]): { readonly [name: string]: string } {
  return Object.fromEntries(
    Array.from({ length: armsOf(uids.length) }, (_, index) => [`u${index}`, uids[index] ?? '']),
  )
}
