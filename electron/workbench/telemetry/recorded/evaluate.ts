import { BadQuery, type Expression, passes, type Selector } from './promql.ts'
import type { Labels, Recording } from './recording.ts'

/** A series of a result, with a value or undefined at each requested time. */
export interface Row {
  readonly labels: Labels
  readonly values: readonly (number | undefined)[]
}

type Value = number | readonly Row[]

/** How long a sample stays valid without a newer one, as in Prometheus. Seconds. */
const LOOKBACK_SECONDS = 300

interface EvaluationRequest {
  readonly recording: Recording
  readonly times: readonly number[]
}

/**
 * Evaluates a query at the given times; scalars are returned as numbers. @throws BadQuery when it cannot be
 * evaluated
 */
export function evaluate(expression: Expression, request: EvaluationRequest): Value {
  switch (expression.kind) {
    case 'number':
      return expression.value
    case 'selector':
      return overWindows(expression, LOOKBACK_SECONDS, request, ({ values, last }) => values[last])
    case 'call':
      return call(expression, request)
    case 'aggregate':
      return aggregate(expression, request)
    case 'operation':
      return operation(expression, request)
  }
}

interface Window {
  readonly values: Float64Array
  /** Indices of the samples in the window. */
  readonly first: number
  readonly last: number
  /** Seconds. */
  readonly range: number
  readonly step: number
}

function overWindows(
  { matchers }: Selector,
  range: number,
  { recording, times }: EvaluationRequest,
  reduce: (window: Window) => number | undefined,
): Row[] {
  const { start, step, series } = recording
  const found = series.filter(({ labels }) =>
    matchers.every((matcher) => passes(labels[matcher.label] ?? '', matcher)),
  )
  return found.map(({ labels, values }) => ({
    labels,
    values: times.map((time) => {
      const last = Math.min(values.length - 1, Math.floor((time - start) / step))
      const first = Math.max(0, Math.floor((time - range - start) / step) + 1)
      return last < first ? undefined : reduce({ values, first, last, range, step })
    }),
  }))
}

/** The increase of a counter in a window, including resets. */
function gained({ values, first, last }: Window): number {
  let sum = 0
  for (let place = first + 1; place <= last; place++) {
    const [before = 0, now = 0] = [values[place - 1], values[place]]
    sum += now >= before ? now - before : now
  }
  return sum
}

const samples = ({ values, first, last }: Window): number[] => [...values.subarray(first, last + 1)]
const total = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0)
/** Extrapolates from the outer samples to the whole window, as Prometheus does. */
const perSecond = (window: Window): number | undefined =>
  window.last > window.first ? gained(window) / ((window.last - window.first) * window.step) : undefined

const RANGED: Readonly<Record<string, (window: Window) => number | undefined>> = {
  rate: perSecond,
  irate: (window) => perSecond({ ...window, first: Math.max(window.first, window.last - 1) }),
  increase: (window) => {
    const rate = perSecond(window)
    return rate === undefined ? undefined : rate * window.range
  },
  delta: ({ values, first, last }) => (last > first ? (values[last] ?? 0) - (values[first] ?? 0) : undefined),
  avg_over_time: (window) => total(samples(window)) / (window.last - window.first + 1),
  min_over_time: (window) => Math.min(...samples(window)),
  max_over_time: (window) => Math.max(...samples(window)),
  sum_over_time: (window) => total(samples(window)),
  count_over_time: ({ first, last }) => last - first + 1,
  last_over_time: ({ values, last }) => values[last],
}

const INSTANT: Readonly<Record<string, (value: number) => number>> = {
  abs: Math.abs,
  ceil: Math.ceil,
  floor: Math.floor,
  round: Math.round,
  sqrt: Math.sqrt,
  ln: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  exp: Math.exp,
}

const unnamed = ({ __name__, ...labels }: Labels): Labels => labels

function call({ name, of }: Extract<Expression, { kind: 'call' }>, request: EvaluationRequest): Value {
  if (of.kind === 'selector' && of.range !== undefined) {
    const reduce = RANGED[name]
    if (!reduce) throw new BadQuery(`parse error: unknown function with name "${name}"`)
    return overWindows(of, of.range, request, reduce).map(({ labels, values }) => ({
      labels: unnamed(labels),
      values,
    }))
  }
  const apply = INSTANT[name] ?? Number
  const value = vectorOf(evaluate(of, request), name)
  return value.map(({ labels, values }) => ({
    labels: unnamed(labels),
    values: values.map((one) => (one === undefined ? undefined : apply(one))),
  }))
}

function vectorOf(value: Value, by: string): readonly Row[] {
  if (typeof value === 'number')
    throw new BadQuery(`parse error: expected type instant vector in ${by}, got scalar`)
  return value
}

const REDUCE: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum: total,
  avg: (values) => total(values) / values.length,
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  count: (values) => values.length,
}

function aggregate(
  { name, labels: listed, without, of }: Extract<Expression, { kind: 'aggregate' }>,
  request: EvaluationRequest,
): Row[] {
  const groups = new Map<string, { labels: Labels; rows: Row[] }>()
  for (const row of vectorOf(evaluate(of, request), name)) {
    const labels = Object.entries(unnamed(row.labels))
      .filter(([label]) => listed.includes(label) !== without)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
    const key = JSON.stringify(labels)
    const group = groups.get(key) ?? { labels: Object.fromEntries(labels), rows: [] }
    group.rows.push(row)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ labels, rows }) => ({
    labels,
    values: request.times.map((_, place) => {
      const values = rows.flatMap((row) => row.values[place] ?? [])
      return values.length === 0 ? undefined : REDUCE[name]?.(values)
    }),
  }))
}

const OPERATORS: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
}

const identity = (labels: Labels): string =>
  JSON.stringify(Object.entries(unnamed(labels)).toSorted(([a], [b]) => (a < b ? -1 : 1)))

function operation(
  { operator, left, right }: Extract<Expression, { kind: 'operation' }>,
  request: EvaluationRequest,
): Value {
  const apply = OPERATORS[operator] ?? (() => Number.NaN)
  const [a, b] = [evaluate(left, request), evaluate(right, request)]
  if (typeof a === 'number' && typeof b === 'number') return apply(a, b)
  const each = (rows: readonly Row[], change: (value: number) => number): Row[] =>
    rows.map(({ labels, values }) => ({
      labels: unnamed(labels),
      values: values.map((value) => (value === undefined ? undefined : change(value))),
    }))
  if (typeof a === 'number') return each(b as readonly Row[], (value) => apply(a, value))
  if (typeof b === 'number') return each(a, (value) => apply(value, b))
  const others = new Map(b.map((row) => [identity(row.labels), row]))
  return a.flatMap(({ labels, values }): Row[] => {
    const other = others.get(identity(labels))
    if (!other) return []
    const both = values.map((value, place) => {
      const second = other.values[place]
      return value === undefined || second === undefined ? undefined : apply(value, second)
    })
    return [{ labels: unnamed(labels), values: both }]
  })
}
