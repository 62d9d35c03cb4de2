import {
  type EntityKey,
  type EntityRecord,
  type Lifetime,
  type RelationRecord,
  entityKey,
  relationKey,
} from '#shared/model/entity.ts'
import { type ItemRefusal, applyChange, isRefusal } from '../semantics.ts'
import { type Batch, type BatchResult, StoreError } from '../store.ts'
import {
  type EntityColumns,
  type RelationColumns,
  absentColumns,
  entityColumns,
  keyOf,
  relationColumns,
  uidOf,
} from './columns.ts'
import { type Database, type RunStatement, type StatementRow, textIn } from './database.ts'

/** Rows per statement: large enough to be quick, small enough for any server's message limits. */
const CHUNK = 5_000

interface Planned<R extends Lifetime> {
  readonly record: R
  readonly existed: boolean
}

/**
 * Applies a batch inside one transaction: reads what it touches, decides every item by the rules of semantics.ts, writes the
 * records that changed. Answers `committed: false`, with nothing written, when an item was refused and `partial` is off.
 */
export async function writeBatch(
  run: RunStatement,
  workspace: string,
  batch: Batch,
  partial: boolean,
  access: Database['relationAccess'],
): Promise<BatchResult> {
  const ends = batch.relations.flatMap(({ src, dest }) => [src, dest])
  const stored = await readEntities(run, workspace, batch.entities, ends)
  const relations = await readRelations(run, workspace, batch.relations, access)
  const entities = decide(batch.entities, entityKey, stored.records, (change, lifetime): EntityRecord => {
    const { domain, type, id } = change
    return { domain, type, id, ...lifetime }
  })
  const links = decide(batch.relations, relationKey, relations, (change, lifetime): RelationRecord => {
    const { src, type, dest } = change
    return { src: bareKey(src), type, dest: bareKey(dest), ...lifetime }
  })
  const results = { entities: entities.refusals, relations: links.refusals }
  const refused = [...entities.refusals, ...links.refusals].some((refusal) => refusal !== null)
  if (refused && !partial) return { ...results, committed: false }
  await writeEntities(run, workspace, entities.changed, stored.uids)
  await writeEnds(run, workspace, links.changed, stored.uids)
  await writeRelations(run, workspace, links.changed, access)
  return { ...results, committed: true }
}

const bareKey = ({ domain, type, id }: EntityKey): EntityKey => ({ domain, type, id })

/** Applies changes in order, each seeing the effect of those before it. */
function decide<C extends Omit<Lifetime, 'tombstone'>, R extends Lifetime>(
  changes: readonly C[],
  keyFor: (change: C) => string,
  stored: ReadonlyMap<string, R>,
  build: (change: C, lifetime: Lifetime) => R,
) {
  const changed = new Map<string, Planned<R>>()
  const refusals = changes.map((change): ItemRefusal | null => {
    const key = keyFor(change)
    const current = changed.get(key)?.record ?? stored.get(key)
    const outcome = applyChange(current, change)
    if (isRefusal(outcome)) return outcome
    changed.set(key, { record: build(change, outcome), existed: stored.has(key) })
    return null
  })
  return { changed, refusals }
}

/** The stored records of the entities to change, and which nodes of these and of the relations' ends are there at all. */
async function readEntities(
  run: RunStatement,
  workspace: string,
  changes: readonly EntityKey[],
  ends: readonly EntityKey[],
) {
  const uids = (keys: readonly EntityKey[]): string[] => [
    ...new Set(keys.map((key) => uidOf(workspace, entityKey(key)))),
  ]
  const find = 'UNWIND $uids AS u MATCH (e:ModelEntity) WHERE e.uid = u RETURN e.uid AS uid'
  const rows = await inChunks(uids(changes), (chunk) => run(`${find}, e.data AS data`, { uids: chunk }))
  refuseDuplicates(rows)
  const records = rows.flatMap((row) => {
    const data = textIn(row, 'data')
    return data === '' ? [] : [[keyOf(textIn(row, 'uid')), JSON.parse(data) as EntityRecord] as const]
  })
  const present = new Set(rows.map((row) => textIn(row, 'uid')))
  for (const row of await inChunks(uids(ends), (chunk) => run(find, { uids: chunk })))
    present.add(textIn(row, 'uid'))
  return { records: new Map(records), uids: present }
}

async function readRelations(
  run: RunStatement,
  workspace: string,
  keys: Batch['relations'],
  access: Database['relationAccess'],
) {
  const wanted = new Map(
    keys.map((key) => [
      uidOf(workspace, relationKey(key)),
      {
        src: uidOf(workspace, entityKey(key.src)),
        type: key.type,
        dest: uidOf(workspace, entityKey(key.dest)),
      },
    ]),
  )
  const rows =
    access === 'joined'
      ? await inChunks([...wanted.values()], (chunk) => run(READ_JOINED, { rows: chunk }))
      : await readOneByOne(run, wanted)
  refuseDuplicates(rows)
  return new Map(
    rows.map((row) => [keyOf(textIn(row, 'uid')), JSON.parse(textIn(row, 'data')) as RelationRecord]),
  )
}

const READ_JOINED =
  'UNWIND $rows AS row MATCH (a:ModelEntity)-[r:MODEL_RELATION]->(b:ModelEntity) ' +
  'WHERE a.uid = row.src AND b.uid = row.dest AND r.type = row.type RETURN r.uid AS uid, r.data AS data'

const ONE_RELATION =
  'MATCH (a:ModelEntity)-[r:MODEL_RELATION]->(b:ModelEntity) WHERE a.uid = $src AND b.uid = $dest AND r.type = $type '

