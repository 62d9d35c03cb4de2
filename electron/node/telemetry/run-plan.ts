import type { Exchange, Note, PlanRun, SeriesAnswer, TelemetryAnswer } from '#shared/telemetry/answer.ts'
import { readLogs } from '#shared/telemetry/documents.ts'
import { type LogsPlan, type MetricsPlan, readPlan } from '#shared/telemetry/plan.ts'
import { readMetrics, type Refusal } from '#shared/telemetry/prometheus.ts'
import {
  logsRequest,
  MAX_WINDOW,
  metricsRequest,
  pageSize,
  type Span,
  spanOf,
  stepOf,
} from '#shared/telemetry/requests.ts'
import { toFailure, WorkbenchError } from '#shared/workbench/failure.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { type Endpoint, jsonOf, PROTOCOL_NAMES, refusalOf, send } from './endpoint.ts'

/** Points of all series together: as many as a page can draw without a noticeable delay. */
const MAX_POINTS = 300_000
/**
 * Smaller clock differences are explained by network latency and the one-second resolution of the Date
 * header. Milliseconds.
 */
const MAX_SKEW_MS = 30_000

/** Progress of a run, with the result of its latest query if more follow. */
interface Progress {
  readonly done: number
  readonly of: number
  readonly part?: SeriesAnswer
}

interface Running {
  readonly endpoint: Endpoint
  readonly signal: AbortSignal
  /** All requests sent, in order. */
  readonly exchanges: Exchange[]
  report(progress: Progress): void
}

/** What to run, and on which endpoint. */
interface PlanRequest {
  readonly endpoint: Endpoint
  /** As a model server generated it. */
  readonly plan: unknown
  /** Offset of a page of documents. */
  readonly offset: number
  /** Unix seconds; overrides the plan's own time. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly signal: AbortSignal
  report?(progress: Progress): void
}

/**
 * Runs a plan within limits of time, bytes and points. A refusal by the endpoint is returned as a failure
 * beside the requests.
 * @throws WorkbenchError when it is not a plan, or not one for this endpoint
 */
export async function runPlan({
  endpoint,
  plan: written,
  offset,
  from,
  to,
  signal,
  report,
}: PlanRequest): Promise<PlanRun> {
  const plan = readPlan(written)
  if (!plan) throw workbenchError('TELEMETRY_PLAN')
  const protocol = PROTOCOL_NAMES[plan.protocol]
  if (plan.protocol !== endpoint.protocol)
    throw workbenchError('TELEMETRY_PROTOCOL', { name: endpoint.name, protocol })
  const planInSpan = from === undefined && to === undefined ? plan : { ...plan, from, to }
  if (planInSpan.from !== undefined && planInSpan.to !== undefined && planInSpan.from > planInSpan.to)
    throw workbenchError('TELEMETRY_RANGE')
  const exchanges: Exchange[] = []
  const running: Running = { endpoint, signal, exchanges, report: (progress) => report?.(progress) }
  try {
    const answer =
      planInSpan.protocol === 'prometheus'
        ? await metrics(planInSpan, running)
        : await logs(planInSpan, offset, running)
    return { exchanges, answer }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof WorkbenchError)) throw error
    return { exchanges, failure: toFailure(error) }
  }
}

/** Runs the queries sequentially, to spare the endpoint. If some fail and others succeed, the failures become notes. */
async function metrics(plan: MetricsPlan, running: Running): Promise<SeriesAnswer> {
  const span = spanOf(plan, Date.now() / 1000)
  const { step, notes } = plan.instant ? { step: 0, notes: [] } : stepOf(span, plan.step)
  const answer: SeriesAnswer = {
    kind: 'series',
    queries: [...plan.queries],
    ...span,
    step,
    series: [],
    notes,
  }
  const of = plan.queries.length
  let points = MAX_POINTS
  let failed: WorkbenchError | undefined
  let failures = 0
  for (const [query, { name, promql }] of plan.queries.entries()) {
    running.report({ done: query, of })
    try {
      const value = await ask(running, metricsRequest(plan, promql, span, step), notes)
      const found = accepted(readMetrics(value, { query, span, step, points }), running.endpoint)
      points -= found.series.reduce((sum, { times }) => sum + times.length, 0)
      answer.series.push(...found.series)
      notes.push(...found.notes)
      const done = query + 1
      const queries = plan.queries.slice(0, done)
      if (done < of)
        running.report({ done, of, part: { ...answer, queries, series: found.series, notes: [] } })
    } catch (error) {
      if (!(error instanceof WorkbenchError)) throw error
      failed = error
      failures++
      notes.push({ code: 'query', text: `${name}: ${error.message}` })
    }
  }
  if (failed && failures === of) throw failed
  return answer
}

async function logs(plan: LogsPlan, offset: number, running: Running): Promise<TelemetryAnswer> {
  const span: Partial<Span> = { from: plan.from, to: plan.to }
  const notes: Note[] = []
  const size = pageSize(plan, offset)
  const value = await ask(running, logsRequest(plan, span, offset), notes)
  const { rows, total, notes: found } = accepted(readLogs(value, plan.timeField, span), running.endpoint)
  notes.push(...found)
  const end = offset + size
  const more = total === undefined ? rows.length >= size : total.count > end
  if (more && end >= MAX_WINDOW) notes.push({ code: 'window', count: MAX_WINDOW })
  const next = more && rows.length > 0 && end < MAX_WINDOW ? end : undefined
  return { kind: 'logs', ...span, rows, total, next, notes }
}

async function ask(
  { endpoint, signal, exchanges }: Running,
  request: Parameters<typeof send>[1],
  notes: Note[],
): Promise<unknown> {
  const sent = await send(endpoint, request, signal, (exchange) => exchanges.push(exchange))
  const ahead = sent.clock === undefined ? 0 : sent.clock - Date.now()
  if (Math.abs(ahead) > MAX_SKEW_MS && !notes.some(({ code }) => code === 'skew'))
    notes.push({ code: 'skew', count: Math.round(ahead / 1000) })
  return jsonOf(endpoint, sent, refusalOf)
}

/** Returns the parsed answer. @throws WorkbenchError if it could not be parsed */
function accepted<T extends object>(read: T | Refusal, { name, protocol }: Endpoint): T {
  if (!('refused' in read)) return read
  const reason = read.refused
  if (read.spoken) throw workbenchError('TELEMETRY_SAID', { name, reason })
  throw workbenchError('TELEMETRY_MALFORMED', { name, protocol: PROTOCOL_NAMES[protocol], reason })
}
