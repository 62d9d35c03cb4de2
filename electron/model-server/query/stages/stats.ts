import type { Json } from '#shared/model/json.ts'
import { textOf } from '#shared/model/json.ts'
import { type Aggregate, type StageOf, unknownName } from '#shared/spl/index.ts'
import { planError } from '../../service-error.ts'
import { jsonBytes } from '../../budget.ts'
import type { Budget } from '../budget.ts'
import { type Prepared, numberOf, orderPrepared, prepared } from '../compare.ts'
import { PlainRow, type Row } from '../row.ts'
import { type Pace, type Rows, rowsOfList } from '../rows.ts'

interface Accumulator {
  /** @returns the additional bytes held */
  add(value: Json): number
  result(): Json
}

function numeric(
  fold: (sum: number, value: number) => number,
  finish: (sum: number, count: number) => Json,
): Accumulator {
  let sum = 0
  let count = 0
  return {
    add(value) {
      const number = numberOf(value)
      if (number === undefined) return 0
      sum = fold(sum, number)
      count++
      return 0
    },
    result: () => finish(sum, count),
  }
}

function extreme(sign: 1 | -1): Accumulator {
  let best: { readonly value: Json; readonly place: Prepared } | undefined
  return {
    add(value) {
      const place = prepared(value)
      if (best && orderPrepared(place, best.place) * sign <= 0) return 0
      const before = best ? jsonBytes(best.value) : 0
      best = { value, place }
      return jsonBytes(value) - before
    },
    result: () => best?.value ?? null,
  }
}

/** Keeps a single value. */
function one(choose: (chosen: Json, value: Json) => Json): Accumulator {
  let chosen: Json = null
  return {
    add(value) {
      const before = jsonBytes(chosen)
      chosen = choose(chosen, value)
      return jsonBytes(chosen) - before
    },
    result: () => chosen,
  }
}

function gathered(finish: (values: Json[]) => Json): Accumulator {
  const values: Json[] = []
  return {
    add(value) {
      values.push(value)
      return jsonBytes(value)
    },
    result: () => finish(values),
  }
}

/** The value below which `share` of the numbers lie, interpolated linearly between neighbours. */
function percentile(share: number): Accumulator {
  return gathered((values) => {
    const numbers = values.flatMap((value) => numberOf(value) ?? []).sort((a, b) => a - b)
    if (numbers.length === 0) return null
    const place = (numbers.length - 1) * share
    const low = numbers[Math.floor(place)] ?? 0
    return low + ((numbers[Math.ceil(place)] ?? low) - low) * (place % 1)
  })
}

const aggregates: { readonly [name: string]: () => Accumulator } = {
  count: () => {
    let count = 0
    const add = (): number => {
      count++
      return 0
    }
    return { add, result: () => count }
  },
  sum: () =>
    numeric(
      (sum, value) => sum + value,
      (sum) => sum,
    ),
  avg: () =>
    numeric(
      (sum, value) => sum + value,
      (sum, count) => (count === 0 ? null : sum / count),
    ),
  min: () => extreme(-1),
  max: () => extreme(1),
  dc: () => gathered((values) => new Set(values.map((value) => textOf(value))).size),
  values: () =>
    gathered((values) => [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]),
  first: () => one((chosen, value) => chosen ?? value),
  last: () => one((_kept, value) => value),
  median: () => percentile(0.5),
  p90: () => percentile(0.9),
  p95: () => percentile(0.95),
  p99: () => percentile(0.99),
}

/** Names of functions available in `stats`. */
export const AGGREGATES: readonly string[] = Object.keys(aggregates)

function factoryOf(aggregate: Aggregate): () => Accumulator {
  const make = Object.hasOwn(aggregates, aggregate.name) ? aggregates[aggregate.name] : undefined
  if (!make) {
    const { sentence, details } = unknownName('function', aggregate.name, { names: AGGREGATES })
    throw planError(aggregate, sentence, details)
  }
  if (!aggregate.field && aggregate.name !== 'count') {
    throw planError(aggregate, `${aggregate.name} needs a field, as in ${aggregate.name}(duration).`, {
      found: `${aggregate.name}()`,
      expected: ['a field'],
    })
  }
  return make
}

interface Group {
  readonly keys: readonly Json[]
  readonly accumulators: readonly Accumulator[]
  readonly seen: readonly Set<string>[]
}

/**
 * One row per combination of the `by` fields, in order of first appearance; without `by` exactly one. Null
 * and missing values are not counted, except by `count()`.
 *
 * @throws ServiceError QUERY_PLAN_ERROR for an unknown function
 */
export function stats(rows: Rows, stage: StageOf<'stats'>, pace: Pace, budget: Budget): Rows {
  const factories = stage.aggregates.map((aggregate) => factoryOf(aggregate))
  let result: Rows | undefined
  return {
    async next() {
      result ??= rowsOfList(await run())
      return result.next()
    },
  }

  async function run(): Promise<Row[]> {
    const groups = new Map<string, Group>()
    const groupOf = (row: Row | undefined): Group => {
      const keys = stage.by.map((field) => row?.get(field.name) ?? null)
      const identity = JSON.stringify(keys)
      let group = groups.get(identity)
      if (!group) {
        group = {
          keys,
          accumulators: factories.map((make) => make()),
          seen: stage.aggregates.map(() => new Set<string>()),
        }
        groups.set(identity, group)
        budget.hold(2 * identity.length, stage)
      }
      return group
    }
    if (stage.by.length === 0) groupOf(undefined)
    for (let page = await rows.next(); page; page = await rows.next()) {
      for (const row of page) {
        take(groupOf(row), row)
        budget.release(row.computedBytes)
      }
      await pace.yieldToMain()
    }
    return [...groups.values()].map((group) => rowOf(group))
  }

  function take(group: Group, row: Row): void {
    for (const [index, aggregate] of stage.aggregates.entries()) {
      const value = aggregate.field ? (row.get(aggregate.field.name) ?? null) : true
      if (value === null) continue
      if (aggregate.distinct) {
        const identity = JSON.stringify(value)
        const seen = group.seen[index]
        if (seen?.has(identity)) continue
        seen?.add(identity)
        budget.hold(identity.length, aggregate)
      }
      budget.hold(group.accumulators[index]?.add(value) ?? 0, aggregate)
    }
  }

  function rowOf(group: Group): Row {
    const members: { [name: string]: Json } = {}
    for (const [index, field] of stage.by.entries()) members[field.name] = group.keys[index] ?? null
    for (const [index, { as }] of stage.aggregates.entries()) {
      members[as] = group.accumulators[index]?.result() ?? null
    }
    return new PlainRow(members)
  }
}
