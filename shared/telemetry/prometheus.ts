import { isFields } from '../json/fields.ts'
import type { Note, SampleValue, Series } from './answer.ts'
import type { Span } from './requests.ts'

/** An invalid answer, or an error response. */
export interface Refusal {
  readonly refused: string
  /** Whether it is an error of the endpoint's protocol. */
  readonly spoken: boolean
}

interface Metrics {
  readonly series: Series[]
  /** Number of series the endpoint sent. */
  readonly total: number
  readonly notes: Note[]
}

interface Bounds {
  /** Index of the plan's query. */
  readonly query: number
  readonly span: Span
  readonly step: number
  /** Remaining point budget. */
  readonly points: number
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/**
 * Parses a `query_range` or `query` response (prometheus.io, HTTP API): a matrix, a vector or a scalar. For
 * any input, the returned series have ascending, distinct, finite times within the span; what was dropped is
 * counted in a note.
 */
export function readMetrics(answer: unknown, bounds: Bounds): Metrics | Refusal {
  if (!isFields(answer)) return { refused: 'it is no JSON object', spoken: false }
  const { status, data, error, errorType } = answer
  if (status === 'error') {
    const words = [errorType, error].filter((one) => typeof one === 'string' && one !== '')
    return { refused: words.join(': ') || 'error', spoken: true }
  }
  if (status !== 'success' || !isFields(data)) return { refused: 'it has no status and data', spoken: false }
  const { resultType, result } = data
  const rows = resultType === 'scalar' ? [{ metric: {}, value: result }] : result
  const type = typeof resultType === 'string' ? resultType : typeof resultType
  if (!['matrix', 'vector', 'scalar'].includes(type) || !Array.isArray(rows))
    return { refused: `a result of type ${type.slice(0, 40)} is none`, spoken: false }
  const found = taken(rows, bounds)
  const warnings = [...list(answer['warnings']), ...list(answer['infos'])]
  const texts = warnings.filter((one) => typeof one === 'string').slice(0, 10)
  return { ...found, notes: [...found.notes, ...texts.map((text): Note => ({ code: 'warning', text }))] }
}

function taken(rows: readonly unknown[], { query, span, step, points }: Bounds): Metrics {
  const series: Series[] = []
  let [left, malformed, outside, dropped] = [points, 0, 0, 0]
  for (const row of rows) {
    if (!isFields(row)) {
      malformed++
      continue
    }
    const samples = Array.isArray(row['values']) ? row['values'] : 'value' in row ? [row['value']] : []
    if (samples.length > left) {
      dropped++
      continue
    }
    left -= samples.length
    // Native histograms cannot be drawn as lines; series without samples are skipped.
    if ('histograms' in row || 'histogram' in row) malformed++
    const read = readSamples(samples, span, step)
    malformed += read.malformed
    outside += read.outside
    if (read.times.length > 0)
      series.push({ query, labels: labelsOf(row['metric']), times: read.times, values: read.values })
  }
  const notes: Note[] = []
  if (dropped > 0) notes.push({ code: 'series', count: rows.length - dropped, of: rows.length })
  if (malformed > 0) notes.push({ code: 'malformed', count: malformed })
  if (outside > 0) notes.push({ code: 'outside', count: outside })
  return { series, total: rows.length, notes }
}

function labelsOf(metric: unknown): Record<string, string> {
  const entries = Object.entries(isFields(metric) ? metric : {})
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  )
}

/** Parses a sample's value: a number in a string, or one of the three non-finite ones. */
export function valueOf(text: unknown): SampleValue | undefined {
  if (text === 'NaN' || text === '+Inf' || text === '-Inf') return text
  if (text === 'Inf') return '+Inf'
  if (typeof text !== 'string' && typeof text !== 'number') return undefined
  const value = String(text).trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : undefined
}

function readSamples(samples: readonly unknown[], { from, to }: Span, step: number) {
  const times: number[] = []
  const values: SampleValue[] = []
  let malformed = 0
  let outside = 0
  let sorted = true
  // Tolerate at least one step, for a rounded start.
  const slack = Math.max(step, 1)
  for (const sample of samples) {
    const [time, text] = list(sample)
    const value = valueOf(text)
    if (typeof time !== 'number' || !Number.isFinite(time) || value === undefined) malformed++
    else if (time < from - slack || time > to + slack) outside++
    else {
      if (times.length > 0 && time <= (times.at(-1) ?? 0)) sorted = false
      times.push(time)
      values.push(value)
    }
  }
  if (sorted) return { times, values, malformed, outside }
  const last = new Map(times.map((time, place) => [time, values[place] as SampleValue]))
  const order = [...last.keys()].sort((a, b) => a - b)
  malformed += times.length - order.length
  return { times: order, values: order.map((time) => last.get(time) as SampleValue), malformed, outside }
}
