import { z } from 'zod'
import { noteRecent } from '../../app/recents.ts'
import { workbench } from '../../app/workbench.ts'
import type { Run } from '../run/run.ts'

/** Log with one record per run; it only grows. */
const LOG = 'query-history'
/** Snapshots of results, one document per run, for comparing two runs. */
const RESULTS = 'query-results'
/** A result larger than this is not kept for comparing. Characters of JSON. */
export const MAX_SNAPSHOT = 2_000_000

export const historyEntrySchema = z.object({
  id: z.string(),
  text: z.string(),
  connection: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  milliseconds: z.number(),
  outcome: z.enum(['rows', 'refused', 'failed', 'cancelled']),
  rows: z.number().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  limit: z.number().optional(),
  parameters: z.record(z.string(), z.unknown()).default({}),
  timeRange: z.object({ from: z.string().optional(), to: z.string().optional() }).optional(),
  /** Whether the rows were kept for comparing. */
  snapshot: z.boolean().default(false),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>

export interface HistoryRecord extends HistoryEntry {
  readonly sequence: number
}

const snapshotSchema = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), z.unknown())),
})
export type Snapshot = z.infer<typeof snapshotSchema>

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

/** Writes a finished run into the history, with its rows when they are not too many. */
export async function remember(run: Run): Promise<void> {
  const { request, startedAt, milliseconds = 0, state } = run
  const result =
    state.kind === 'answered' && state.outcome.kind === 'rows' && state.bytes <= MAX_SNAPSHOT
      ? state.outcome.result
      : undefined
  if (result) {
    const value = { columns: result.columns, rows: result.rows }
    await workbench.call('store.write', { collection: RESULTS, id: run.id, value })
  }
  const entry: HistoryEntry = {
    id: run.id,
    text: request.text,
    connection: request.connection,
    at: startedAt,
    milliseconds,
    ...describe(run),
    ...(request.limit === undefined ? {} : { limit: request.limit }),
    parameters: { ...request.parameters },
    ...(request.timeRange === undefined ? {} : { timeRange: request.timeRange }),
    snapshot: result !== undefined,
  }
  await workbench.call('store.append', { log: LOG, value: entry })
  noteRecent('query', request.text, request.text)
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

/** Tells when the history has grown; returns the way to stop. */
export function onRemembered(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A page of the history, newest first. */
export async function readHistory(search: string, before?: number, limit = 200): Promise<HistoryRecord[]> {
  const records = await workbench.call('store.tail', {
    log: LOG,
    limit,
    ...(search === '' ? {} : { search }),
    ...(before === undefined ? {} : { before }),
  })
  return records.flatMap(({ sequence, value }) => {
    const entry = historyEntrySchema.safeParse(value)
    return entry.success ? [{ ...entry.data, sequence }] : []
  })
}

/** The rows that a run returned, if they were kept. */
export async function readSnapshot(id: string): Promise<Snapshot | undefined> {
  const { value, found } = await workbench.call('store.read', { collection: RESULTS, id })
  const parsed = found ? snapshotSchema.safeParse(value) : undefined
  return parsed?.success ? parsed.data : undefined
}
