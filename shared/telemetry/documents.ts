import { type Fields, isFields } from '../json/fields.ts'
import type { LogRow, LogsAnswer, Note } from './answer.ts'
import type { Refusal } from './prometheus.ts'
import type { Span } from './requests.ts'

/** Fields that may contain a document's severity. */
export const LEVEL_FIELDS = [
  'level',
  'severity',
  'log.level',
  'severity_text',
  'loglevel',
  'levelname',
  '@level',
  'lvl',
]
const MESSAGES = ['message', 'msg', 'log', 'body', 'text', '@message', 'event.original', 'content']
/** Smaller numbers are seconds, larger ones milliseconds: as seconds this would be the year 5138. */
const MILLISECONDS_FROM = 1e11

type Page = Pick<LogsAnswer, 'rows' | 'total' | 'notes'>

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns a member by its dotted name, stored as a single key or nested. */
function fieldAt(fields: Fields, name: string): unknown {
  if (Object.hasOwn(fields, name)) return fields[name]
  let value: unknown = fields
  for (const part of name.split('.')) {
    if (!isFields(value) || !Object.hasOwn(value, part)) return undefined
    value = value[part]
  }
  return value
}

function wordsAt(fields: Fields, names: readonly string[]): string {
  for (const name of names) {
    const value = fieldAt(fields, name)
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return ''
}

/** Parses a timestamp in any common form to Unix milliseconds. */
export function momentOf(value: unknown): number | null {
  const one = Array.isArray(value) ? (value as unknown[])[0] : value
  const text = typeof one === 'string' ? one : ''
  const number = typeof one === 'number' ? one : /^\d{9,16}(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  const moment = Number.isNaN(number) ? Date.parse(text) : number < MILLISECONDS_FROM ? number * 1000 : number
  return Number.isFinite(moment) && Math.abs(moment) <= 8.64e15 ? moment : null
}

/** Extracts the message of an error body; undefined if unknown. */
function errorOf(error: unknown): string | undefined {
  if (typeof error === 'string') return error
  if (!isFields(error)) return undefined
  const cause = list(error['root_cause']).find(isFields)
  const from = cause ?? error
  const words = [from['type'], from['reason']].filter((one) => typeof one === 'string' && one !== '')
  return words.length > 0 ? words.join(': ') : undefined
}

/**
 * Parses a `_search` response (Elasticsearch and OpenSearch). For any input, every returned row has a unique
 * id, and unparsable rows are counted in a note.
 */
export function readLogs(answer: unknown, timeField: string, span: Partial<Span>): Page | Refusal {
  if (!isFields(answer)) return { refused: 'it is no JSON object', spoken: false }
  const error = errorOf(answer['error'])
  if (error !== undefined) return { refused: error, spoken: true }
  const hits = isFields(answer['hits']) ? answer['hits'] : undefined
  if (!hits || !Array.isArray(hits['hits'])) return { refused: 'it has no hits', spoken: false }
  const all = list(hits['hits'])
  const rows = new Map<string, LogRow>()
  let malformed = 0
  let outside = 0
  for (const [place, hit] of all.entries()) {
    const row = isFields(hit) ? rowOf(hit, timeField, place) : undefined
    if (!row || rows.has(row.id)) {
      malformed++
      continue
    }
    const { from = -Infinity, to = Infinity } = span
    if (row.time !== null && (row.time < from * 1000 - 1000 || row.time > to * 1000 + 1000)) outside++
    rows.set(row.id, row)
  }
  const notes: Note[] = []
  if (malformed > 0) notes.push({ code: 'malformed', count: malformed })
  if (outside > 0) notes.push({ code: 'outside', count: outside })
  if (answer['timed_out'] === true) notes.push({ code: 'timedOut' })
  return {
    rows: [...rows.values()],
    total: totalOf(hits['total']),
    notes: [...notes, ...shardNotes(answer['_shards'])],
  }
}

function shardNotes(shards: unknown): Note[] {
  if (!isFields(shards)) return []
  const { failed, total } = shards
  if (typeof failed !== 'number' || !(failed > 0)) return []
  const reason = list(shards['failures']).find(isFields)?.['reason']
  return [
    {
      code: 'shards',
      count: failed,
      of: typeof total === 'number' && total > 0 ? total : failed,
      text: errorOf(reason),
    },
  ]
}

/** A number before version 7, an object with a relation since. */
function totalOf(total: unknown): Page['total'] {
  const count = isFields(total) ? total['value'] : total
  if (typeof count !== 'number' || !Number.isFinite(count) || count < 0) return undefined
  return { count, atLeast: isFields(total) && total['relation'] === 'gte' }
}

function rowOf(hit: Fields, timeField: string, place: number): LogRow | undefined {
  const fields = isFields(hit['_source'])
    ? hit['_source']
    : isFields(hit['fields'])
      ? hit['fields']
      : undefined
  if (!fields) return undefined
  const { _index: index, _id: own } = hit
  const id = typeof own === 'string' ? `${typeof index === 'string' ? index : ''}/${own}` : `#${place}`
  return {
    id,
    time: momentOf(fieldAt(fields, timeField)) ?? momentOf(list(hit['sort'])[0]),
    level: wordsAt(fields, LEVEL_FIELDS),
    message: wordsAt(fields, MESSAGES),
    fields,
  }
}

/** Severity classes, worst first. */
export const SEVERITIES = ['error', 'warning', 'info', 'debug', 'other'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Maps a level of any spelling to its class. */
export function severityOf(level: string): Severity {
  if (/^(?:err|fatal|crit|alert|emerg|panic|severe|[ef]$)/i.test(level)) return 'error'
  if (/^(?:warn|w$)/i.test(level)) return 'warning'
  if (/^(?:info|notice|i$)/i.test(level)) return 'info'
  return /^(?:debug|trace|verbose|fine|[dtv]$)/i.test(level) ? 'debug' : 'other'
}
