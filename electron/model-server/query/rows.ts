import type { Pages } from '../graphstore/store.ts'
import type { Row } from './row.ts'

/** A stream of rows in pages; null after the last. */
export interface Rows {
  next(): Promise<readonly Row[] | null>
}

/** Time slice in milliseconds before a query yields to the event loop, so that pings and cancellations are handled. */
const TIME_SLICE_MS = 12

/**
 * Yields to the event loop periodically, and throws the signal's reason once aborted. One per query; call it
 * in every potentially long loop.
 */
export class Pace {
  readonly #signal: AbortSignal | undefined
  #since = performance.now()

  constructor(signal?: AbortSignal) {
    this.#signal = signal
  }

  get signal(): AbortSignal | undefined {
    return this.#signal
  }

  async yieldToMain(): Promise<void> {
    this.#signal?.throwIfAborted()
    if (performance.now() - this.#since < TIME_SLICE_MS) return
    await new Promise<void>((resolve) => setImmediate(resolve))
    this.#since = performance.now()
    this.#signal?.throwIfAborted()
  }
}

/** Maps a store's pages to rows. */
export function rowsOf<T>(pages: Pages<T>, toRow: (item: T) => Row, pace: Pace): Rows {
  return {
    async next() {
      await pace.yieldToMain()
      const page = await pages.next()
      return page && page.map(toRow)
    },
  }
}

export function rowsOfList(list: readonly Row[]): Rows {
  let rest: readonly Row[] | null = list
  return {
    async next() {
      const page = rest
      rest = null
      return page && page.length > 0 ? page : null
    },
  }
}

/** Collects all rows. */
export async function collect(rows: Rows, limit = Number.POSITIVE_INFINITY): Promise<Row[]> {
  const out: Row[] = []
  while (out.length < limit) {
    const page = await rows.next()
    if (!page) break
    for (const row of page) {
      if (out.length === limit) break
      out.push(row)
    }
  }
  return out
}
