import { type Expression, planError } from '#shared/spl/cypher/index.ts'
import type { Evaluate, Row, RowSource } from '../compiler.ts'
import { truth } from '../operators.ts'
import { identity } from '../order.ts'
import { Holding, type Run } from '../run.ts'
import { type Value, isList } from '../value.ts'

/** Start of every pipeline: yields the input row once. */
export class Once implements RowSource {
  row: Row = []
  #done = true

  start(input: Row): void {
    this.row = input
    this.#done = false
  }

  advance(): boolean {
    if (this.#done) return false
    this.#done = true
    return true
  }
}

/** Passes the rows for which a condition is true. */
export class Filter implements RowSource {
  readonly #source: RowSource
  readonly #run: Run
  readonly #at: Expression
  readonly #condition: Evaluate
  /** The source's row has not been checked yet; survives a pause inside the condition. */
  #held = false

  constructor(source: RowSource, run: Run, at: Expression, condition: Evaluate) {
    this.#source = source
    this.#run = run
    this.#at = at
    this.#condition = condition
  }

  get row(): Row {
    return this.#source.row
  }

  start(input: Row): void {
    this.#held = false
    this.#source.start(input)
  }

  advance(): boolean {
    for (;;) {
      this.#run.tick()
      if (!this.#held && !this.#source.advance()) return false
      this.#held = true
      const holds = this.#run.atomically(() => truth(this.#condition(this.#source.row), this.#at))
      this.#held = false
      if (holds) return true
    }
  }
}

/** UNWIND: one row per item; null gives none, and a value that is not a list counts as a list of one (openCypher 9). */
export class Unwind implements RowSource {
  readonly #source: RowSource
  readonly #run: Run
  readonly #list: Evaluate
  readonly #slot: number
  #items: readonly Value[] = []
  #index = 0
  #held = false
  readonly #holding: Holding

  constructor(source: RowSource, run: Run, list: Evaluate, slot: number) {
    this.#source = source
    this.#run = run
    this.#holding = new Holding(run)
    this.#list = list
    this.#slot = slot
  }

  get row(): Row {
    return this.#source.row
  }

  start(input: Row): void {
    this.#items = []
    this.#index = 0
    this.#held = false
    this.#source.start(input)
  }

  advance(): boolean {
    for (;;) {
      this.#run.tick()
      if (this.#index < this.#items.length) {
        this.row[this.#slot] = this.#items[this.#index] ?? null
        this.#index += 1
        return true
      }
      if (!this.#held && !this.#source.advance()) return false
      this.#held = true
      const value = this.#run.atomically(() => this.#list(this.#source.row))
      this.#holding.clear()
      this.#holding.add(this.#run.lastMade)
      this.#held = false
      this.#items = isList(value) ? value : value === null ? [] : [value]
      this.#index = 0
    }
  }
}

/** Drops rows that equal an earlier one in the first `width` slots. */
export class Distinct implements RowSource {
  readonly #source: RowSource
  readonly #run: Run
  readonly #holding: Holding
  readonly #width: number
  #seen = new Set<string>()

  constructor(source: RowSource, run: Run, width: number) {
    this.#source = source
    this.#run = run
    this.#holding = new Holding(run)
    this.#width = width
  }

  get row(): Row {
    return this.#source.row
  }

  start(input: Row): void {
    this.#seen = new Set()
    this.#holding.clear()
    this.#source.start(input)
  }

  advance(): boolean {
    while (this.#source.advance()) {
      const key = identity(this.#source.row.slice(0, this.#width))
      if (this.#seen.has(key)) continue
      this.#run.hold()
      this.#holding.add(key.length)
      this.#seen.add(key)
      return true
    }
    return false
  }
}

/** SKIP and LIMIT. The counts are evaluated when the pipeline is built, because they must not depend on a row. */
export class Window implements RowSource {
  readonly #source: RowSource
  readonly #skip: number
  readonly #limit: number
  #passed = 0

  constructor(source: RowSource, skip: number, limit: number) {
    this.#source = source
    this.#skip = skip
    this.#limit = limit
  }

  get row(): Row {
    return this.#source.row
  }

  start(input: Row): void {
    this.#passed = 0
    this.#source.start(input)
  }

  advance(): boolean {
    while (this.#passed < this.#skip) {
      if (!this.#source.advance()) return false
      this.#passed += 1
    }
    if (this.#passed >= this.#skip + this.#limit || !this.#source.advance()) return false
    this.#passed += 1
    return true
  }
}

/** Yields the rows of several queries in sequence. */
export class Concatenation implements RowSource {
  readonly #sources: readonly RowSource[]
  #index = 0
  #input: Row = []

  constructor(sources: readonly RowSource[]) {
    this.#sources = sources
  }

  get row(): Row {
    return this.#sources[this.#index]?.row ?? []
  }

  start(input: Row): void {
    this.#input = input
    this.#index = 0
    this.#sources[0]?.start(input)
  }

  advance(): boolean {
    for (;;) {
      const source = this.#sources[this.#index]
      if (!source) return false
      if (source.advance()) return true
      if (this.#index === this.#sources.length - 1) return false
      this.#index += 1
      this.#sources[this.#index]?.start(this.#input)
    }
  }
}

/** Evaluates a row count such as LIMIT's: a non-negative integer that does not depend on a row. */
export function rowCount(evaluate: Evaluate, at: Expression): number {
  const value = evaluate([])
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw planError(at, 'SKIP and LIMIT take a whole number of zero or more.')
}
