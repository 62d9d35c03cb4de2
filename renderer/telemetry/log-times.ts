import { type Severity, severityOf, SEVERITIES } from '#shared/telemetry/documents.ts'
import type { LogRow } from '#shared/telemetry/answer.ts'

/** Counts rows by severity. */
export function severities(rows: readonly LogRow[]): Readonly<Record<Severity, number>> {
  const counts = Object.fromEntries(SEVERITIES.map((one) => [one, 0])) as Record<Severity, number>
  for (const { level } of rows) counts[severityOf(level)]++
  return counts
}

/** Rows of the severities that contain a text, ignoring case. */
export function foundRows(
  rows: readonly LogRow[],
  search: string,
  severity: Severity | 'all',
): readonly LogRow[] {
  const wanted = search.trim().toLowerCase()
  return rows.filter(
    ({ level, fields }) =>
      (severity === 'all' || severityOf(level) === severity) &&
      (wanted === '' || JSON.stringify(fields).toLowerCase().includes(wanted)),
  )
}

interface Histogram {
  readonly from: number
  readonly to: number
  /** Rows per bucket. */
  readonly counts: readonly number[]
  /** Buckets with an error. */
  readonly errors: readonly boolean[]
}

/** Distributes rows over time buckets; returns undefined with fewer than two timestamps. */
export function histogramOf(rows: readonly LogRow[], pieces: number): Histogram | undefined {
  const times = rows.flatMap(({ time }) => (time === null ? [] : [time]))
  const from = times.reduce((a, b) => Math.min(a, b), Infinity)
  const to = times.reduce((a, b) => Math.max(a, b), -Infinity)
  if (!(to > from)) return undefined
  const counts = Array.from<number>({ length: pieces }).fill(0)
  const errors = Array.from<boolean>({ length: pieces }).fill(false)
  for (const { time, level } of rows) {
    if (time === null) continue
    const piece = Math.min(pieces - 1, Math.floor(((time - from) / (to - from)) * pieces))
    counts[piece] = (counts[piece] ?? 0) + 1
    if (severityOf(level) === 'error') errors[piece] = true
  }
  return { from, to, counts, errors }
}
