import { type Snapshot, snapshotIndex, snapshotsCollection } from '#shared/documents/query.ts'
import { documentOf, readDocument, writeDocument } from '../../app/document.ts'
import type { QueryResult } from '../../spl/result.ts'
import { starredRuns } from './stars.ts'

/** A result larger than this is not kept for comparing. Bytes of the answer. */
export const MAX_SNAPSHOT = 2_000_000
/** Runs whose rows are kept, besides the starred ones. */
export const MAX_SNAPSHOTS = 100

const index = documentOf(snapshotIndex)

export const loadSnapshots = (): Promise<void> => index.load()

/** The runs whose rows can be compared; undefined until that has been read. */
export const useSnapshots = (): readonly string[] | undefined =>
  index.use(({ status, value }) => (status === 'ready' ? value.runs : undefined))

/** Which runs keep their rows: the newest, and whatever has a star. */
export function keptRuns(
  runs: readonly string[],
  starred: ReadonlySet<string>,
  most = MAX_SNAPSHOTS,
): { readonly kept: readonly string[]; readonly dropped: readonly string[] } {
  const kept: string[] = []
  const dropped: string[] = []
  let plain = 0
  for (const run of runs) {
    if (!starred.has(run)) plain++
    const stays = starred.has(run) || plain <= most
    const list = stays ? kept : dropped
    list.push(run)
  }
  return { kept, dropped }
}

/** Keeps the rows of a run, and drops the oldest that have no star. Resolves when that is for good. */
export async function keepSnapshot(
  run: string,
  { columns, rows }: Pick<QueryResult, 'columns' | 'rows'>,
): Promise<void> {
  const starred = await starredRuns()
  await writeDocument(snapshotsCollection, run, { columns: [...columns], rows: [...rows] })
  let dropped: readonly string[] = []
  await index.change(({ runs }) => {
    const next = keptRuns([run, ...runs], starred)
    dropped = next.dropped
    return { runs: [...next.kept] }
  })
  for (const id of dropped) await writeDocument(snapshotsCollection, id, undefined)
}

/** The rows that a run returned, if they were kept. */
export const readSnapshot = (run: string): Promise<Snapshot | undefined> =>
  readDocument(snapshotsCollection, run)
