import { CypherError, planError, type Span } from '#shared/spl/cypher/index.ts'
import { MAX_QUERY_BYTES, QUERY_TOO_LARGE } from '../budget.ts'
import type { Graph, GraphNode, NodePages, NodeRequest } from './graph.ts'
import { checkedSize, refuseLarge } from './size.ts'
import type { Value } from './value.ts'

/**
 * The pages of a scan that have arrived so far. An expression starts again from its beginning whenever data has to be
 * fetched; it then finds here what it had fetched before, else it would never get any further.
 */
class RememberedScan {
  readonly #source: NodePages
  readonly #pages: (readonly GraphNode[])[] = []
  #complete = false

  constructor(source: NodePages) {
    this.#source = source
  }

  /** The pages from the first on. */
  view(): NodePages {
    let index = 0
    return {
      next: () => {
        const page = this.#pages[index]
        index += 1
        if (page) return page
        return this.#complete ? null : this.#fetch()
      },
    }
  }

  #fetch(): ReturnType<NodePages['next']> {
    const next = this.#source.next()
    return next instanceof Promise ? next.then((page) => this.#remember(page)) : this.#remember(next)
  }

  #remember(page: readonly GraphNode[] | null): readonly GraphNode[] | null {
    if (page) this.#pages.push(page)
    else this.#complete = true
    return page
  }
}

/** Thrown through the pipeline when it has to stop for a moment; every operator can be called again where it stood. */
export const PAUSE = Symbol('cypher pause')

/** Longest stretch, in milliseconds, for which a query keeps the event loop from other work. */
const SLICE_MS = 8

/**
 * How long, in milliseconds, an expression (an `EXISTS { … }`, say) may keep the event loop. Its work is lost when it pauses, so
 * each time it is given twice as long: it costs at most double, and a cancellation is heard within the time already spent.
 */
const PATIENCE_MS = 100

/** Steps between two looks at the clock; a power of two. */
const STEPS_PER_LOOK = 256

/** Most rows that sorting, grouping, DISTINCT and lists may keep at once, so that a query cannot eat the heap. */
const MAX_HELD_ROWS = 1_000_000

interface RunOptions {
  readonly graph: Graph
  readonly parameters: { readonly [name: string]: Value }
  /** The whole text, to which errors without a better place point. */
  readonly span: Span
  readonly signal?: AbortSignal
  /** Milliseconds the query may take in all. */
  readonly timeoutMs?: number
  readonly maxHeldRows?: number
}

/** One execution: the graph, the parameters and the limits. The only mutable state that operators share. */
export class Run {
  readonly graph: Graph
  readonly parameters: { readonly [name: string]: Value }
  readonly #span: Span
  readonly #signal: AbortSignal | undefined
  readonly #deadline: number
  readonly #maxHeldRows: number
  #sliceEnd = performance.now() + SLICE_MS
  #steps = 0
  #held = 0
  #heldBytes = 0
  /** Bytes that the running expression has made and still needs. */
  #made = 0
  /** What the piece of work made that ended last. */
  #lastMade = 0
  #attempt = 0
  #pending: Promise<unknown> | undefined
  readonly #scans = new Map<string, RememberedScan>()
  /** Above zero inside an expression, whose work is lost on a pause. */
  #atomic = 0
  #patience = PATIENCE_MS
  #expressionStart = 0

  constructor(options: RunOptions) {
    this.graph = options.graph
    this.parameters = options.parameters
    this.#span = options.span
    this.#signal = options.signal
    this.#deadline = performance.now() + (options.timeoutMs ?? Number.POSITIVE_INFINITY)
    this.#maxHeldRows = options.maxHeldRows ?? MAX_HELD_ROWS
  }

