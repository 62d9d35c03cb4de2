import { type RelationRecord, entityKey } from '#shared/model/entity.ts'
import { relationColumns, timeParameters, uidEnd, uidOf, visibleCondition } from '../remote/columns.ts'
import { entityConditions, relationConditions } from '../remote/conditions.ts'
import {
  type Layout,
  type NeighbourRequest,
  type PageRequest,
  type ScanPage,
  type StatementRow,
  inChunks,
  textIn,
} from '../remote/database.ts'
import { refuseDuplicates } from '../remote/duplicates.ts'

/** Ends queried per statement. */
const ENDS_PER_STATEMENT = 500

const MATCH_RELATION = 'MATCH (a:ModelEntity)-[r:MODEL_RELATION]->(b:ModelEntity)'

const FIND =
  `UNWIND $rows AS row ${MATCH_RELATION} ` +
  'WHERE a.uid = row.src AND b.uid = row.dest AND r.type = row.type'

const UPDATE = `${FIND} SET r.data = row.data, r.text = row.text, r.first = row.first, r.finish = row.finish, r.state = row.state`

const CREATE =
  'UNWIND $rows AS row MATCH (a:ModelEntity) WHERE a.uid = row.src MATCH (b:ModelEntity) WHERE b.uid = row.dest ' +
  'CREATE (a)-[:MODEL_RELATION {uid: row.uid, workspace: $workspace, type: row.type, data: row.data, text: row.text, ' +
  'first: row.first, finish: row.finish, state: row.state}]->(b)'

/** Records as properties of nodes and relations, found through the server's indexes; many per statement. */
export const JOINED_LAYOUT: Layout = {
  async presentEntities(run, uids) {
    const rows = await inChunks(uids, (chunk) =>
      run('UNWIND $uids AS u MATCH (e:ModelEntity) WHERE e.uid = u RETURN e.uid AS uid', { uids: chunk }),
    )
    return rows.map((row) => textIn(row, 'uid'))
  },

  async createEntities(run, workspace, rows) {
    await inChunks(rows, (chunk) =>
      run(
        'UNWIND $rows AS row CREATE (:ModelEntity {uid: row.uid, workspace: $workspace, domain: row.domain, type: row.type, id: row.id, ' +
          'data: row.data, text: row.text, first: row.first, finish: row.finish, state: row.state})',
        { rows: chunk, workspace },
      ),
    )
  },

  async readRelations(run, workspace, keys) {
    const wanted = keys.map((key) => ({
      src: uidOf(workspace, entityKey(key.src)),
      type: key.type,
      dest: uidOf(workspace, entityKey(key.dest)),
    }))
    const rows = await inChunks(wanted, (chunk) =>
      run(`${FIND} RETURN r.uid AS uid, r.data AS data`, { rows: chunk }),
    )
    refuseDuplicates(rows)
    return rows.map((row) => recordOf(row) as RelationRecord)
  },

  async createRelations(run, workspace, records) {
    const rows = records.map((record) => relationColumns(workspace, record))
    await inChunks(rows, (chunk) => run(CREATE, { rows: chunk, workspace }))
  },

  async updateRelations(run, workspace, records) {
    const rows = records.map((record) => relationColumns(workspace, record))
    await inChunks(rows, (chunk) => run(UPDATE, { rows: chunk }))
  },

  async neighbours(database, request) {
    const { workspace, keys, types, time, signal } = request
    const out: RelationRecord[] = []
    for (let start = 0; start < keys.length; start += ENDS_PER_STATEMENT) {
      const uids = keys.slice(start, start + ENDS_PER_STATEMENT).map((key) => uidOf(workspace, key))
      const rows = await database.read(
        `MATCH (a:ModelEntity)${ARROWS[request.side]}(:ModelEntity) WHERE a.uid IN $uids ` +
          `AND ${visibleCondition('r', time)}${types.length > 0 ? ' AND r.type IN $types' : ''} RETURN r.data AS data`,
        { uids, ...timeParameters(time), ...(types.length > 0 ? { types } : {}) },
        signal,
      )
      for (const row of rows) out.push(recordOf(row) as RelationRecord)
    }
    return out
  },

  // A server streams rows, and pages bound the amount in flight.
  entityLines: async () => undefined,

  async entityPage(database, scan, page) {
    const where = entityConditions(page.workspace, scan, page.after)
    const rows = await database.read(
      `MATCH (e:ModelEntity) WHERE ${where.text} RETURN e.uid AS uid, e.data AS data ORDER BY uid LIMIT ${page.size}`,
      where.parameters,
      page.signal,
    )
    return pageOf(rows, page)
  },

  async relationPage(database, scan, page) {
    const where = relationConditions(page.workspace, scan, page.after)
    const rows = await database.read(
      `${MATCH_RELATION} WHERE ${where.text} RETURN r.uid AS uid, r.data AS data ORDER BY uid LIMIT ${page.size}`,
      where.parameters,
      page.signal,
    )
    return pageOf(rows, page)
  },

  async countRelations(database, workspace, signal) {
    const rows = await database.read(
      `MATCH (:ModelEntity)-[r:MODEL_RELATION]->(:ModelEntity) WHERE r.uid > $from AND r.uid < $to ` +
        `AND ${visibleCondition('r', undefined)} RETURN count(r) AS n`,
      { from: uidOf(workspace, ''), to: uidEnd(workspace) },
      signal,
    )
    return Number(rows[0]?.['n'] ?? 0)
  },
}

const ARROWS: { readonly [side in NeighbourRequest['side']]: string } = {
  out: '-[r:MODEL_RELATION]->',
  in: '<-[r:MODEL_RELATION]-',
  both: '-[r:MODEL_RELATION]-',
}

/** Returns the stored record of a row; the caller knows its kind. */
function recordOf(row: StatementRow): unknown {
  return JSON.parse(textIn(row, 'data'))
}

function pageOf<R>(rows: readonly StatementRow[], { size }: PageRequest): ScanPage<R> {
  return {
    records: rows.map((row) => recordOf(row) as R),
    next: rows.length < size ? undefined : textIn(rows.at(-1), 'uid'),
  }
}
