import type { Note } from './answer.ts'
import type { LogsPlan, MetricsPlan } from './plan.ts'

/** A request relative to an endpoint's address. */
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

/** Default time span, seconds. */
const DEFAULT_SPAN_SECONDS = 3600
/** Prometheus' limit of points per series. */
const MAX_STEPS = 11_000
/** Default number of points per chart. */
const WANTED_STEPS = 600
/** Round step sizes, seconds. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400]
/** Elasticsearch's default `max_result_window`. */
export const MAX_WINDOW = 10_000
const MAX_PAGE = 500
/** Longer queries are sent in a body, because proxies truncate long URLs. Characters. */
const MAX_URL_CHARACTERS = 2000

/** Returns the requested time span; an open end becomes now, an open start one hour earlier. */
export function spanOf({ from, to }: Partial<Span>, now: number): Span {
  const end = to ?? (from === undefined ? now : Math.max(now, from))
  return { from: from ?? end - DEFAULT_SPAN_SECONDS, to: end }
}

/** Returns a round step that divides a span into at most `most` parts. */
function roundStep(seconds: number, most: number): number {
  const least = seconds / most
  return STEPS.find((step) => step >= least) ?? Math.ceil(least / 86_400) * 86_400
}

/** Returns the step of a range query: the plan's own, increased if the endpoint would refuse that many points. */
export function stepOf(span: Span, requested: number | undefined): { step: number; notes: Note[] } {
  const seconds = span.to - span.from
  if (requested === undefined) return { step: roundStep(seconds, WANTED_STEPS), notes: [] }
  if (seconds / requested <= MAX_STEPS) return { step: requested, notes: [] }
  const step = roundStep(seconds, MAX_STEPS)
  return { step, notes: [{ code: 'step', count: step, of: requested }] }
}

/** `query_range`, or `query` for an instant. */
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
  if (parameters.length <= MAX_URL_CHARACTERS)
    return { method: 'GET', path: `${path}?${parameters}`, headers, body: undefined }
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', path, headers: form, body: parameters }
}

/** Returns the size of the page at an offset; 0 at the end of the window. */
export const pageSize = ({ size }: LogsPlan, offset: number): number =>
  Math.max(0, Math.min(size, MAX_PAGE, MAX_WINDOW - offset))

/** Builds a `_search` request for one page, within the span if given. */
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
    _source: plan.source,
  }
  return {
    method: 'POST',
    path: `/${plan.index.split(',').map(encodeURIComponent).join(',')}/_search`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}
