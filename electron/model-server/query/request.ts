import type { TimeRange } from '#shared/model/entity.ts'
import { type Json, type JsonObject, isJsonObject } from '#shared/model/json.ts'
import { ServiceError, invalidArgument } from '../service-error.ts'
import { type EntityTable, decodeEntityTable } from './entity-table.ts'

/** Default row limit (docs/spl.md#limits). */
export const DEFAULT_LIMIT = 100

/** A query with its validated options; docs/model-service.md#arguments. */
export interface QueryRequest {
  readonly query: string
  readonly limit?: number
  readonly timeoutMs?: number
  readonly parameters: JsonObject
  readonly time?: TimeRange
  readonly entityTable?: EntityTable
  readonly format: '' | 'agent'
}

/**
 * Decodes the arguments of the query tools. Unknown arguments are ignored and scalars of a wrong type count
 * as absent, as in the upstream service.
 *
 * @throws ServiceError INVALID_ARGUMENT naming the argument
 */
export function decodeQueryRequest(args: JsonObject): QueryRequest {
  const query = typeof args['query'] === 'string' ? args['query'] : ''
  if (query.trim() === '') {
    throw invalidArgument(
      'query',
      'The argument query is missing; pass an SPL text such as .model | limit 20.',
    )
  }
  const limit = count(args, 'limit')
  const timeoutMs = count(args, 'timeout_ms')
  const time = decodeTimeRange(args['time_range'])
  const entityTable = ['filterByEntities', 'entityData', 'entity_data']
    .map((name) => decodeEntityTable(name, args[name]))
    .find((table) => table !== undefined && table.rows.length > 0)
  return {
    query,
    limit,
    timeoutMs,
    parameters: isJsonObject(args['parameters']) ? args['parameters'] : {},
    time,
    entityTable,
    format: decodeFormat(args['format']),
  }
}

/** Returns an integer; absent, 0 and values of another type mean "not given". */
function count(args: JsonObject, name: string): number | undefined {
  const value = args[name]
  if (typeof value !== 'number' || value === 0) return undefined
  if (value < 0) throw invalidArgument(name, `The argument ${name} must not be negative.`, { found: value })
  if (!Number.isSafeInteger(value)) {
    throw invalidArgument(name, `The argument ${name} must be a whole number.`, { found: value })
  }
  return value
}

function decodeFormat(value: Json | undefined): '' | 'agent' {
  if (value === undefined || value === null || value === '') return ''
  if (value === 'agent') return 'agent'
  throw invalidArgument('format', 'The argument format is empty or "agent".', {
    found: value,
    expected: ['', 'agent'],
  })
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/

/** Whether a time's date exists: Date.parse accepts 31 February as 3 March. */
function isDay(time: string): boolean {
  const day = time.slice(0, 10)
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
}

function decodeTimeRange(value: Json | undefined): TimeRange | undefined {
  if (value === undefined || value === null) return undefined
  if (!isJsonObject(value)) {
    throw invalidArgument(
      'time_range',
      'The argument time_range is an object {from?, to?} of RFC 3339 times.',
    )
  }
  // Observations are whole seconds, visible when first < to and last > from: this rounding preserves that for
  // fractions.
  const from = instant(value, 'from', Math.floor)
  const to = instant(value, 'to', Math.ceil)
  if (from === undefined && to === undefined) return undefined
  if (from !== undefined && to !== undefined && from >= to) {
    throw invalidArgument('time_range', 'time_range.from must lie before time_range.to.')
  }
  return { from, to }
}

function instant(range: JsonObject, name: string, whole: (seconds: number) => number): number | undefined {
  const value = range[name]
  if (value === undefined || value === null || value === '') return undefined
  const written = typeof value === 'string' && RFC_3339.test(value) && isDay(value)
  const milliseconds = written ? Date.parse(value) : Number.NaN
  if (Number.isNaN(milliseconds)) {
    throw invalidArgument(
      'time_range',
      `time_range.${name} is an RFC 3339 time such as 2026-01-31T08:00:00Z.`,
      { found: value },
    )
  }
  return whole(milliseconds / 1000)
}

/** @throws ServiceError VALIDATION_FAILED when the limit exceeds the store's */
export function checkLimit(limit: number, max: number, name = 'limit'): void {
  if (limit <= max) return
  throw new ServiceError(
    'VALIDATION_FAILED',
    `${name} is ${limit}, but this store gives at most ${max} rows.`,
    {
      field: name,
      limit,
      max_limit: max,
    },
  )
}
