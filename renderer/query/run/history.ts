import {
  historyEntrySchema,
  historyLog,
  type HistoryEntry,
  type HistoryRecord,
  type Tab,
} from '#shared/documents/query.ts'
import { recordRecent } from '../../app/recents.ts'
import { workbench } from '../../app/workbench.ts'
import type { Run } from './run.ts'
import { storeSnapshot, MAX_SNAPSHOT_BYTES } from './snapshots.ts'

const { collection } = historyLog

function describe(run: Run): Pick<HistoryEntry, 'outcome' | 'rows' | 'code' | 'message'> {
  const { state } = run
  if (state.kind === 'failed') {
    return { outcome: 'failed', code: state.failure.code, message: state.failure.message }
  }
  if (state.kind !== 'answered') return { outcome: 'cancelled' }
  const { outcome } = state
  if (outcome.kind === 'rows') return { outcome: 'rows', rows: outcome.result.rows.length }
  return { outcome: 'refused', code: outcome.refusal.code, message: outcome.refusal.message }
}

/**
 * Records a finished run in the history, with its rows if they are not too many. One that was answered goes to
 * the recent items, too, under its title, otherwise its text.
 */
export async function remember(run: Run, given?: Pick<Tab, 'title' | 'called'>): Promise<void> {
  const { request, startedAt, milliseconds = 0, state } = run
  const result =
    state.kind === 'answered' && state.outcome.kind === 'rows' && state.bytes <= MAX_SNAPSHOT_BYTES
      ? state.outcome.result
      : undefined
  const entry: HistoryEntry = {
    id: run.id,
    text: request.text,
    connection: request.connection,
    at: startedAt,
    milliseconds,
    ...describe(run),
    limit: request.limit,
    parameters: { ...request.parameters },
    timeRange: request.timeRange,
    snapshot: result !== undefined,
  }
  // The entry is not delayed until its rows are stored: the page may be closed as soon as it shows the
  // answer.
  await Promise.all([
    workbench.call('documents.append', { collection, entry }),
    result && storeSnapshot(run.id, result),
  ])
  if (entry.outcome === 'rows')
    recordRecent('query', request.text, given?.title ?? request.text, given?.called)
}

/** Calls the listener when the history grows, from any window; returns an unsubscribe function. */
export function onRemembered(listener: () => void): () => void {
  void workbench.call('documents.openLog', { collection, limit: 0 }).catch(() => undefined)
  return workbench.on('documents.appended', (appended) => {
    if (appended.collection === collection) listener()
  })
}

/** Reads a page of the history, newest first. */
export async function readHistory(search: string, before?: number, limit = 200): Promise<HistoryRecord[]> {
  const records = await workbench.call('documents.readLog', { collection, limit, search, before })
  return records.flatMap(({ sequence, value }) => {
    const entry = historyEntrySchema.safeParse(value)
    return entry.success ? [{ ...entry.data, sequence }] : []
  })
}
