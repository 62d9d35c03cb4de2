import { type Span, planError } from '#shared/spl/cypher/index.ts'
import type { Check, Evaluate, Row } from '../compiler.ts'
import { GraphNode, type NodePages, type NodeRequest } from '../graph.ts'
import type { Run } from '../run.ts'
import { type Value, isList, typeName } from '../value.ts'
import type { Lookahead } from './lookahead.ts'
import { type Step, passes } from './step.ts'

/** A condition a scan can hand to the store, with the expression that gives its value for the row at hand. */
export interface Hint {
  readonly kind: 'id' | 'equal' | 'contains' | 'startsWith' | 'endsWith'
  readonly key: string
  readonly value: Evaluate
  /** Slots the value depends on; the hint is of use once they are filled. */
  readonly needs: ReadonlySet<number>
}

/** Goes through the nodes of the store that may fit, as few as labels and hints allow. */
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

  /** The request for this row; undefined when some condition can match nothing. */
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

/** A node that an earlier clause or step has bound: one candidate, the conditions decide. */
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
