import { useEffect, useState } from 'react'
import { isFields } from '#shared/json/fields.ts'
import type { Protocol, LogRow } from '#shared/telemetry/answer.ts'
import { severityOf } from '#shared/telemetry/documents.ts'
import type { Span } from '#shared/telemetry/requests.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { fetchPlan } from '../../telemetry/fetch-plan.ts'
import { planIn } from '../../spl/envelope.ts'
import { type Reduced, reduced } from '../../telemetry/reduce.ts'
import { queryRows } from '../graph/load.ts'
import { useExplorer } from '../store/explorer-store.ts'
import { type DataSet, dataSetsOf, entitiesAt, errorsQuery, type Metric, metricsQuery } from './data-sets.ts'
import { rangeOfSpan } from './span.ts'

/** Errors shown in the details; the query has all. */
const SHOWN_ERRORS = 3
/** Log entries read without a severity field, to search for errors. */
const READ_ENTRIES = 100
/**
 * Debounce in milliseconds before measurements of a selection are fetched, so that moving through a graph
 * sends nothing.
 */
const DEBOUNCE_MS = 150

/** The measurements of a data set for an entity. */
export type Measured =
  | { readonly state: 'loading' }
  | { readonly state: 'unconnected'; readonly protocol: Protocol; readonly storage: string }
  | { readonly state: 'failed'; readonly failure: Failure }
  | {
      readonly state: 'metrics'
      readonly metrics: readonly { readonly metric: Metric; readonly reduced: Reduced | undefined }[]
    }
  | { readonly state: 'errors'; readonly rows: readonly LogRow[]; readonly total: number }

export interface Measures {
  readonly sets: readonly { readonly set: DataSet; readonly measured: Measured }[]
  /** The data sets are loading. */
  readonly looking: boolean
  readonly failure: Failure | undefined
}

const NOTHING: Measures = { sets: [], looking: true, failure: undefined }

interface MeasureRequest {
  readonly source: Parameters<typeof queryRows>[0]
  readonly key: string
  readonly span: Span
  readonly signal: AbortSignal
}

/** Reduces a plan to some of its metrics, or to a number of documents. */
export function narrowed(
  plan: unknown,
  { metrics, size }: { readonly metrics?: ReadonlySet<string>; readonly size?: number },
): unknown {
  const query = isFields(plan) && isFields(plan['query']) ? plan['query'] : undefined
  if (!isFields(plan) || !query) return plan
  const { queries, body } = query
  const fewer =
    metrics && Array.isArray(queries)
      ? { queries: queries.filter((one) => isFields(one) && metrics.has(String(one['name']))) }
      : {}
  const smaller = size !== undefined && isFields(body) ? { body: { ...body, size } } : {}
  return { ...plan, query: { ...query, ...fewer, ...smaller } }
}

async function metricsOf(set: DataSet, { source, key, span, signal }: MeasureRequest): Promise<Measured> {
  const golden = set.metrics.filter((metric) => metric.golden)
  const timeRange = rangeOfSpan(span)
  const entities = entitiesAt([key])
  const rows = await queryRows(source, metricsQuery(key, set), { signal, timeRange, entities })
  const metrics = new Set(golden.map(({ name }) => name))
  const brought = await fetchPlan(narrowed(planIn(rows), { metrics }), { ...span, signal })
  if (brought.state === 'unconnected') return brought
  const { answer } = brought
  if (answer.kind !== 'series') return { state: 'metrics', metrics: [] }
  return {
    state: 'metrics',
    metrics: golden.map((metric) => {
      const query = answer.queries.findIndex(({ name }) => name === metric.name)
      return { metric, reduced: reduced(answer, query) }
    }),
  }
}

async function errorsOf(set: DataSet, { source, key, span, signal }: MeasureRequest): Promise<Measured> {
  const timeRange = rangeOfSpan(span)
  const entities = entitiesAt([key])
  const rows = await queryRows(source, errorsQuery(key, set), { signal, timeRange, entities })
  const size = set.level === undefined ? READ_ENTRIES : SHOWN_ERRORS
  const brought = await fetchPlan(narrowed(planIn(rows), { size }), { ...span, signal })
  if (brought.state === 'unconnected') return brought
  const { answer } = brought
  if (answer.kind !== 'logs') return { state: 'errors', rows: [], total: 0 }
  const found =
    set.level === undefined ? answer.rows.filter(({ level }) => severityOf(level) === 'error') : answer.rows
  const total = set.level === undefined ? found.length : (answer.total?.count ?? found.length)
  return { state: 'errors', rows: found.slice(0, SHOWN_ERRORS), total }
}

/** Connections that can answer, as a dependency key: a new one triggers a reload. */
const useAble = (): string =>
  useWorkbench(({ connections }) =>
    connections
      .filter(({ kind }) => kind === 'telemetry')
      .map(({ id, state, storages = [] }) => [id, state === 'stopped', ...storages].join(' '))
      .join('\n'),
  )

/** Returns an entity's golden metrics and latest errors in a time range; aborted when the entity changes. */
export function useMeasures(key: string, { from, to }: Span): Measures {
  const loaded = useExplorer((state) => state.loaded)
  const able = useAble()
  const [measures, setMeasures] = useState(NOTHING)
  useEffect(() => {
    if (!loaded) return undefined
    const abort = new AbortController()
    const { signal } = abort
    setMeasures(NOTHING)
    const request: MeasureRequest = { source: loaded, key, span: { from, to }, signal }
    const change = (how: (before: Measures) => Measures): void => {
      if (!signal.aborted) setMeasures(how)
    }
    const read = async (set: DataSet): Promise<void> => {
      const measured = await (set.kind === 'log_set' ? errorsOf : metricsOf)(set, request).catch(
        (error: unknown): Measured => ({ state: 'failed', failure: toFailure(error) }),
      )
      change((before) => ({
        ...before,
        sets: before.sets.map((one) => (one.set === set ? { set, measured } : one)),
      }))
    }
    const start = async (): Promise<void> => {
      const all = await dataSetsOf(loaded, [key], signal)
      const relevant = all.filter(
        ({ kind, metrics }) => kind === 'log_set' || metrics.some((one) => one.golden),
      )
      const sets = relevant.map((set) => ({ set, measured: { state: 'loading' } as const }))
      change(() => ({ sets, looking: false, failure: undefined }))
      // Sequential, to spare the endpoint.
      for (const set of relevant) if (!signal.aborted) await read(set)
    }
    const timer = setTimeout(() => {
      start().catch((error: unknown) =>
        change(() => ({ sets: [], looking: false, failure: toFailure(error) })),
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [loaded, key, from, to, able])
  return measures
}
