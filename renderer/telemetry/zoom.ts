import type { Span } from '#shared/telemetry/requests.ts'
import type { Zoom } from './chart-options.ts'

/** Zoom factor per step. */
const FACTOR = 2

/**
 * The range after zooming around a point in time (a factor below one zooms out); undefined for the whole
 * range.
 */
function around(at: number, zoom: Zoom, { from, to }: Span, factor: number, least: number): Zoom {
  const [left, right] = zoom ?? [from, to]
  const width = Math.max((right - left) / factor, least)
  const share = Math.min(1, Math.max(0, (at - left) / (right - left || 1)))
  const start = Math.max(from, at - share * width)
  const end = Math.min(to, start + width)
  return start <= from && end >= to ? undefined : [start, end]
}

/** The range after zooming in at a point in time, never shorter than two steps. */
export const closer = (at: number, zoom: Zoom, span: Span, step: number): Zoom =>
  around(at, zoom, span, FACTOR, 2 * Math.max(step, 0.001))

export const wider = (at: number, zoom: Zoom, span: Span): Zoom => around(at, zoom, span, 1 / FACTOR, 0)

/** Index of the nearest sample time; -1 if there is none. */
export function nearest(times: readonly number[], at: number): number {
  let best = -1
  for (const [place, time] of times.entries())
    if (best < 0 || Math.abs(time - at) < Math.abs((times[best] ?? 0) - at)) best = place
  return best
}
