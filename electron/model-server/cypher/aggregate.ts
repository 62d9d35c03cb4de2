import { planError } from '#shared/spl/cypher/index.ts'
import type { CallSite } from './functions/index.ts'
import { identity, order } from './order.ts'
import { Float, type Value, float, isNumber, numberOf, typeName } from './value.ts'

/** Accumulator for one group. `result` may be called once, after the last `add`. */
export interface Accumulator {
  /** Whether it keeps every value, each of which then counts as a held row. */
  readonly keeps?: true
  add(value: Value, second: Value): void
  result(): Value
}

type Factory = (site: CallSite) => Accumulator

const numeric = (value: Value, site: CallSite): number => {
  if (!isNumber(value)) throw planError(site, `${site.name} takes numbers, not a ${typeName(value)}.`)
  return numberOf(value)
}

const count: Factory = () => {
  let seen = 0
  return { add: () => void (seen += 1), result: () => seen }
}

const collect: Factory = () => {
  const items: Value[] = []
  return { keeps: true, add: (value) => void items.push(value), result: () => items }
}

const sum: Factory = (site) => {
  let total = 0
  let whole = true
  return {
    add(value) {
      total += numeric(value, site)
      whole &&= !(value instanceof Float) && Number.isInteger(value)
      if (whole && !Number.isSafeInteger(total)) throw planError(site, 'sum leaves the range of ±(2^53 − 1).')
    },
    result: () => (whole ? total : float(total)),
  }
}

const avg: Factory = (site) => {
  let mean = 0
  let seen = 0
  return {
    add(value) {
      seen += 1
      mean += (numeric(value, site) - mean) / seen
    },
    result: () => (seen === 0 ? null : float(mean)),
  }
}

const extreme =
  (sign: 1 | -1): Factory =>
  () => {
    let best: Value = null
    return {
      add(value) {
        if (best === null || sign * order(value, best) > 0) best = value
      },
      result: () => best,
    }
  }

/** Welford's running variance; `correction` is 1 for a sample and 0 for a population. */
const deviation =
  (correction: 0 | 1): Factory =>
  (site) => {
    let seen = 0
    let mean = 0
    let squares = 0
    return {
      add(value) {
        const x = numeric(value, site)
        seen += 1
        const before = x - mean
        mean += before / seen
        squares += before * (x - mean)
      },
      result: () => float(seen <= correction ? 0 : Math.sqrt(squares / (seen - correction))),
    }
  }

/** percentileCont interpolates between neighbours, percentileDisc returns the nearest existing value. */
const percentile =
  (continuous: boolean): Factory =>
  (site) => {
    const numbers: (number | Float)[] = []
    let share = 0
    return {
      keeps: true,
      add(value, second) {
        numeric(value, site)
        numbers.push(value as number | Float)
        share = numeric(second, site)
        if (share < 0 || share > 1) throw planError(site, `${site.name} takes a percentile from 0.0 to 1.0.`)
      },
      result() {
        if (numbers.length === 0) return null
        numbers.sort((a, b) => numberOf(a) - numberOf(b))
        if (!continuous) return numbers[Math.max(0, Math.ceil(share * numbers.length) - 1)] ?? null
        const at = share * (numbers.length - 1)
        const below = numberOf(numbers[Math.floor(at)] ?? 0)
        const above = numberOf(numbers[Math.ceil(at)] ?? 0)
        return float(below + (above - below) * (at - Math.floor(at)))
      },
    }
  }

const factories = new Map<string, { readonly args: number; readonly make: Factory }>([
  ['count', { args: 1, make: count }],
  ['collect', { args: 1, make: collect }],
  ['sum', { args: 1, make: sum }],
  ['avg', { args: 1, make: avg }],
  ['min', { args: 1, make: extreme(-1) }],
  ['max', { args: 1, make: extreme(1) }],
  ['stdev', { args: 1, make: deviation(1) }],
  ['stdevp', { args: 1, make: deviation(0) }],
  ['percentilecont', { args: 2, make: percentile(true) }],
  ['percentiledisc', { args: 2, make: percentile(false) }],
])

/** Names of all aggregate functions, lower case. */
export const AGGREGATES: readonly string[] = [...factories.keys()]

export function isAggregate(name: string): boolean {
  return factories.has(name.toLowerCase())
}

/** Returns the number of arguments of an aggregate. */
export function aggregateArity(name: string): number {
  return factories.get(name.toLowerCase())?.args ?? 1
}

/** Creates an accumulator; with `distinct` it takes each value once. The caller must omit nulls. */
export function accumulatorFor(site: CallSite, distinct: boolean): Accumulator {
  const factory = factories.get(site.name.toLowerCase())
  if (!factory) throw new Error(`${site.name} is no aggregate`)
  const inner = factory.make(site)
  if (!distinct) return inner
  const seen = new Set<string>()
  return {
    add(value, second) {
      const key = identity(value)
      if (seen.has(key)) return
      seen.add(key)
      inner.add(value, second)
    },
    result: () => inner.result(),
  }
}
