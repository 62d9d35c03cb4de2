import type { Span } from '#shared/telemetry/requests.ts'
import type { TimeRange } from '../graph/lifetime.ts'
import { EVER } from '../topology/time-range.ts'

/** Seconds shown before a point in time. */
const HOUR_SECONDS = 3600

/**
 * The time range of measurements: the hour before the time machine's position, otherwise the selected range
 * with open ends closed, otherwise the last hour.
 */
export function measuredSpan(moment: number | undefined, range: TimeRange | undefined, now: number): Span {
  if (moment !== undefined) return { from: moment - HOUR_SECONDS, to: moment }
  const seconds = (instant: string | undefined): number | undefined =>
    instant === undefined ? undefined : Date.parse(instant) / 1000
  const to = Math.min(seconds(range?.to) ?? now, now)
  const from = range?.from === EVER.from ? undefined : seconds(range?.from)
  return from === undefined || from >= to ? { from: to - HOUR_SECONDS, to } : { from, to }
}

/** Converts it to a query's time range. */
export const rangeOfSpan = ({ from, to }: Span): Required<TimeRange> => ({
  from: new Date(from * 1000).toISOString(),
  to: new Date(to * 1000).toISOString(),
})
