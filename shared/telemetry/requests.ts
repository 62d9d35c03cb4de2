import type { Note } from './answer.ts'
import type { LogsPlan, MetricsPlan } from './plan.ts'

/** What is asked of an endpoint, below its address. */
export interface TelemetryRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Unix seconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Seconds that are looked at when nothing says which. */
const DEFAULT_SPAN = 3600
/** More points of one series Prometheus refuses. */
const MAX_STEPS = 11_000
/** Points across a chart when nothing says how many. */
const WANTED_STEPS = 600
/** Steps that people read easily, seconds. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400]
/** Documents that can be paged through: Elasticsearch's own window. */
export const MAX_WINDOW = 10_000
const MAX_PAGE = 500
/** Longer queries go in a body, since servers on the way cut long addresses. Characters. */
const LONG = 2000

/** The time to look at: what was asked for, an open end closed by now and by an hour. */
export function spanOf({ from, to }: Partial<Span>, now: number): Span {
  const end = to ?? (from === undefined ? now : Math.max(now, from))
  return { from: from ?? end - DEFAULT_SPAN, to: end }
}

/** A round step that cuts a span into no more than `most` pieces. */
function roundStep(seconds: number, most: number): number {
  const least = seconds / most
  return STEPS.find((step) => step >= least) ?? Math.ceil(least / 86_400) * 86_400
}

/** The step of a range: the plan's own, made longer where the endpoint would refuse so many points. */
export function stepOf(span: Span, asked: number | undefined): { step: number; notes: Note[] } {
  const seconds = span.to - span.from
  if (asked === undefined) return { step: roundStep(seconds, WANTED_STEPS), notes: [] }
  if (seconds / asked <= MAX_STEPS) return { step: asked, notes: [] }
  const step = roundStep(seconds, MAX_STEPS)
  return { step, notes: [{ code: 'step', count: step, of: asked }] }
}

/** `query_range`, or `query` for one moment. */
export function metricsRequest(
  { apiPrefix, instant, header }: MetricsPlan,
  promql: string,
  { from, to }: Span,
  step: number,
): TelemetryRequest {
  const when: Record<string, string> = instant
    ? { time: String(to) }
    : { start: String(from), end: String(to), step: String(step) }
  const parameters = new URLSearchParams({ query: promql, ...when }).toString()
  const path = `${apiPrefix}/${instant ? 'query' : 'query_range'}`
  const headers = header ? { [header.name]: header.value } : {}
  if (parameters.length <= LONG)
    return { method: 'GET', path: `${path}?${parameters}`, headers, body: undefined }
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', path, headers: form, body: parameters }
}

/** How many documents a page holds that begins at an offset; 0 where the window ends. */
export const pageSize = ({ size }: LogsPlan, offset: number): number =>
  Math.max(0, Math.min(size, MAX_PAGE, MAX_WINDOW - offset))

/** One page of `_search`, within the span where there is one. */
export function logsRequest(plan: LogsPlan, { from, to }: Partial<Span>, offset: number): TelemetryRequest {
  const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()
  const bounds = {
    ...(from === undefined ? {} : { gte: iso(from) }),
    ...(to === undefined ? {} : { lte: iso(to) }),
  }
  const within = from === undefined && to === undefined ? [] : [{ range: { [plan.timeField]: bounds } }]
  const body = {
    from: offset,
    size: pageSize(plan, offset),
    track_total_hits: true,
    query: within.length === 0 ? plan.query : { bool: { filter: [plan.query, ...within] } },
    sort: plan.sort,
    ...(plan.source === undefined ? {} : { _source: plan.source }),
  }
  return {
    method: 'POST',
    path: `/${plan.index.split(',').map(encodeURIComponent).join(',')}/_search`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}
