import { create } from 'zustand'
import { z } from 'zod'
import { Turns } from '#shared/workbench/turns.ts'
import { workbench } from '../../app/workbench.ts'
import type { QueryResult } from './result.ts'
import { starredRuns } from './stars.ts'

/** Rows of runs, one document per run, for comparing two runs. */
const RESULTS = 'query-results'
/** Which of them there are, newest first. */
const INDEX = { collection: 'query', id: 'snapshots' } as const
/** A result larger than this is not kept for comparing. Bytes of the answer. */
export const MAX_SNAPSHOT = 2_000_000
/** Runs whose rows are kept, besides the starred ones. */
export const MAX_SNAPSHOTS = 100

const snapshotSchema = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), z.unknown())),
})
/** Columns and rows of a run, as they were. */
export type Snapshot = Pick<QueryResult, 'columns' | 'rows'>

const indexSchema = z.object({ runs: z.array(z.string()) })

/** The runs whose rows can be compared; undefined until that has been read. */
export const useSnapshots = create<{ readonly runs: ReadonlySet<string> | undefined }>(() => ({
  runs: undefined,
}))

async function readIndex(): Promise<readonly string[]> {
  const { value } = await workbench.call('store.read', INDEX)
  const index = indexSchema.safeParse(value)
  return index.success ? index.data.runs : []
}

export async function loadSnapshots(): Promise<void> {
  useSnapshots.setState({ runs: new Set(await readIndex()) })
}

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

const writing = new Turns()

/** Keeps the rows of a run, and drops the oldest that have no star. Resolves when they are on the disk. */
export function keepSnapshot(run: string, snapshot: Snapshot): Promise<void> {
  // One at a time: the index is read anew, since another window writes it as well.
  return writing.take(() => keep(run, snapshot))
}

async function keep(run: string, snapshot: Snapshot): Promise<void> {
  const { columns, rows } = snapshot
  await workbench.call('store.write', { collection: RESULTS, id: run, value: { columns, rows } })
  const { kept, dropped } = keptRuns([run, ...(await readIndex())], await starredRuns())
  await workbench.call('store.write', { ...INDEX, value: { runs: kept } })
  for (const id of dropped) await workbench.call('store.remove', { collection: RESULTS, id })
  useSnapshots.setState({ runs: new Set(kept) })
}

/** The rows that a run returned, if they were kept. */
export async function readSnapshot(run: string): Promise<Snapshot | undefined> {
  const { value, found } = await workbench.call('store.read', { collection: RESULTS, id: run })
  const parsed = found ? snapshotSchema.safeParse(value) : undefined
  return parsed?.success ? parsed.data : undefined
}
