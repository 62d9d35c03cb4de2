import { atOnce, mapSteps, PIECE, sortSteps, type Steps } from '../../../app/slices.ts'
import { cellText, type Row } from '../../../spl/result.ts'

export const CHARTS = ['bar', 'line', 'scatter', 'pie'] as const
export type ChartKind = (typeof CHARTS)[number]

export const AGGREGATES = ['count', 'sum', 'average', 'least', 'greatest'] as const
export type Aggregate = (typeof AGGREGATES)[number]

/** What is drawn: a column across, a column up (none means counting rows), and how rows of one place become one number. */
export interface ChartSpec {
  readonly kind: ChartKind
  readonly x: string
  readonly y: string
  readonly aggregate: Aggregate
}

export interface Point {
  readonly label: string
  /** Position across: the number or moment itself on a continuous axis, else the place in the order. */
  readonly x: number
  readonly y: number
}

export interface ChartData {
  readonly points: readonly Point[]
  /** How to read the x axis. */
  readonly scale: 'category' | 'number' | 'time'
  /** Distinct places before the cap, and what was left out of the drawing. */
  readonly total: number
  /** Rows without a usable value. */
  readonly skipped: number
}

/** More bars or slices than this cannot be told apart; more points than this are thinned evenly. */
export const MAX_BARS = 60
export const MAX_SLICES = 10
const MAX_POINTS = 4000

const ISO_MOMENT = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d|$)/
/** Rows looked at to tell how to read a column. */
const SAMPLE = 200

/** Digits that a double holds exactly; a longer row of digits is an id, and so is one with zeros in front. */
const PLAIN_NUMBER = /^\s*-?(?:0|[1-9]\d{0,14})(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/

function numberIn(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && PLAIN_NUMBER.test(value) ? Number(value) : Number.NaN
}

/** Whether a column holds numbers, moments or names. */
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

/** The columns that hold numbers only. */
function numericColumns(columns: readonly string[], rows: readonly Row[]): string[] {
  return columns.filter((column) => scaleOf(rows, column) === 'number')
}

/** A first drawing that makes sense: names across, the first numbers up; two numbers make a scatter. */
export function suggestSpec(columns: readonly string[], rows: readonly Row[]): ChartSpec {
  const own = columns.filter((column) => !column.startsWith('__'))
  const numbers = numericColumns(own, rows)
  const time = own.find((column) => scaleOf(rows, column) === 'time')
  const others = own.filter((column) => !numbers.includes(column))
  if (time !== undefined) return { kind: 'line', x: time, y: numbers[0] ?? '', aggregate: 'sum' }
  const x = fewest(others, rows) ?? columns[0] ?? ''
  if (others.length === 0 && numbers.length >= 2) {
    return { kind: 'scatter', x: numbers[0] ?? '', y: numbers[1] ?? '', aggregate: 'sum' }
  }
  const y = numbers.find((column) => column !== x) ?? ''
  return { kind: 'bar', x, y, aggregate: y === '' ? 'count' : 'sum' }
}

/** The column with the fewest distinct values above one: the one that groups. */
function fewest(columns: readonly string[], rows: readonly Row[]): string | undefined {
  const sample = rows.slice(0, SAMPLE)
  const counted = columns.map((column) => ({
    column,
    distinct: new Set(sample.map((row) => cellText(row[column]))).size,
  }))
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

/** The points of a chart. Bars and slices are groups, largest first; lines and scatters go along the x axis. */
export const chartData = (rows: readonly Row[], spec: ChartSpec): ChartData => atOnce(chartSteps(rows, spec))

/** {@link chartData} with pauses. */
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

/** The largest slices, the others together as one without a label. */
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
