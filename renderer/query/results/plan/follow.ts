import type { LogRow, TelemetryAnswer } from '#shared/telemetry/answer.ts'
import type { Span } from '#shared/telemetry/requests.ts'
import { toFailure } from '#shared/workbench/failure.ts'
import { workbench } from '../../../app/workbench.ts'
import { runsOf, useRuns } from '../../run/run-store.ts'
import { changePlanState, type PlanRequest, usePlanRuns } from './plan-runs.ts'

/** Poll interval in milliseconds; chosen to spare the endpoint. */
const INTERVAL_MS = 5000
/** Maximum log entries held while following; the oldest are dropped. */
const MAX_ROWS = 5000
/** Maximum requests of live mode kept. */
const MAX_EXCHANGES = 20

const followers = new Map<string, AbortController>()

/** The next time range to fetch: same length, up to now; for logs, since the newest entry. */
export function nextSpan(answer: TelemetryAnswer, now: number): Span {
  if (answer.kind === 'series') return { from: now - (answer.to - answer.from), to: now }
  const newest = answer.rows.reduce<number>((most, { time }) => Math.max(most, time ?? 0), 0) / 1000
  return { from: newest > 0 ? Math.min(newest, now) : (answer.to ?? now), to: now }
}

const timeOf = ({ time }: LogRow): number => time ?? 0

/** Merges newer entries into the shown ones, preserving the order. */
export function followed(before: TelemetryAnswer, came: TelemetryAnswer): TelemetryAnswer {
  // Without new samples, keep showing the old ones.
  if (came.kind === 'series') return came.series.length > 0 ? came : before
  if (before.kind !== 'logs') return came
  const known = new Set(before.rows.map(({ id }) => id))
  const fresh = came.rows.filter(({ id }) => !known.has(id))
  const [first, last] = [before.rows[0], before.rows.at(-1)]
  const ascending = first !== undefined && last !== undefined && timeOf(first) < timeOf(last)
  const newestFirst = [...fresh, ...before.rows].sort((a, b) => timeOf(b) - timeOf(a)).slice(0, MAX_ROWS)
  const { total } = before
  return {
    ...before,
    to: came.to ?? before.to,
    rows: ascending ? newestFirst.toReversed() : newestFirst,
    ...(total ? { total: { ...total, count: total.count + fresh.length } } : {}),
    // Page offsets counted from the newest entry are no longer valid.
    next: undefined,
    notes: came.notes,
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Whether the tab still shows the followed plan and is visible. */
const isThere = ({ run, tab }: PlanRequest): boolean =>
  runsOf(useRuns.getState(), tab).some(({ id }) => id === run)

async function refresh(request: PlanRequest, signal: AbortSignal): Promise<void> {
  const { run, plan } = request
  const { answer, connection = '' } = usePlanRuns.getState()[run] ?? {}
  if (!answer) return
  const span = nextSpan(answer, Date.now() / 1000)
  const came = await workbench.call('telemetry.run', { connection, plan, ...span }, { signal })
  const now = usePlanRuns.getState()[run]
  if (signal.aborted || !now?.answer) return
  changePlanState(run, {
    exchanges: [...now.exchanges, ...came.exchanges].slice(-MAX_EXCHANGES),
    ...(came.answer ? { answer: followed(now.answer, came.answer) } : {}),
    ...(came.failure ? { failure: came.failure } : {}),
  })
  if (came.failure) stopFollowing(run)
}

async function followOn(request: PlanRequest, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && isThere(request)) {
    if (!document.hidden) {
      try {
        await refresh(request, signal)
      } catch (error) {
        if (!signal.aborted) changePlanState(request.run, { failure: toFailure(error) })
        break
      }
    }
    await pause(INTERVAL_MS, signal)
  }
  stopFollowing(request.run)
}

function stopFollowing(run: string): void {
  followers.get(run)?.abort()
  followers.delete(run)
  changePlanState(run, { following: false })
}

/**
 * Toggles live mode: fetches new data every few seconds until it is toggled again, the query is rerun, or the
 * endpoint refuses.
 */
export function toggleFollow(request: PlanRequest): void {
  if (followers.has(request.run)) return stopFollowing(request.run)
  const controller = new AbortController()
  followers.set(request.run, controller)
  changePlanState(request.run, { following: true, failure: undefined })
  void followOn(request, controller.signal)
}
