import { uidOf } from './columns.ts'
import { type Database, type StatementRow, inChunks } from './database.ts'

/** Entities queried per statement. */
const ENTITIES_PER_STATEMENT = 500

/** Returns the stored rows of these entities, in any order; missing ones are omitted. */
export async function entityRows(
  database: Database,
  workspace: string,
  keys: readonly string[],
  signal: AbortSignal | undefined,
): Promise<StatementRow[]> {
  return inChunks(
    keys.map((key) => uidOf(workspace, key)),
    (uids) =>
      database.read(
        'UNWIND $uids AS u MATCH (e:ModelEntity) WHERE e.uid = u RETURN e.uid AS uid, e.data AS data',
        { uids },
        signal,
      ),
    ENTITIES_PER_STATEMENT,
  )
}
