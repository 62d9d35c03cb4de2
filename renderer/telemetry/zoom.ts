import type { Span } from '#shared/telemetry/requests.ts'
import type { Zoom } from './chart-options.ts'

/** How much closer a press looks. */
const FACTOR = 2

/** What a chart shows after looking closer (or, with a factor below one, less close) around a moment; all of it where that is more. */
function around(at: number, zoom: Zoom, { from, to }: Span, factor: number, least: number): Zoom {
  const [left, right] = zoom ?? [from, to]
  const width = Math.max((right - left) / factor, least)
  const share = Math.min(1, Math.max(0, (at - left) / (right - left || 1)))
  const start = Math.max(from, at - share * width)
  const end = Math.min(to, start + width)
  return start <= from && end >= to ? undefined : [start, end]
}

/** What a chart shows after looking closer at a moment, but never at less than two steps. */
export const closer = (at: number, zoom: Zoom, span: Span, step: number): Zoom =>
  around(at, zoom, span, FACTOR, 2 * Math.max(step, 0.001))

export const wider = (at: number, zoom: Zoom, span: Span): Zoom => around(at, zoom, span, 1 / FACTOR, 0)

/** The place of the moment that lies nearest; -1 without any. */
export function nearest(times: readonly number[], at: number): number {
  let best = -1
  for (const [place, time] of times.entries())
    if (best < 0 || Math.abs(time - at) < Math.abs((times[best] ?? 0) - at)) best = place
  return best
}
