import type { RowsResult } from '#shared/investigations/cell.ts'
import type { LogsAnswer, SampleValue, Series, SeriesAnswer } from '#shared/telemetry/answer.ts'
import { localizedText } from '../i18n/localized-text.ts'

/** Parses a stored sample; undefined for a gap. */
function sampleOf(text: string): SampleValue | undefined {
  if (text === 'NaN' || text === '+Inf' || text === '-Inf') return text
  return text === '' || Number.isNaN(Number(text)) ? undefined : Number(text)
}

/** Parses a series' query and labels from its stored name (`renderer/spl/stored-result.ts`). */
function namesOf(column: string): { query: string; labels: Record<string, string> } {
  const parts = column.split(/ (?=[^ =]+=)/)
  const isLabel = (part: string): boolean => part.includes('=')
  const [first = ''] = parts
  const labels = parts.filter(isLabel).map((part): [string, string] => {
    const at = part.indexOf('=')
    return [part.slice(0, at), part.slice(at + 1)]
  })
  return { query: isLabel(first) ? '' : first, labels: Object.fromEntries(labels) }
}

/** The median interval between samples; larger intervals are gaps. */
function usualStep(times: readonly number[]): number {
  const steps = times.slice(1).map((time, place) => time - (times[place] ?? time))
  return steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
}

/** Converts stored series to an answer for charts. */
export function answerOfSeries({ columns, rows, units = [], titles = [] }: RowsResult): SeriesAnswer {
  const moments = rows.map(([time = '']) => Date.parse(time) / 1000)
  const times = moments.filter((time) => !Number.isNaN(time))
  const names = columns.slice(1).map(namesOf)
  const queries = [...new Set(names.map(({ query }) => query))]
  const requestOf = (query: string) => {
    const place = names.findIndex((one) => one.query === query)
    const title = titles[place] ?? ''
    return { unit: units[place] ?? '', ...(title === '' ? {} : { title }) }
  }
  const series = names.map(({ query, labels }, column): Series => {
    const samples = rows.flatMap((row, place) => {
      const value = sampleOf(row[column + 1] ?? '')
      const time = moments[place] ?? Number.NaN
      return value === undefined || Number.isNaN(time) ? [] : [{ time, value }]
    })
    return {
      query: queries.indexOf(query),
      labels,
      times: samples.map(({ time }) => time),
      values: samples.map(({ value }) => value),
    }
  })
  return {
    kind: 'series',
    queries: queries.map((name) => ({ name, promql: '', ...requestOf(name) })),
    from: times[0] ?? 0,
    to: times.at(-1) ?? 0,
    step: usualStep(times),
    series: series.filter((one) => one.times.length > 0),
    notes: [],
  }
}

/** Heading of each stored series in the page's language: metric and distinguishing labels. */
export const seriesNames = ({ columns, titles = [] }: RowsResult): string[] =>
  columns.slice(1).map((column, place) => {
    const title = localizedText(titles[place])
    const { query } = namesOf(column)
    return title === undefined ? column : `${title}${column.slice(query.length)}`
  })

/** Converts stored log lines to an answer for the log view. */
export function answerOfLogs({ columns, rows, total }: RowsResult): LogsAnswer {
  return {
    kind: 'logs',
    rows: rows.map((row, place) => {
      const fields = Object.fromEntries(columns.map((name, column) => [name, row[column] ?? '']))
      const time = Date.parse(fields['time'] ?? '')
      return {
        id: String(place),
        time: Number.isNaN(time) ? null : time,
        level: fields['level'] ?? '',
        message: fields['message'] ?? '',
        fields,
      }
    }),
    total: { count: total ?? rows.length, atLeast: false },
    notes: [],
  }
}
