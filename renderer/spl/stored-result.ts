import {
  clean,
  type GraphResult,
  MAX_COLUMNS,
  MAX_EDGES,
  MAX_NODES,
  MAX_ROWS,
  MAX_VALUE,
  type Result,
  type RowsResult,
} from '#shared/investigations/cell.ts'
import type { PlanQuery, SeriesAnswer, TelemetryAnswer } from '#shared/telemetry/answer.ts'
import { graphOf, type ResultGraph } from '../viewer/graph-of-rows.ts'
import { cellText, type Row } from './result.ts'
import { toldColumns } from './told-columns.ts'

/** Maximum characters of all values stored per result in an investigation. */
const MAX_CHARACTERS = 40_000

const trimmed = (value: unknown): string => clean(cellText(value)).slice(0, MAX_VALUE)

/** Returns leading rows up to the character limit. */
export function within(rows: readonly string[][], most = MAX_CHARACTERS): string[][] {
  let left = most
  const end = rows.findIndex((row) => (left -= row.reduce((sum, { length }) => sum + length, 0)) < 0)
  return end < 0 ? [...rows] : rows.slice(0, end)
}

/** The part of a row result that an investigation stores. */
export function storedRows(
  kind: RowsResult['kind'],
  columns: readonly string[],
  rows: readonly Row[],
  at: number,
): RowsResult {
  // As a table of the query bench begins: what another column says is not said again.
  const told = toldColumns(columns, rows)
  const names = columns.filter((name) => !told.includes(name)).slice(0, MAX_COLUMNS)
  const values = within(rows.slice(0, MAX_ROWS).map((row) => names.map((name) => trimmed(row[name]))))
  const total = values.length < rows.length ? rows.length : undefined
  return { kind, at, columns: names.map(trimmed), rows: values, total }
}

/** The part of a graph that an investigation stores: its first nodes and the relations among them. */
export function storedGraph({ nodes, edges }: Pick<ResultGraph, 'nodes' | 'edges'>, at: number): GraphResult {
  const among = edges.filter(({ from, to }) => from < MAX_NODES && to < MAX_NODES).slice(0, MAX_EDGES)
  return {
    kind: 'graph',
    at,
    nodes: nodes
      .slice(0, MAX_NODES)
      .map(({ key, type, label }) => ({ key: trimmed(key), type: trimmed(type), label: trimmed(label) })),
    edges: among.map(({ from, to, label }) => ({ from, to, label: trimmed(label) })),
    ...(nodes.length > MAX_NODES ? { total: nodes.length } : {}),
  }
}

/** Extracts the graph from rows; returns undefined if they contain none. */
export function storedGraphOf(rows: readonly Row[], at: number): GraphResult | undefined {
  const graph = graphOf(rows)
  return graph && storedGraph(graph, at)
}

/** The labels that distinguish a series within its answer. */
function nameOf({ queries }: SeriesAnswer, { query, labels }: SeriesAnswer['series'][number]): string {
  const { __name__, ...others } = labels
  const facts = Object.entries(others).map(([name, value]) => `${name}=${value}`)
  return [queries[query]?.name ?? __name__ ?? '', ...facts].filter(Boolean).join(' ')
}

function trimmedTitle(title: PlanQuery['title'] = ''): string | Record<string, string> {
  if (typeof title === 'string') return trimmed(title)
  const texts = Object.entries(title).filter(([language]) => language.length <= 40)
  return Object.fromEntries(texts.slice(0, 20).map(([language, words]) => [language, trimmed(words)]))
}

/** Series as columns, limited to the number of samples that are stored. */
function storedSeries(answer: SeriesAnswer, at: number): RowsResult {
  const series = answer.series.slice(0, MAX_COLUMNS - 1).map((one) => ({
    name: trimmed(nameOf(answer, one)),
    unit: trimmed(answer.queries[one.query]?.unit),
    title: trimmedTitle(answer.queries[one.query]?.title),
    values: new Map(one.times.map((time, place) => [time, one.values[place]])),
  }))
  const all = [...new Set(answer.series.flatMap(({ times }) => times))].toSorted((a, b) => a - b)
  const every = Math.ceil(all.length / MAX_ROWS)
  const rows = all
    .filter((_, place) => place % every === 0)
    .map((time) => [
      new Date(time * 1000).toISOString(),
      ...series.map(({ values }) => trimmed(values.get(time))),
    ])
  const total = rows.length < all.length ? { total: all.length } : {}
  const units = series.map(({ unit }) => unit)
  const titles = series.map(({ title }) => title)
  return {
    kind: 'series',
    at,
    columns: ['time', ...series.map(({ name }) => name)],
    rows: within(rows),
    ...(units.some((unit) => unit !== '') ? { units } : {}),
    ...(titles.some((title) => title !== '') ? { titles } : {}),
    ...total,
  }
}

/** The part of a telemetry answer that an investigation stores. */
export function storedAnswer(answer: TelemetryAnswer, at: number): Result {
  if (answer.kind === 'series') return storedSeries(answer, at)
  const rows = answer.rows.map(({ time, level, message }) => ({
    time: time === null ? '' : new Date(time).toISOString(),
    level,
    message,
  }))
  const result = storedRows('logs', ['time', 'level', 'message'], rows, at)
  const total = Math.max(answer.total?.count ?? 0, rows.length)
  return total > result.rows.length ? { ...result, total } : result
}
