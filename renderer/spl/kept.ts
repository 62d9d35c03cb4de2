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

/** Characters of all values that an investigation keeps of one result. */
const MAX_CHARACTERS = 40_000

const kept = (value: unknown): string => clean(cellText(value)).slice(0, MAX_VALUE)

/** Rows from the first on, until there are enough characters. */
export function within(rows: readonly string[][], most = MAX_CHARACTERS): string[][] {
  let left = most
  const end = rows.findIndex((row) => (left -= row.reduce((sum, { length }) => sum + length, 0)) < 0)
  return end < 0 ? [...rows] : rows.slice(0, end)
}

/** What an investigation keeps of rows. */
export function keptRows(
  kind: RowsResult['kind'],
  columns: readonly string[],
  rows: readonly Row[],
  at: number,
): RowsResult {
  const names = columns.slice(0, MAX_COLUMNS)
  const values = within(rows.slice(0, MAX_ROWS).map((row) => names.map((name) => kept(row[name]))))
  const total = values.length < rows.length ? rows.length : undefined
  return { kind, at, columns: names.map(kept), rows: values, total }
}

/** What an investigation keeps of a graph: its first nodes and the relations among them. */
export function keptGraph({ nodes, edges }: Pick<ResultGraph, 'nodes' | 'edges'>, at: number): GraphResult {
  const among = edges.filter(({ from, to }) => from < MAX_NODES && to < MAX_NODES).slice(0, MAX_EDGES)
  return {
    kind: 'graph',
    at,
    nodes: nodes
      .slice(0, MAX_NODES)
      .map(({ key, type, label }) => ({ key: kept(key), type: kept(type), label: kept(label) })),
    edges: among.map(({ from, to, label }) => ({ from, to, label: kept(label) })),
    ...(nodes.length > MAX_NODES ? { total: nodes.length } : {}),
  }
}

/** Rows as the graph that they carry; undefined where they carry none. */
export function keptGraphOf(rows: readonly Row[], at: number): GraphResult | undefined {
  const graph = graphOf(rows)
  return graph && keptGraph(graph, at)
}

/** What distinguishes a series from the others of its answer. */
function nameOf({ queries }: SeriesAnswer, { query, labels }: SeriesAnswer['series'][number]): string {
  const { __name__, ...others } = labels
  const told = Object.entries(others).map(([name, value]) => `${name}=${value}`)
  return [queries[query]?.name ?? __name__ ?? '', ...told].filter(Boolean).join(' ')
}

function keptTitle(title: PlanQuery['title'] = ''): string | Record<string, string> {
  if (typeof title === 'string') return kept(title)
  const texts = Object.entries(title).filter(([language]) => language.length <= 40)
  return Object.fromEntries(texts.slice(0, 20).map(([language, words]) => [language, kept(words)]))
}

/** Series side by side, with as many moments as are kept. */
function keptSeries(answer: SeriesAnswer, at: number): RowsResult {
  const series = answer.series.slice(0, MAX_COLUMNS - 1).map((one) => ({
    name: kept(nameOf(answer, one)),
    unit: kept(answer.queries[one.query]?.unit),
    title: keptTitle(answer.queries[one.query]?.title),
    values: new Map(one.times.map((time, place) => [time, one.values[place]])),
  }))
  const all = [...new Set(answer.series.flatMap(({ times }) => times))].toSorted((a, b) => a - b)
  const every = Math.ceil(all.length / MAX_ROWS)
  const rows = all
    .filter((_, place) => place % every === 0)
    .map((time) => [
      new Date(time * 1000).toISOString(),
      ...series.map(({ values }) => kept(values.get(time))),
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

/** What an investigation keeps of what a plan brought. */
export function keptAnswer(answer: TelemetryAnswer, at: number): Result {
  if (answer.kind === 'series') return keptSeries(answer, at)
  const rows = answer.rows.map(({ time, level, message }) => ({
    time: time === null ? '' : new Date(time).toISOString(),
    level,
    message,
  }))
  const result = keptRows('logs', ['time', 'level', 'message'], rows, at)
  const total = Math.max(answer.total?.count ?? 0, rows.length)
  return total > result.rows.length ? { ...result, total } : result
}