  /** To be called once per unit of an operator's work. Throws {@link PAUSE} when others should run, TIMEOUT when time is up. */
  tick(): void {
    if (this.check() > this.#sliceEnd && this.#atomic === 0) throw PAUSE
  }

  /**
   * The same for loops that cannot be called again where they stood. Inside expressions it pauses when they have used up their
   * patience. Answers the time when it looked at the clock, else 0.
   */
  check(): number {
    this.#steps += 1
    if (this.#steps % STEPS_PER_LOOK !== 0) return 0
    const now = performance.now()
    if (now > this.#deadline || this.#signal?.aborted) throw this.#stopped()
    if (this.#atomic > 0 && now > this.#expressionStart + this.#patience) {
      this.#patience *= 2
      throw PAUSE
    }
    return now
  }

  /** Runs `work` as one piece: it is repeated from its start whenever data has to be fetched. */
  atomically<T>(work: () => T): T {
    if (this.#atomic > 0) return this.#deeper(work)
    const held = this.#held
    const heldBytes = this.#heldBytes
    this.#made = 0
    this.#expressionStart = performance.now()
    try {
      const result = this.#deeper(work)
      this.#patience = PATIENCE_MS
      return result
    } catch (error) {
      // What it kept is kept again when it starts again.
      if (error === PAUSE) {
        this.#held = held
        this.#heldBytes = heldBytes
        this.#attempt += 1
      }
      throw error
    }
  }

  #deeper<T>(work: () => T): T {
    const before = this.#made
    this.#atomic += 1
    try {
      const result = work()
      this.#lastMade = this.#made - before
      return result
    } finally {
      this.#atomic -= 1
      this.#made = before
    }
  }

  /** Bytes that the running expression has made so far and still needs. */
  get made(): number {
    return this.#made
  }

  /** Says what it has made; whatever else it made on the way is garbage. @throws CypherError where that is too much */
  setMade(bytes: number, at: Span): void {
    this.#made = bytes
    refuseLarge(bytes, at)
  }

  /** An expression that computes values: what it made on the way is garbage once its own value is there. */
  measured<Row>(evaluate: (row: Row) => Value, at: Span): (row: Row) => Value {
    return (row) => {
      const before = this.#made
      const value = evaluate(row)
      this.setMade(before + checkedSize(value, at), at)
      return value
    }
  }

  /** Bytes that the piece of work made that ended last. */
  get lastMade(): number {
    return this.#lastMade
  }

  /** Goes up when an expression starts again, which undoes what it accounted for. */
  get attempt(): number {
    return this.#attempt
  }

  /** Starts a scan. Inside an expression over a remote graph its pages are remembered until the expression is through. */
  scan(request: NodeRequest): NodePages {
    if (this.#atomic === 0 || !this.graph.load) return this.graph.scan(request)
    const key = JSON.stringify(request)
    const known = this.#scans.get(key) ?? new RememberedScan(this.graph.scan(request))
    this.#scans.set(key, known)
    return known.view()
  }

  /** Lets a remote graph forget what it has loaded, unless an expression still needs it. */
  release(): void {
    if (this.#atomic > 0) return
    this.#scans.clear()
    this.graph.release?.()
  }

  /** Stops the pipeline until `data` has arrived. */
  waitFor(data: Promise<unknown>): never {
    this.#pending = data
    throw PAUSE
  }

  /** Accounts for `rows` kept in memory, and for bytes of computed values. */
  hold(rows = 1, bytes = 0): void {
    this.#heldBytes += bytes
    if (this.#heldBytes > MAX_QUERY_BYTES) throw planError(this.#span, QUERY_TOO_LARGE)
    this.#held += rows
    if (this.#held > this.#maxHeldRows) {
      throw planError(
        this.#span,
        `The query keeps more than ${this.#maxHeldRows} rows at once; narrow it with labels, WHERE or LIMIT.`,
      )
    }
  }

  /** Awaits what the pipeline paused for, or gives other work a turn. */
  async settle(): Promise<void> {
    const pending = this.#pending
    this.#pending = undefined
    if (pending) await this.#race(pending)
    // An answer can come without a turn of the event loop; others still have to get theirs.
    if (!pending || performance.now() > this.#sliceEnd) await new Promise((resume) => setImmediate(resume))
    if (performance.now() > this.#deadline || this.#signal?.aborted) throw this.#stopped()
    if (performance.now() > this.#sliceEnd) this.#sliceEnd = performance.now() + SLICE_MS
  }

  async #race(pending: Promise<unknown>): Promise<void> {
    const left = this.#deadline - performance.now()
    let timer: NodeJS.Timeout | undefined
    let abort: (() => void) | undefined
    const stop = new Promise<never>((_, reject) => {
      abort = () => reject(this.#stopped())
      this.#signal?.addEventListener('abort', abort, { once: true })
      if (this.#signal?.aborted) abort()
      if (Number.isFinite(left)) timer = setTimeout(abort, Math.min(Math.max(0, left), 2 ** 31 - 1))
    })
    try {
      await Promise.race([pending, stop])
    } finally {
      clearTimeout(timer)
      if (abort) this.#signal?.removeEventListener('abort', abort)
      // Whatever still arrives after a stop is ignored.
      pending.catch(() => {})
    }
  }

  #stopped(): CypherError {
    const reason = this.#signal?.aborted ? 'was cancelled' : 'ran out of time'
    return new CypherError('TIMEOUT', `The Cypher query ${reason}; narrow it or allow more time.`, this.#span)
  }
}

/** What one operator keeps of computed values, accounted for with its run. */
export class Holding {
  readonly #run: Run
  #bytes = 0
  #attempt = 0

  constructor(run: Run) {
    this.#run = run
  }

  add(bytes: number): void {
    if (this.#attempt !== this.#run.attempt) this.#bytes = 0
    this.#attempt = this.#run.attempt
    this.#bytes += bytes
    this.#run.hold(0, bytes)
  }

  /** It keeps nothing any more of what it kept before. */
  clear(): void {
    this.add(-(this.#attempt === this.#run.attempt ? this.#bytes : 0))
  }
}
