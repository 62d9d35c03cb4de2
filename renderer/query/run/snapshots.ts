import { type Snapshot, snapshotIndex, snapshotsCollection } from '#shared/documents/query.ts'
import { documentOf, readDocument, writeDocument } from '../../app/document.ts'
import type { QueryResult } from '../../spl/result.ts'
import { starredRuns } from './stars.ts'

/** Maximum bytes of an answer whose rows are stored for comparison. */
export const MAX_SNAPSHOT_BYTES = 2_000_000
/** Maximum runs with stored rows, besides starred ones. */
export const MAX_SNAPSHOTS = 100

const index = documentOf(snapshotIndex)

export const loadSnapshots = (): Promise<void> => index.load()

/** Ids of runs with stored rows; undefined until loaded. */
export const useSnapshots = (): readonly string[] | undefined =>
  index.use(({ status, value }) => (status === 'ready' ? value.runs : undefined))

/** The runs whose rows stay stored: the newest, and all starred ones. */
export function retainedRuns(
  runs: readonly string[],
  starred: ReadonlySet<string>,
  most = MAX_SNAPSHOTS,
): { readonly retained: readonly string[]; readonly dropped: readonly string[] } {
  const retained: string[] = []
  const dropped: string[] = []
  let plain = 0
  for (const run of runs) {
    if (!starred.has(run)) plain++
    const stays = starred.has(run) || plain <= most
    const list = stays ? retained : dropped
    list.push(run)
  }
  return { retained, dropped }
}

/** Stores a run's rows and drops the oldest without a star. Resolves when stored. */
export async function storeSnapshot(
  run: string,
  { columns, rows }: Pick<QueryResult, 'columns' | 'rows'>,
): Promise<void> {
  const starred = await starredRuns()
  await writeDocument(snapshotsCollection, run, { columns: [...columns], rows: [...rows] })
  let dropped: readonly string[] = []
  await index.change(({ runs }) => {
    const next = retainedRuns([run, ...runs], starred)
    dropped = next.dropped
    return { runs: [...next.retained] }
  })
  for (const id of dropped) await writeDocument(snapshotsCollection, id, undefined)
}

/** Reads a run's stored rows, if any. */
export const readSnapshot = (run: string): Promise<Snapshot | undefined> =>
  readDocument(snapshotsCollection, run)
