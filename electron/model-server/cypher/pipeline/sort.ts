import type { Row, RowSource } from '../compiler.ts'
import { order } from '../order.ts'
import { Holding, type Run } from '../run.ts'
import { rowBytes } from '../size.ts'

/**
 * Orders rows by the keys that stand behind their `width` columns. When only the first `limit` rows are wanted it never
 * keeps more than twice as many.
 */
export class Sort implements RowSource {
  row: Row = []
  readonly #source: RowSource
  readonly #run: Run
  readonly #holding: Holding
  readonly #width: number
  readonly #descending: readonly boolean[]
  readonly #limit: number
  #rows: { row: Row; position: number; bytes: number }[] = []
  #position = 0
  #sorted = false
  #index = 0

  constructor(source: RowSource, run: Run, width: number, descending: readonly boolean[], limit: number) {
    this.#source = source
    this.#run = run
    this.#holding = new Holding(run)
    this.#width = width
    this.#descending = descending
    this.#limit = limit
  }

  start(input: Row): void {
    this.#rows = []
    this.#holding.clear()
    this.#position = 0
    this.#sorted = false
    this.#index = 0
    this.#source.start(input)
  }

  advance(): boolean {
    if (!this.#sorted) this.#gather()
    const next = this.#rows[this.#index]
    if (!next) return false
    this.#index += 1
    this.row = next.row
    return true
  }

  #gather(): void {
    const most = this.#limit * 2
    while (this.#source.advance()) {
      const row = [...this.#source.row]
      const bytes = rowBytes(row)
      this.#rows.push({ row, position: this.#position, bytes })
      this.#holding.add(bytes)
      this.#position += 1
      if (this.#rows.length > most + 64) this.#trim()
      else if (this.#rows.length > this.#peak) {
        this.#peak = this.#rows.length
        this.#run.hold()
      }
    }
    this.#trim()
    this.#sorted = true
  }

  /** The most rows ever kept: what has been accounted for. */
  #peak = 0

  #trim(): void {
    this.#rows.sort((a, b) => this.#compare(a.row, b.row) || a.position - b.position)
    for (const { bytes } of this.#rows.splice(Math.min(this.#limit, this.#rows.length)))
      this.#holding.add(-bytes)
  }

  #compare(a: Row, b: Row): number {
    for (const [index, descending] of this.#descending.entries()) {
      const step = order(a[this.#width + index] ?? null, b[this.#width + index] ?? null)
      if (step !== 0) return descending ? -step : step
    }
    return 0
  }
}
