import { type Span, planError } from '#shared/spl/cypher/index.ts'
import type { Check, Evaluate, Row } from '../compiler.ts'
import { GraphNode, type NodePages, type NodeRequest } from '../graph.ts'
import type { Run } from '../run.ts'
import { type Value, isList, typeName } from '../value.ts'
import type { Lookahead } from './lookahead.ts'
import { type Step, passes } from './step.ts'

/** A condition that a store can evaluate, with the expression for its value in the current row. */
export interface Hint {
  readonly kind: 'id' | 'equal' | 'contains' | 'startsWith' | 'endsWith'
  readonly key: string
  readonly value: Evaluate
  /** Slots the value depends on; the hint is usable once they are filled. */
  readonly needs: ReadonlySet<number>
}

/** Scans the store's nodes, filtered by labels and hints as far as possible. */
export class ScanStep implements Step {
  readonly checks: Check[] = []
  lookahead: Lookahead | undefined
  readonly #run: Run
  readonly slot: number
  readonly #name: string
  readonly #labels: NodeRequest['labels']
  readonly #hints: readonly Hint[]
  #pages: NodePages = { next: () => null }
  #page: readonly GraphNode[] = []
  #arrived: readonly GraphNode[] | null | undefined
  #index = 0

  constructor(run: Run, slot: number, name: string, labels: NodeRequest['labels'], hints: readonly Hint[]) {
    this.#run = run
    this.slot = slot
    this.#name = name
    this.#labels = labels
    this.#hints = hints
  }

  open(row: Row): void {
    const request = this.#request(row)
    this.#pages = request ? this.#run.scan(request) : { next: () => null }
    this.#page = []
    this.#arrived = undefined
    this.#index = 0
  }

  next(row: Row): boolean {
    for (;;) {
      const node = this.#page[this.#index]
      if (!node) {
        const page = this.#pull()
        if (!page) return false
        this.#page = page
        this.#index = 0
        this.#arrived = undefined
        this.lookahead?.prepare(page)
        continue
      }
      this.#run.tick()
      row[this.slot] = node
      const fits = passes(this.checks, row)
      this.#index += 1
      if (fits) return true
    }
  }

  describe() {
    const labels = this.#labels.map((group) => `:${group.join('|')}`).join('')
    const hints = this.#hints.map((hint) => (hint.kind === 'id' ? 'id' : `${hint.key} ${hint.kind}`))
    const operator = this.#hints.some((hint) => hint.kind === 'id')
      ? 'NodeByIdLookup'
      : hints.length > 0
        ? 'NodeFilteredScan'
        : labels
          ? 'NodeByLabelScan'
          : 'AllNodesScan'
    return { operator, details: `${this.#name}${labels}${hints.length > 0 ? ` by ${hints.join(', ')}` : ''}` }
  }

  #pull(): readonly GraphNode[] | null {
    if (this.#arrived !== undefined) return this.#arrived
    this.#run.release()
    const next = this.#pages.next()
    if (!(next instanceof Promise)) return next
    return this.#run.waitFor(
      next.then((page) => {
        this.#arrived = page
      }),
    )
  }

  /** Builds the request for this row; undefined when a condition cannot match anything. */
  #request(row: Row): NodeRequest | undefined {
    let ids: readonly string[] | undefined
    const equal: NodeRequest['equal'][number][] = []
    const text: NodeRequest['text'][number][] = []
    for (const hint of this.#hints) {
      const value = hint.value(row)
      if (value === null) return undefined
      if (hint.kind === 'id') {
        const wanted = new Set((isList(value) ? value : [value]).filter((item) => typeof item === 'string'))
        ids = ids ? ids.filter((id) => wanted.has(id)) : [...wanted]
      } else if (hint.kind === 'equal') {
        if (isPlain(value)) equal.push({ key: hint.key, value })
      } else if (typeof value === 'string') text.push({ key: hint.key, operator: hint.kind, value })
    }
    return { labels: this.#labels, ids, equal, text }
  }
}

function isPlain(value: Value): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** A node bound by an earlier clause or step: a single candidate, checked by the conditions. */
export class BoundStep implements Step {
  readonly checks: Check[] = []
  readonly slot: number
  readonly #name: string
  readonly #at: Span
  #done = false

  constructor(slot: number, name: string, at: Span) {
    this.slot = slot
    this.#name = name
    this.#at = at
  }

  open(): void {
    this.#done = false
  }

  next(row: Row): boolean {
    if (this.#done) return false
    const node = row[this.slot] ?? null
    if (node !== null && !(node instanceof GraphNode)) {
      throw planError(this.#at, `${this.#name} is a ${typeName(node)}, not a node.`)
    }
    const fits = node !== null && passes(this.checks, row)
    this.#done = true
    return fits
  }

  describe() {
    return { operator: 'Argument', details: this.#name }
  }
}
