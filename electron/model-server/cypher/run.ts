import { CypherError, planError, type Span } from '#shared/spl/cypher/index.ts'
import { MAX_QUERY_BYTES, QUERY_TOO_LARGE } from '../budget.ts'
import type { Graph, GraphNode, NodePages, NodeRequest } from './graph.ts'
import { checkedSize, refuseLarge } from './size.ts'
import type { Value } from './value.ts'

/**
 * Pages of a scan received so far. An expression restarts from the beginning whenever data must be fetched;
 * without this cache it would fetch the same data again and never finish.
 */
class RememberedScan {
  readonly #source: NodePages
  readonly #pages: (readonly GraphNode[])[] = []
  #complete = false

  constructor(source: NodePages) {
    this.#source = source
  }

  /** Returns a view that starts at the first page. */
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

/** Thrown through the pipeline to suspend it; every operator can be called again at the same point. */
export const PAUSE = Symbol('cypher pause')

/** Time slice in milliseconds before a query yields to the event loop. */
const SLICE_MS = 8

/**
 * Initial time slice in milliseconds for an expression (such as `EXISTS { … }`), whose work is lost when it
 * pauses. The slice doubles each time, so that the total work at most doubles, and a cancellation is noticed
 * within the time already spent.
 */
const PATIENCE_MS = 100

/** Ticks between two checks of the clock; a power of two. */
const STEPS_PER_CHECK = 256

/** Maximum rows held by sorting, grouping, DISTINCT and lists, to bound the heap. */
const MAX_HELD_ROWS = 1_000_000

interface RunOptions {
  readonly graph: Graph
  readonly parameters: { readonly [name: string]: Value }
  /** The whole text, for errors without a more precise position. */
  readonly span: Span
  readonly signal?: AbortSignal
  /** Total time limit of the query, milliseconds. */
  readonly timeoutMs?: number
  readonly maxHeldRows?: number
}

/** One execution: the graph, the parameters and the limits. The only mutable state shared by operators. */
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
  /** Bytes made by the current expression and still needed. */
  #made = 0
  /** Bytes made by the last finished unit of work. */
  #lastMade = 0
  #attempt = 0
  #pending: Promise<unknown> | undefined
  readonly #scans = new Map<string, RememberedScan>()
  /** Positive inside an expression, whose work is lost on a pause. */
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

  /** Call once per unit of an operator's work. Throws {@link PAUSE} to yield to other work, or TIMEOUT. */
  tick(): void {
    if (this.check() > this.#sliceEnd && this.#atomic === 0) throw PAUSE
  }

  /**
   * Like `tick`, for loops that cannot be resumed. Inside expressions it pauses only when their time slice is
   * used up. Returns the time if it checked the clock, else 0.
   */
  check(): number {
    this.#steps += 1
    if (this.#steps % STEPS_PER_CHECK !== 0) return 0
    const now = performance.now()
    if (now > this.#deadline || this.#signal?.aborted) throw this.#stopped()
    if (this.#atomic > 0 && now > this.#expressionStart + this.#patience) {
      this.#patience *= 2
      throw PAUSE
    }
    return now
  }

  /** Runs `work` as a unit that restarts from the beginning whenever data must be fetched. */
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
      // The restarted unit will account for its memory again.
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

  /** Bytes made by the current expression and still needed. */
  get made(): number {
    return this.#made
  }

  /** Sets the bytes made so far; everything else was temporary. @throws CypherError when it exceeds the limit */
  setMade(bytes: number, at: Span): void {
    this.#made = bytes
    refuseLarge(bytes, at)
  }

  /** Wraps an expression that computes values: its temporary values are released once the result exists. */
  measured<Row>(evaluate: (row: Row) => Value, at: Span): (row: Row) => Value {
    return (row) => {
      const before = this.#made
      const value = evaluate(row)
      this.setMade(before + checkedSize(value, at), at)
      return value
    }
  }

  /** Bytes made by the last finished unit of work. */
  get lastMade(): number {
    return this.#lastMade
  }

  /** Increases when an expression restarts, which reverts its accounting. */
  get attempt(): number {
    return this.#attempt
  }

  /** Starts a scan. Inside an expression on a remote graph, its pages are cached until the expression completes. */
  scan(request: NodeRequest): NodePages {
    if (this.#atomic === 0 || !this.graph.load) return this.graph.scan(request)
    const key = JSON.stringify(request)
    const known = this.#scans.get(key) ?? new RememberedScan(this.graph.scan(request))
    this.#scans.set(key, known)
    return known.view()
  }

  /** Lets a remote graph clear its cache, unless an expression still needs it. */
  release(): void {
    if (this.#atomic > 0) return
    this.#scans.clear()
    this.graph.release?.()
  }

  /** Suspends the pipeline until `data` has arrived. */
  waitFor(data: Promise<unknown>): never {
    this.#pending = data
    throw PAUSE
  }

  /** Accounts for `rows` held in memory, and for bytes of computed values. */
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

  /** Awaits what the pipeline paused for, or yields to other work. */
  async settle(): Promise<void> {
    const pending = this.#pending
    this.#pending = undefined
    if (pending) await this.#race(pending)
    // A promise may resolve without a turn of the event loop, so yield explicitly when the time slice is over.
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
      // Ignore data that arrives after the query was stopped.
      pending.catch(() => {})
    }
  }

  #stopped(): CypherError {
    const reason = this.#signal?.aborted ? 'was cancelled' : 'ran out of time'
    return new CypherError('TIMEOUT', `The Cypher query ${reason}; narrow it or allow more time.`, this.#span)
  }
}

/** Computed values held by one operator, accounted for in its run. */
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

  /** Releases everything held so far. */
  clear(): void {
    this.add(-(this.#attempt === this.#run.attempt ? this.#bytes : 0))
  }
}
