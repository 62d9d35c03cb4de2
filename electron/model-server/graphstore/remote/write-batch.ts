import {
  type EntityKey,
  type EntityRecord,
  type Lifetime,
  type RelationRecord,
  entityKey,
  relationKey,
} from '#shared/model/entity.ts'
import { type ItemRefusal, applyChange, isRefusal } from '../semantics.ts'
import type { Batch, BatchResult } from '../store.ts'
import { type EntityColumns, absentColumns, entityColumns, keyOf, uidOf } from './columns.ts'
import { type Layout, type RunStatement, inChunks, textIn } from './database.ts'
import { refuseDuplicates } from './duplicates.ts'

interface Planned<R extends Lifetime> {
  readonly record: R
  readonly existed: boolean
}

/**
 * Applies a batch in one transaction: reads the affected records, decides each item by the rules of
 * semantics.ts, and writes the changed records. Returns `committed: false`, with nothing written, when an
 * item was refused and `partial` is off.
 */
export async function writeBatch(
  run: RunStatement,
  workspace: string,
  batch: Batch,
  partial: boolean,
  layout: Layout,
): Promise<BatchResult> {
  const ends = batch.relations.flatMap(({ src, dest }) => [src, dest])
  const stored = await readEntities(run, workspace, batch.entities, ends, layout)
  const relations = new Map(
    (await layout.readRelations(run, workspace, batch.relations)).map((record) => [
      relationKey(record),
      record,
    ]),
  )
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
  await writeEntities(run, workspace, entities.changed, stored.uids, layout)
  await writeEnds(run, workspace, links.changed, stored.uids, layout)
  await layout.updateRelations(run, workspace, recordsOf(links.changed, true))
  await layout.createRelations(run, workspace, recordsOf(links.changed, false))
  return { ...results, committed: true }
}

function recordsOf<R extends Lifetime>(changed: ReadonlyMap<string, Planned<R>>, existed: boolean): R[] {
  return [...changed.values()].filter((planned) => planned.existed === existed).map(({ record }) => record)
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

/** Reads the stored records of the entities to change, and which nodes of these and of the relations' ends exist. */
async function readEntities(
  run: RunStatement,
  workspace: string,
  changes: readonly EntityKey[],
  ends: readonly EntityKey[],
  layout: Layout,
) {
  const uids = (keys: readonly EntityKey[]): string[] => [
    ...new Set(keys.map((key) => uidOf(workspace, entityKey(key)))),
  ]
  const rows = await inChunks(uids(changes), (chunk) =>
    run('UNWIND $uids AS u MATCH (e:ModelEntity) WHERE e.uid = u RETURN e.uid AS uid, e.data AS data', {
      uids: chunk,
    }),
  )
  refuseDuplicates(rows)
  const records = rows.flatMap((row) => {
    const data = textIn(row, 'data')
    return data === '' ? [] : [[keyOf(textIn(row, 'uid')), JSON.parse(data) as EntityRecord] as const]
  })
  const present = new Set(rows.map((row) => textIn(row, 'uid')))
  for (const uid of await layout.presentEntities(run, uids(ends))) present.add(uid)
  return { records: new Map(records), uids: present }
}

const ENTITY_VALUES =
  'e.domain = row.domain, e.type = row.type, e.id = row.id, e.data = row.data, e.text = row.text, ' +
  'e.first = row.first, e.finish = row.finish, e.state = row.state'

async function writeEntities(
  run: RunStatement,
  workspace: string,
  changed: ReadonlyMap<string, Planned<EntityRecord>>,
  present: Set<string>,
  layout: Layout,
): Promise<void> {
  const records = [...changed.values()].map(({ record }) => record)
  const rows = records.map((record) => entityColumns(workspace, record))
  // An end created by a relation before its entity was written already has a node, without a record.
  await inChunks(
    rows.filter((row) => present.has(row.uid)),
    (chunk) =>
      run(`UNWIND $rows AS row MATCH (e:ModelEntity) WHERE e.uid = row.uid SET ${ENTITY_VALUES}`, {
        rows: chunk,
      }),
  )
  await layout.createEntities(
    run,
    workspace,
    rows.filter((row) => !present.has(row.uid)),
  )
  for (const row of rows) present.add(row.uid)
  run.wrote?.({ entities: records })
}

/** Creates nodes without a record for missing ends, because a relation requires both its nodes. */
async function writeEnds(
  run: RunStatement,
  workspace: string,
  changed: ReadonlyMap<string, Planned<RelationRecord>>,
  present: Set<string>,
  layout: Layout,
): Promise<void> {
  const missing = new Map<string, EntityColumns>()
  for (const { record } of changed.values()) {
    for (const end of [record.src, record.dest]) {
      const columns = absentColumns(workspace, end)
      if (!present.has(columns.uid)) missing.set(columns.uid, columns)
    }
  }
  await layout.createEntities(run, workspace, [...missing.values()])
}
