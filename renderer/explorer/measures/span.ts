import type { Span } from '#shared/telemetry/requests.ts'
import { EVER, type TimeRange } from '../topology/time-range.ts'

/** What is looked at before a moment, seconds. */
const HOUR = 3600

/**
 * The time whose measurements are shown with a topology: the hour before the moment that the time machine stands at, else what
 * the time range says, its open end closed, else the last hour.
 */
export function measuredSpan(moment: number | undefined, range: TimeRange | undefined, now: number): Span {
  if (moment !== undefined) return { from: moment - HOUR, to: moment }
  const seconds = (instant: string | undefined): number | undefined =>
    instant === undefined ? undefined : Date.parse(instant) / 1000
  const to = Math.min(seconds(range?.to) ?? now, now)
  const from = range?.from === EVER.from ? undefined : seconds(range?.from)
  return from === undefined || from >= to ? { from: to - HOUR, to } : { from, to }
}

/** The same as a query's time range. */
export const rangeOfSpan = ({ from, to }: Span): Required<TimeRange> => ({
  from: new Date(from * 1000).toISOString(),
  to: new Date(to * 1000).toISOString(),
})
