import { type Fields, isFields } from '../json/fields.ts'
import type { PlanQuery } from './answer.ts'

interface PlanPlace {
  /** The storage's address in the model. Requests are sent only through a connection that the user created. */
  readonly endpoint: string
  /** `domain/name` of the storage. */
  readonly storage: string
  /** Unix seconds. */
  readonly from: number | undefined
  readonly to: number | undefined
}

/** A plan of `get_metrics` for a Prometheus-compatible endpoint. */
export interface MetricsPlan extends PlanPlace {
  readonly protocol: 'prometheus'
  readonly apiPrefix: string
  readonly instant: boolean
  /** Seconds, if the plan or its storage specifies it. */
  readonly step: number | undefined
  readonly queries: readonly PlanQuery[]
  readonly header: { readonly name: string; readonly value: string } | undefined
}

/** A plan of `get_logs` for an Elasticsearch-compatible endpoint. */
export interface LogsPlan extends PlanPlace {
  readonly protocol: 'elasticsearch'
  readonly index: string
  readonly query: Fields
  readonly sort: unknown
  readonly source: unknown
  readonly timeField: string
  readonly size: number
}

export type TelemetryPlan = MetricsPlan | LogsPlan

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const fields = (value: unknown): Fields => (isFields(value) ? value : {})
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const UNITS: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  y: 31_536_000,
}

/** Parses a Prometheus duration (`30s`, `1h30m`) or plain seconds; undefined for anything else. */
export function secondsOf(duration: string): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(duration)) return Number(duration) || undefined
  if (!/^(?:\d+(?:ms|[smhdwy]))+$/.test(duration)) return undefined
  const parts = [...duration.matchAll(/(\d+)(ms|[smhdwy])/g)]
  const sum = parts.reduce((total, [, count, unit = '']) => total + Number(count) * (UNITS[unit] ?? 0), 0)
  return sum > 0 && Number.isFinite(sum) ? sum : undefined
}

/** A path below an endpoint's address; cannot escape it or add query parameters. */
const PATH = /^(?:\/[\w.~-]+)*$/
/** Comma-separated index names and patterns; excludes Elasticsearch's own paths. */
const INDEX = /^(?!\.{1,2}$)[\p{L}\p{N}.*][^\s/?#\\"<>|,]*$/u
/** A dot segment, which URL parsing would remove together with the segment before it. */
const isDots = (part: string): boolean => part === '.' || part === '..'
const safeHeader = (name: string): boolean => /^x-[\w-]{1,80}$/i.test(name)

/**
 * Parses a plan (v1 or v1.1, docs/spl.md#entity-calls); undefined for another storage type or an invalid
 * plan. Extracts only known fields, so that nothing else a model contains reaches an endpoint.
 */
export function readPlan(value: unknown): TelemetryPlan | undefined {
  const plan = fields(typeof value === 'string' ? parsed(value) : value)
  const query = fields(plan['query'])
  const storage = fields(fields(plan['data_source'])['storage'])
  const range = fields(plan['time_range'])
  const place = {
    endpoint: text(query['endpoint']),
    storage: text(storage['ref']) || [text(storage['domain']), text(storage['name'])].join('/'),
    from: momentOf(range['from']),
    to: momentOf(range['to']),
  }
  if (query['dialect'] === 'prometheus_promql') return metricsPlan(query, place)
  return query['dialect'] === 'elasticsearch_dsl' ? logsPlan(query, place) : undefined
}

/** Conditions that a plan's queries leave out, as written: their language could not express them. */
export function unappliedFilters(value: unknown): string[] {
  const query = fields(fields(typeof value === 'string' ? parsed(value) : value)['query'])
  return list(query['raw_filters']).filter((filter) => typeof filter === 'string')
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

function momentOf(value: unknown): number | undefined {
  const moment = typeof value === 'number' ? value : Date.parse(text(value)) / 1000
  return Number.isFinite(moment) ? moment : undefined
}

/** Returns a metric's title: one text, or one per language. */
function titleOf(value: unknown): Pick<PlanQuery, 'title'> {
  if (!isFields(value)) return text(value) === '' ? {} : { title: text(value) }
  const texts = Object.entries(value).flatMap(([language, words]) =>
    text(words) === '' ? [] : [[language, text(words)] as const],
  )
  return texts.length === 0 ? {} : { title: Object.fromEntries(texts) }
}

function metricsPlan(query: Fields, place: PlanPlace): MetricsPlan | undefined {
  const apiPrefix = text(query['api_prefix']).replace(/\/+$/, '') || '/api/v1'
  const queries = list(query['queries']).flatMap((one): PlanQuery[] => {
    const { name, promql, display_name: title, unit } = fields(one)
    if (text(promql).trim() === '') return []
    return [
      {
        name: text(name),
        promql: text(promql),
        ...titleOf(title),
        ...(text(unit) === '' ? {} : { unit: text(unit) }),
      },
    ]
  })
  if (queries.length === 0 || !PATH.test(apiPrefix) || apiPrefix.split('/').some(isDots)) return undefined
  const name = text(query['tenant_header'])
  const value = text(query['tenant'])
  return {
    ...place,
    protocol: 'prometheus',
    apiPrefix,
    instant: query['query_type'] === 'instant',
    step: secondsOf(text(query['step'])),
    queries,
    header: safeHeader(name) && /^[\x21-\x7e]{1,200}$/.test(value) ? { name, value } : undefined,
  }
}

function logsPlan(query: Fields, place: PlanPlace): LogsPlan | undefined {
  const index = text(query['index'])
  const body = fields(query['body'])
  if (index.split(',').some((one) => !INDEX.test(one))) return undefined
  const size = typeof body['size'] === 'object' ? Number.NaN : Number(body['size'])
  return {
    ...place,
    protocol: 'elasticsearch',
    index,
    query: isFields(body['query']) ? body['query'] : { match_all: {} },
    sort: body['sort'] ?? [],
    source: body['_source'],
    timeField: timeFieldOf(body['sort']) ?? '@timestamp',
    size: Number.isInteger(size) && size > 0 ? size : 100,
  }
}

/** Returns the first sort field of a search, which is the time field. */
function timeFieldOf(sort: unknown): string | undefined {
  const [first] = list(sort)
  return typeof first === 'string' ? first : Object.keys(fields(first))[0]
}
