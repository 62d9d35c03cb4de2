import type { Row, RowSource } from '../compiler.ts'
import type { Run } from '../run.ts'
import type { Step } from './step.ts'

/**
 * Runs the steps of a match as nested loops with an explicit position instead of recursion, so it can stop at
 * any point, yields one match at a time, and a LIMIT ends the search.
 */
export class Matcher implements RowSource {
  readonly row: Row = []
  readonly steps: readonly Step[]
  readonly #run: Run
  #depth = 0
  #opening = true

  constructor(steps: readonly Step[], run: Run) {
    this.steps = steps
    this.#run = run
  }

  start(input: Row): void {
    for (let slot = 0; slot < input.length; slot += 1) this.row[slot] = input[slot] ?? null
    this.#depth = 0
    this.#opening = true
  }

  advance(): boolean {
    for (;;) {
      this.#run.tick()
      const step = this.steps[this.#depth]
      if (!step) throw new Error('a match has at least one step')
      if (this.#opening) {
        step.open(this.row)
        this.#opening = false
      }
      if (step.next(this.row)) {
        if (this.#depth === this.steps.length - 1) return true
        this.#depth += 1
        this.#opening = true
      } else {
        if (this.#depth === 0) return false
        this.#depth -= 1
      }
    }
  }
}
