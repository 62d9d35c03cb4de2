import { atOnce, mapSteps, PIECE, sortSteps, type Steps } from '../../../app/slices.ts'
import { cellText, type Row } from '../../../spl/result.ts'
import { referenceOf } from '../../../spl/references.ts'

export const CHARTS = ['bar', 'line', 'scatter', 'pie'] as const
export type ChartKind = (typeof CHARTS)[number]

export const AGGREGATES = ['count', 'sum', 'average', 'least', 'greatest'] as const
export type Aggregate = (typeof AGGREGATES)[number]

/** Chart definition: x column, y column (row count if absent), and aggregation of rows with the same x. */
export interface ChartSpec {
  readonly kind: ChartKind
  readonly x: string
  readonly y: string
  readonly aggregate: Aggregate
}

export interface Point {
  readonly label: string
  /** Shown instead of the label: the name of the entity that this is the key of. */
  readonly name?: string
  /** X position: the value on a continuous axis, otherwise the index. */
  readonly x: number
  readonly y: number
}

export interface ChartData {
  readonly points: readonly Point[]
  /** How to interpret the x axis. */
  readonly scale: 'category' | 'number' | 'time'
  /** Number of distinct x values before the cap, and how many points are not drawn. */
  readonly total: number
  /** Rows without a usable value. */
  readonly skipped: number
}

/** Maximum bars or slices that can be told apart; larger sets of points are sampled evenly. */
export const MAX_BARS = 60
export const MAX_SLICES = 10
const MAX_POINTS = 4000

const ISO_MOMENT = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d|$)/
/** Rows scanned to determine a column's type. */
const SAMPLE = 200

/**
 * At most the digits a double represents exactly; longer digit strings and those with leading zeros are ids.
 */
