import type { Span } from '#shared/spl/cypher/index.ts'
import { type Accumulator, accumulatorFor } from '../aggregate.ts'
import type { Evaluate, Row, RowSource } from '../compiler.ts'
import { identity } from '../order.ts'
import { Holding, type Run } from '../run.ts'
import { rowBytes, sizeOf } from '../size.ts'
import type { Value } from '../value.ts'

/**
 * Computes a new row: the columns, then the sort keys. A sort key may use both the old row and the new
 * columns, so during its computation the columns are appended to the old row, from slot `offset` on.
 */
export class Project implements RowSource {
  row: Row = []
  readonly #source: RowSource
  readonly #run: Run
  readonly #columns: readonly Evaluate[]
  readonly #keys: readonly Evaluate[]
  readonly #offset: number
  #held = false
  readonly #holding: Holding

  constructor(
    source: RowSource,
    run: Run,
    columns: readonly Evaluate[],
    keys: readonly Evaluate[],
    offset: number,
  ) {
    this.#source = source
    this.#run = run
    this.#holding = new Holding(run)
    this.#columns = columns
    this.#keys = keys
    this.#offset = offset
  }

  start(input: Row): void {
    this.#held = false
    this.#source.start(input)
  }

  advance(): boolean {
    this.#run.tick()
    if (!this.#held && !this.#source.advance()) return false
    this.#held = true
    this.row = this.#run.atomically(() => this.#compute(this.#source.row))
    this.#holding.clear()
    this.#holding.add(this.#run.lastMade)
    this.#held = false
    return true
  }

  #compute(input: Row): Row {
    const out = this.#columns.map((column) => column(input))
    if (this.#keys.length === 0) return out
    for (const [index, value] of out.entries()) input[this.#offset + index] = value
    for (const key of this.#keys) out.push(key(input))
    return out
  }
}

interface AggregateCall extends Span {
  readonly name: string
  readonly distinct: boolean
  /** Empty for `count(*)`, else one or two arguments. */
  readonly args: readonly Evaluate[]
}

interface Group {
  readonly keys: readonly Value[]
  readonly accumulators: readonly Accumulator[]
}

/**
 * Groups the source's rows by `keys` and yields one row per group: the keys, then the aggregates. Without
 * keys there is exactly one group, even without rows.
 */
export class Aggregate implements RowSource {
  row: Row = []
  readonly #source: RowSource
  readonly #run: Run
  readonly #keys: readonly Evaluate[]
  readonly #calls: readonly AggregateCall[]
  #groups = new Map<string, Group>()
  #results: Iterator<Group> | undefined
  #held = false
  readonly #holding: Holding

  constructor(source: RowSource, run: Run, keys: readonly Evaluate[], calls: readonly AggregateCall[]) {
    this.#source = source
    this.#run = run
    this.#holding = new Holding(run)
    this.#keys = keys
    this.#calls = calls
  }

  start(input: Row): void {
    this.#groups = new Map()
    this.#holding.clear()
    this.#results = undefined
    this.#held = false
    this.#source.start(input)
  }

  advance(): boolean {
    this.#results ??= this.#gather()
    const next = this.#results.next()
    if (next.done) return false
    const { keys, accumulators } = next.value
    this.row = [...keys, ...accumulators.map((accumulator) => accumulator.result())]
    return true
  }

  #gather(): Iterator<Group> {
    for (;;) {
      this.#run.tick()
      if (!this.#held && !this.#source.advance()) break
      this.#held = true
      // Do everything that may pause before the first state change.
      const { keys, args } = this.#run.atomically(() => this.#evaluate(this.#source.row))
      this.#held = false
      this.#add(this.#groupOf(keys), args)
    }
    if (this.#keys.length === 0 && this.#groups.size === 0) this.#groupOf([])
    return this.#groups.values()
  }

  #evaluate(row: Row) {
    return {
      keys: this.#keys.map((key) => key(row)),
      args: this.#calls.map((call) => call.args.map((argument) => argument(row))),
    }
  }

  #groupOf(keys: readonly Value[]): Group {
    const key = identity(keys)
    const known = this.#groups.get(key)
    if (known) return known
    this.#run.hold()
    this.#holding.add(rowBytes(keys) + key.length)
    const group = {
      keys,
      accumulators: this.#calls.map((call) => accumulatorFor(call, call.distinct)),
    }
    this.#groups.set(key, group)
    return group
  }

  #add(group: Group, args: readonly (readonly Value[])[]): void {
    for (const [index, accumulator] of group.accumulators.entries()) {
      const [value, second = null] = args[index] ?? []
      // No argument is count(*), which counts rows; null arguments are not counted.
      if (value === null) continue
      if (this.#calls[index]?.distinct || accumulator.keeps) {
        this.#run.hold()
        this.#holding.add(sizeOf(value ?? true).bytes)
      }
      accumulator.add(value ?? true, second)
    }
  }
}
