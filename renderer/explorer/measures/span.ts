import type { Series } from '#shared/telemetry/answer.ts'
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

/** Half the width of a time in which values are looked for. */
const AROUND_SECONDS = 6 * HOUR_SECONDS
/** Such times at most: each costs requests. */
const MAX_LOOKED = 4

/** Times around the latest of these moments, the latest first, none within another. */
export function spansAround(moments: readonly number[], now: number): readonly Span[] {
  const spans: Span[] = []
  for (const moment of moments.toReversed()) {
    if (spans.length === MAX_LOOKED) break
    if (spans.some(({ from }) => moment >= from)) continue
    spans.push({ from: moment - AROUND_SECONDS, to: Math.min(moment + AROUND_SECONDS, now) })
  }
  return spans
}

/** The times of all numbers in series. */
export const timesOf = (series: readonly Pick<Series, 'times' | 'values'>[]): readonly number[] =>
  series.flatMap(({ times, values }) => times.filter((_, place) => typeof values[place] === 'number'))