const PLAIN_NUMBER = /^\s*-?(?:0|[1-9]\d{0,14})(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/

function numberIn(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && PLAIN_NUMBER.test(value) ? Number(value) : Number.NaN
}

/** Whether a column contains numbers, timestamps or categories. */
export function scaleOf(rows: readonly Row[], column: string): ChartData['scale'] {
  const values = rows
    .slice(0, SAMPLE)
    .map((row) => row[column])
    .filter((value) => value !== null && value !== undefined && value !== '')
  if (values.length === 0) return 'category'
  if (values.every((value) => typeof value !== 'boolean' && !Number.isNaN(numberIn(value)))) return 'number'
  if (values.every((value) => typeof value === 'string' && ISO_MOMENT.test(value))) return 'time'
  return 'category'
}

/** The columns with numbers only. */
function numericColumns(columns: readonly string[], rows: readonly Row[]): string[] {
  return columns.filter((column) => scaleOf(rows, column) === 'number')
}

/**
 * A sensible initial chart: categories on x, the first numeric column on y; two numeric columns make a
 * scatter plot.
 */
export function suggestSpec(columns: readonly string[], rows: readonly Row[]): ChartSpec {
  const own = columns.filter((column) => !column.startsWith('__'))
  const numbers = numericColumns(own, rows)
  const time = own.find((column) => scaleOf(rows, column) === 'time')
  const others = legible(
    own.filter((column) => !numbers.includes(column)),
    rows,
  )
  if (time !== undefined)
    return { kind: 'line', x: time, y: numbers[0] ?? '', aggregate: aggregateOf(numbers[0]) }
  const x =
    (numbers.length > 0 ? naming(others, rows) : undefined) ?? fewest(others, rows) ?? columns[0] ?? ''
  if (others.length === 0 && numbers.length >= 2) {
    return { kind: 'scatter', x: numbers[0] ?? '', y: numbers[1] ?? '', aggregate: 'sum' }
  }
  const y = numbers.find((column) => column !== x) ?? ''
  return { kind: 'bar', x, y, aggregate: y === '' ? 'count' : aggregateOf(y) }
}

/** Names of numbers whose sum means nothing: percentiles, averages, shares, durations. */
const NOT_SUMMED =
  /(?:^|_)(?:p\d{2,3}|percentile|avg|average|mean|median|min|max|percent|pct|ratio|rate|latency|duration|ms)(?:_|$)/i

/** How the values of a group are put together at first. */
const aggregateOf = (column = ''): Aggregate => (NOT_SUMMED.test(column) ? 'average' : 'sum')

/** The columns whose values can be read as labels: texts, otherwise entities, which have names, otherwise all. */
function legible(columns: readonly string[], rows: readonly Row[]): readonly string[] {
  const sample = rows.slice(0, SAMPLE)
  const texts = columns.filter((column) =>
    sample.every((row) => row[column] === null || typeof row[column] !== 'object'),
  )
  const entities = columns.filter((column) =>
    sample.every((row) => referenceOf(row[column], column, row)?.kind === 'entity'),
  )
  return [texts, entities].find((found) => found.length > 0) ?? columns
}

/**
 * The first column that names each of a few rows: what is measured of things that differ is seldom of the kind that can be added up, such
 * as a percentile.
 */
function naming(columns: readonly string[], rows: readonly Row[]): string | undefined {
  if (rows.length > MAX_BARS) return undefined
  return columns.find((column) => distinctIn(rows, column) === rows.length)
}

const distinctIn = (rows: readonly Row[], column: string): number =>
  new Set(rows.map((row) => cellText(row[column]))).size

/** The column with the fewest distinct values above one, for grouping. */
function fewest(columns: readonly string[], rows: readonly Row[]): string | undefined {
  const sample = rows.slice(0, SAMPLE)
  const counted = columns.map((column) => ({ column, distinct: distinctIn(sample, column) }))
  const grouping = counted.filter(({ distinct }) => distinct > 1).sort((a, b) => a.distinct - b.distinct)
  return grouping[0]?.column ?? columns[0]
}

interface Group {
  readonly label: string
  readonly at: number
  readonly values: number[]
}

function aggregated({ values }: Group, aggregate: Aggregate): number {
  switch (aggregate) {
    case 'count':
      return values.length
    case 'sum':
      return values.reduce((sum, value) => sum + value, 0)
    case 'average':
      return values.reduce((sum, value) => sum + value, 0) / values.length
    case 'least':
      return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
    case 'greatest':
      return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  }
}

/**
 * Computes the points of a chart. Bars and slices are grouped, largest first; lines and scatter plots follow
 * the x axis.
 */
export const chartData = (rows: readonly Row[], spec: ChartSpec): ChartData => atOnce(chartSteps(rows, spec))

/** {@link chartData} as a pausable computation. */
export function* chartSteps(rows: readonly Row[], spec: ChartSpec): Steps<ChartData> {
  const { kind, x, y, aggregate } = spec
  const scale = kind === 'pie' ? 'category' : scaleOf(rows, x)
  const counting = y === '' || aggregate === 'count'
  let skipped = 0
  const groups = new Map<string, Group>()
  const points: Point[] = []
  for (const [index, row] of rows.entries()) {
    if (index % PIECE === PIECE - 1) yield
    const label = cellText(row[x])
    const at = scale === 'number' ? numberIn(row[x]) : scale === 'time' ? Date.parse(label) : index
    const value = counting && kind !== 'scatter' ? 1 : numberIn(row[y])
    if (Number.isNaN(at) || Number.isNaN(value)) skipped++
    else if (kind === 'scatter') points.push({ label, x: at, y: value })
    else {
      const group = groups.get(label)
      if (group) group.values.push(value)
      else groups.set(label, { label, at, values: [value] })
    }
  }
  yield
  if (kind === 'scatter') return { points: thinned(points), scale, total: points.length, skipped }
  const grouped = yield* mapSteps([...groups.values()], (group) => ({
    label: group.label,
    x: group.at,
    y: aggregated(group, counting ? 'count' : aggregate),
  }))
  if (kind === 'line') {
    const along = scale === 'category' ? grouped : yield* sorted(grouped, (a, b) => a.x - b.x)
    return { points: thinned(along), scale, total: grouped.length, skipped }
  }
  const ordered = yield* sorted(grouped, (a, b) => b.y - a.y || collator.compare(a.label, b.label))
  const shown = kind === 'pie' ? sliced(ordered) : ordered.slice(0, MAX_BARS)
  return { points: shown, scale: 'category', total: grouped.length, skipped }
}

const collator = new Intl.Collator()

function* sorted(points: readonly Point[], compare: (a: Point, b: Point) => number): Steps<Point[]> {
  const at = (place: number): Point => points[place] as Point
  const places = Uint32Array.from(points, (_, place) => place)
  const order = yield* sortSteps(places, (a, b) => compare(at(a), at(b)))
  return Array.from(order, at)
}

/** The largest slices, plus one without a label for the rest. */
function sliced(ordered: readonly Point[]): Point[] {
  const positive = ordered.filter(({ y }) => y > 0)
  if (positive.length <= MAX_SLICES) return positive
  const rest = positive.slice(MAX_SLICES - 1)
  const sum = rest.reduce((total, { y }) => total + y, 0)
  return [...positive.slice(0, MAX_SLICES - 1), { label: '', x: -1, y: sum }]
}

function thinned(points: readonly Point[]): Point[] {
  const step = Math.ceil(points.length / MAX_POINTS)
  return step <= 1 ? [...points] : points.filter((_, index) => index % step === 0)
}
