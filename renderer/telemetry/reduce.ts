import type { Series, SeriesAnswer } from '#shared/telemetry/answer.ts'
import type { Span } from '#shared/telemetry/requests.ts'

/** Maximum number of points in a sparkline. */
const MAX_PIECES = 60

/** A query's series reduced to a few numbers and a sparkline. */
export interface Reduced {
  /** Number of series; the line is that of the one with the highest mean. */
  readonly count: number
  readonly labels: Readonly<Record<string, string>>
  readonly last: number
  readonly mean: number
  readonly least: number
  readonly most: number
  /** Mean per time bucket; a bucket without samples is a gap. */
  readonly line: readonly (number | undefined)[]
}

function reducedSeries({ labels, times, values }: Series, { from, to }: Span, pieces: number) {
  const sums = Array.from({ length: pieces }, () => ({ sum: 0, count: 0 }))
  let [last, sum, count, least, most] = [Number.NaN, 0, 0, Infinity, -Infinity]
  for (const [place, value] of values.entries()) {
    if (typeof value !== 'number') continue
    last = value
    sum += value
    count++
    least = Math.min(least, value)
    most = Math.max(most, value)
    const share = ((times[place] ?? from) - from) / (to - from || 1)
    const piece = sums[Math.max(0, Math.min(pieces - 1, Math.floor(share * pieces)))]
    if (!piece) continue
    piece.sum += value
    piece.count++
  }
  if (count === 0) return undefined
  const line = sums.map((piece) => (piece.count === 0 ? undefined : piece.sum / piece.count))
  return { labels, last, mean: sum / count, least, most, line }
}

/** Reduces a query's series; returns undefined if none has a number. */
export function reduced({ series, from, to, step }: SeriesAnswer, query: number): Reduced | undefined {
  // Wider than a step, or every other bucket would be empty.
  const pieces = Math.max(2, Math.min(MAX_PIECES, Math.floor((to - from) / (1.5 * step || 1))))
  const own = series
    .filter((one) => one.query === query)
    .flatMap((one) => reducedSeries(one, { from, to }, pieces) ?? [])
  const [first] = own.sort((a, b) => b.mean - a.mean)
  return first && { ...first, count: own.length }
}