/** Asks the table of keys which of the relations exist, and reads only those. */
async function readOneByOne(
  run: RunStatement,
  wanted: ReadonlyMap<string, { readonly src: string; readonly type: string; readonly dest: string }>,
): Promise<StatementRow[]> {
  const known = await inChunks([...wanted.keys()], (uids) =>
    run('UNWIND $uids AS u MATCH (k:ModelRelationKey) WHERE k.uid = u RETURN k.uid AS uid', { uids }),
  )
  const rows: StatementRow[] = []
  for (const row of known) {
    const ends = wanted.get(textIn(row, 'uid'))
    if (ends) rows.push(...(await run(`${ONE_RELATION}RETURN r.uid AS uid, r.data AS data`, ends)))
  }
  return rows
}

/** Two records of one key mean that somebody else writes without our rules; picking one would lose the other. */
function refuseDuplicates(rows: readonly StatementRow[]): void {
  const seen = new Set<string>()
  for (const row of rows) {
    const uid = textIn(row, 'uid')
    if (seen.has(uid)) {
      throw new StoreError(
        'CONFLICT',
        'The database holds one key twice; stop other writers and remove the copy.',
        {
          key: keyOf(uid),
        },
      )
    }
    seen.add(uid)
  }
}

const ENTITY_VALUES =
  'e.domain = row.domain, e.type = row.type, e.id = row.id, e.data = row.data, e.text = row.text, ' +
  'e.first = row.first, e.finish = row.finish, e.state = row.state'

async function writeEntities(
  run: RunStatement,
  workspace: string,
  changed: ReadonlyMap<string, Planned<EntityRecord>>,
  present: Set<string>,
): Promise<void> {
  const rows = [...changed.values()].map(({ record }) => entityColumns(workspace, record))
  // An end that a relation brought before its entity is there already, without a record.
  await inChunks(
    rows.filter((row) => present.has(row.uid)),
    (chunk) =>
      run(`UNWIND $rows AS row MATCH (e:ModelEntity) WHERE e.uid = row.uid SET ${ENTITY_VALUES}`, {
        rows: chunk,
      }),
  )
  await createEntities(
    run,
    workspace,
    rows.filter((row) => !present.has(row.uid)),
  )
  for (const row of rows) present.add(row.uid)
}

async function createEntities(
  run: RunStatement,
  workspace: string,
  rows: readonly EntityColumns[],
): Promise<void> {
  await inChunks(rows, (chunk) =>
    run(
      'UNWIND $rows AS row CREATE (:ModelEntity {uid: row.uid, workspace: $workspace, domain: row.domain, type: row.type, id: row.id, ' +
        'data: row.data, text: row.text, first: row.first, finish: row.finish, state: row.state})',
      { rows: chunk, workspace },
    ),
  )
}

/** Ends that are not there yet become nodes without a record, since a relation needs both its nodes. */
async function writeEnds(
  run: RunStatement,
  workspace: string,
  changed: ReadonlyMap<string, Planned<RelationRecord>>,
  present: Set<string>,
): Promise<void> {
  const missing = new Map<string, EntityColumns>()
  for (const { record } of changed.values()) {
    for (const end of [record.src, record.dest]) {
      const columns = absentColumns(workspace, end)
      if (!present.has(columns.uid)) missing.set(columns.uid, columns)
    }
  }
  await createEntities(run, workspace, [...missing.values()])
}

async function writeRelations(
  run: RunStatement,
  workspace: string,
  changed: ReadonlyMap<string, Planned<RelationRecord>>,
  access: Database['relationAccess'],
): Promise<void> {
  const columns = (existed: boolean): RelationColumns[] =>
    [...changed.values()]
      .filter((planned) => planned.existed === existed)
      .map(({ record }) => relationColumns(workspace, record))
  if (access === 'joined') await inChunks(columns(true), (rows) => run(UPDATE_JOINED, { rows }))
  else {
    for (const { uid: _, ...row } of columns(true)) await run(UPDATE_ONE, row)
    await inChunks(columns(false), (rows) =>
      run('UNWIND $uids AS u CREATE (:ModelRelationKey {uid: u})', { uids: rows.map((row) => row.uid) }),
    )
  }
  await inChunks(columns(false), (rows) => run(CREATE_RELATIONS, { rows, workspace }))
}

const UPDATE_JOINED =
  'UNWIND $rows AS row MATCH (a:ModelEntity)-[r:MODEL_RELATION]->(b:ModelEntity) ' +
  'WHERE a.uid = row.src AND b.uid = row.dest AND r.type = row.type ' +
  'SET r.data = row.data, r.text = row.text, r.first = row.first, r.finish = row.finish, r.state = row.state'

const UPDATE_ONE = `${ONE_RELATION}SET r.data = $data, r.text = $text, r.first = $first, r.finish = $finish, r.state = $state`

const CREATE_RELATIONS =
  'UNWIND $rows AS row MATCH (a:ModelEntity) WHERE a.uid = row.src MATCH (b:ModelEntity) WHERE b.uid = row.dest ' +
  'CREATE (a)-[:MODEL_RELATION {uid: row.uid, workspace: $workspace, type: row.type, data: row.data, text: row.text, ' +
  'first: row.first, finish: row.finish, state: row.state}]->(b)'

/** Runs `work` for one slice after the other and joins the rows; an empty list runs nothing. */
export async function inChunks<T>(
  items: readonly T[],
  work: (chunk: readonly T[]) => Promise<readonly StatementRow[]>,
): Promise<StatementRow[]> {
  const out: StatementRow[] = []
  for (let start = 0; start < items.length; start += CHUNK) {
    for (const row of await work(items.slice(start, start + CHUNK))) out.push(row)
  }
  return out
}
