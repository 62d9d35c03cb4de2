import type { Row, RowSource } from '../compiler.ts'
import { GraphNode } from '../graph.ts'
import { ExpandStep } from '../match/expand-step.ts'
import { Lookahead } from '../match/lookahead.ts'
import type { Matcher } from '../match/matcher.ts'
import { BoundStep } from '../match/node-steps.ts'
import { VariableExpandStep } from '../match/variable-expand-step.ts'
import type { Run } from '../run.ts'

/** Input rows read ahead when the graph is remote, to fetch their neighbours in one request. */
const READ_AHEAD = 200

/**
 * Runs a match for every row of its source. With `optionalSlots` (OPTIONAL MATCH), a row without a match is
 * yielded once with nulls in those slots.
 */
export class MatchRows implements RowSource {
  readonly #source: RowSource
  readonly #matcher: Matcher
  readonly #run: Run
  readonly #optionalSlots: readonly number[] | undefined
  readonly #lookahead: { readonly lookahead: Lookahead; readonly slot: number } | undefined
  #waiting: Row[] = []
  #exhausted = false
  #filling = false
  #prepared = true
  #active = false
  #matched = false

  constructor(source: RowSource, matcher: Matcher, run: Run, optionalSlots?: readonly number[]) {
    this.#source = source
    this.#matcher = matcher
    this.#run = run
    this.#optionalSlots = optionalSlots
    this.#lookahead = run.graph.load && firstExpansion(matcher, run)
  }

  get row(): Row {
    return this.#matcher.row
  }

  start(input: Row): void {
    this.#waiting = []
    this.#exhausted = false
    this.#filling = false
    this.#prepared = true
    this.#active = false
    this.#source.start(input)
  }

  advance(): boolean {
    for (;;) {
      if (!this.#active) {
        const input = this.#nextInput()
        if (!input) return false
        this.#matcher.start(input)
        this.#active = true
        this.#matched = false
      }
      if (this.#matcher.advance()) {
        this.#matched = true
        return true
      }
      this.#active = false
      if (this.#optionalSlots && !this.#matched) {
        for (const slot of this.#optionalSlots) this.#matcher.row[slot] = null
        return true
      }
    }
  }

  #nextInput(): Row | undefined {
    if (!this.#lookahead) return this.#source.advance() ? this.#source.row : undefined
    if (this.#waiting.length === 0 || this.#filling) this.#fill()
    if (!this.#prepared) this.#prepare()
    return this.#waiting.shift()
  }

  /** Reads rows ahead; may pause and resume. */
  #fill(): void {
    if (!this.#filling) this.#run.release()
    this.#filling = true
    this.#prepared = false
    while (!this.#exhausted && this.#waiting.length < READ_AHEAD) {
      if (this.#source.advance()) this.#waiting.push([...this.#source.row])
      else this.#exhausted = true
    }
    this.#filling = false
  }

  #prepare(): void {
    const lookahead = this.#lookahead
    const nodes = lookahead ? this.#waiting.map((row) => row[lookahead.slot]) : []
    lookahead?.lookahead.prepare(nodes.filter((node): node is GraphNode => node instanceof GraphNode))
    this.#prepared = true
  }
}

/** Returns the first expansion of the match, if it starts at a node bound by the input row. */
function firstExpansion(matcher: Matcher, run: Run) {
  const [first, second] = matcher.steps
  if (!(first instanceof BoundStep)) return undefined
  if (!(second instanceof ExpandStep || second instanceof VariableExpandStep)) return undefined
  if (second.plan.fromSlot !== first.slot) return undefined
  return { lookahead: new Lookahead(run, second.plan.direction, second.plan.types), slot: first.slot }
}
