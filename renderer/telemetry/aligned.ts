import type { Series, SeriesAnswer } from '#shared/telemetry/answer.ts'

/** Maximum lines distinguishable in one chart; the table has all. */
export const MAX_LINES = 40

export interface Line {
  readonly label: string
  readonly values: readonly (number | null)[]
  /** Colour index, if not its position. */
  readonly hue?: number
}

/** One query's series on a common time axis, as a chart needs them; null is a gap. */
export interface Aligned {
  readonly times: readonly number[]
  readonly lines: readonly Line[]
  /** Number of series not drawn. */
  readonly left: number
  /** Samples that are not finite or, on a logarithmic scale, not positive. */
  readonly undrawn: number
}

const finite = (value: Series['values'][number] | undefined): number =>
  typeof value === 'number' ? value : Number.NaN

const greatest = ({ values }: Series): number =>
  values.reduce<number>(
    (most, value) => (finite(value) > most ? finite(value) : most),
    Number.NEGATIVE_INFINITY,
  )

/** The labels that distinguish a series within its query: those that differ, or all if none does. */
export function labelsOf(series: readonly Series[]): string[] {
  const names = [...new Set(series.flatMap(({ labels }) => Object.keys(labels)))]
  const differing = names.filter((name) => new Set(series.map(({ labels }) => labels[name])).size > 1)
  const telling = differing.length > 0 ? differing : names.filter((name) => name !== '__name__')
  return series.map(({ labels }) => {
    const parts = telling.flatMap((name) => (labels[name] === undefined ? [] : [`${name}=${labels[name]}`]))
    return parts.length === 1 ? (parts[0] ?? '').replace(/^[^=]*=/, '') : parts.join(', ')
  })
}

/** Aligns a query's series for a chart: largest first, steps without a sample as gaps. */
export function aligned({ series, step }: SeriesAnswer, query: number, logarithmic: boolean): Aligned {
  const own = series.filter((one) => one.query === query)
  const labels = labelsOf(own)
  const order = own.map((one, place) => ({ one, label: labels[place] ?? '', most: greatest(one) }))
  const drawn = order.sort((a, b) => b.most - a.most).slice(0, MAX_LINES)
  const times = withGaps(
    drawn.map(({ one }) => one),
    step,
  )
  const places = new Map(times.map((time, place) => [time, place]))
  let undrawn = 0
  const lines = drawn.map(({ one, label }) => {
    const values = Array.from<number | null>({ length: times.length }).fill(null)
    for (const [index, time] of one.times.entries()) {
      const value = finite(one.values[index])
      if (Number.isNaN(value) || (logarithmic && value <= 0)) undrawn++
      else values[places.get(time) ?? 0] = value
    }
    return { label, values }
  })
  return { times, lines, left: own.length - drawn.length, undrawn }
}

/** Splits the lines into one chart each, with a shared value range. */
export function apart(data: Aligned): {
  readonly parts: readonly Aligned[]
  readonly range: readonly [number, number] | undefined
} {
  const values = data.lines.flatMap((line) => line.values).filter((value) => value !== null)
  const least = values.reduce((a, b) => Math.min(a, b), Infinity)
  const most = values.reduce((a, b) => Math.max(a, b), -Infinity)
  const room = (most - least || Math.abs(most) || 1) * 0.05
  return {
    parts: data.lines.map((line, hue) => ({ ...data, lines: [{ ...line, hue }] })),
    range: most < least ? undefined : [least >= 0 ? Math.max(0, least - room) : least - room, most + room],
  }
}

/** All sample times, plus one for each step without a sample, so that lines break there. */
function withGaps(series: readonly Series[], step: number): number[] {
  const known = [...new Set(series.flatMap(({ times }) => times))].sort((a, b) => a - b)
  if (step <= 0) return known
  return known.flatMap((time, place) => {
    const before = known[place - 1]
    return before !== undefined && time - before > step * 1.5 ? [before + step, time] : [time]
  })
}
