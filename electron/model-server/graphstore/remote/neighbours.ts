import type { TimeRange } from '#shared/model/entity.ts'
import { timeParameters, uidOf, visibleCondition } from './columns.ts'
import { type Database, type StatementRow, textIn } from './database.ts'

/** Ends asked about per statement. */
const ENDS_PER_STATEMENT = 500

export interface NeighbourRequest {
  readonly workspace: string
  /** Stable keys of the entities whose relations are wanted. */
  readonly keys: readonly string[]
  /** Relations that leave the entities, or that reach them. */
  readonly side: 'out' | 'in'
  /** Empty for any. */
  readonly types: readonly string[]
  readonly time: TimeRange | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * The relations that leave or reach some entities, as JSON texts. Found through the index on `uid`: engines take `IN` and `=` for a
 * look-up, where a join with an unwound list can make them go through every relation.
 */
export async function neighbourRelations(database: Database, request: NeighbourRequest): Promise<string[]> {
  const { workspace, keys, side, types, time, signal } = request
  const arrow = side === 'out' ? '-[r:MODEL_RELATION]->' : '<-[r:MODEL_RELATION]-'
  const out: string[] = []
  for (let start = 0; start < keys.length; start += ENDS_PER_STATEMENT) {
    const uids = keys.slice(start, start + ENDS_PER_STATEMENT).map((key) => uidOf(workspace, key))
    const [only] = uids
    const single = uids.length === 1 && only !== undefined
    const rows = await database.read(
      `MATCH (a:ModelEntity)${arrow}(:ModelEntity) WHERE a.uid ${single ? '= $uid' : 'IN $uids'} ` +
        `AND ${visibleCondition('r', time)}${types.length > 0 ? ' AND r.type IN $types' : ''} RETURN r.data AS data`,
      {
        ...(single ? { uid: only } : { uids }),
        ...timeParameters(time),
        ...(types.length > 0 ? { types } : {}),
      },
      signal,
    )
    for (const row of rows) out.push(textIn(row, 'data'))
  }
  return out
}

/** The stored rows of these entities, in any order; those that do not exist are missing. */
export async function entityRows(
  database: Database,
  workspace: string,
  keys: readonly string[],
  signal: AbortSignal | undefined,
): Promise<StatementRow[]> {
  const out: StatementRow[] = []
  for (let start = 0; start < keys.length; start += ENDS_PER_STATEMENT) {
    const uids = keys.slice(start, start + ENDS_PER_STATEMENT).map((key) => uidOf(workspace, key))
    out.push(
      ...(await database.read(
        'UNWIND $uids AS u MATCH (e:ModelEntity) WHERE e.uid = u RETURN e.uid AS uid, e.data AS data',
        { uids },
        signal,
      )),
    )
  }
  return out
}
