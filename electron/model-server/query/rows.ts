import type { Pages } from '../graphstore/store.ts'
import type { Row } from './row.ts'

/** Rows on their way, page by page; null after the last. */
export interface Rows {
  next(): Promise<readonly Row[] | null>
}

/** Milliseconds a query may keep the event loop before it lets others in: pings and cancellations come through. */
const TIME_SLICE = 12

/**
 * Lets the event loop run now and then, and throws the signal's reason once it is aborted. One per query; every loop
 * that may be long asks it.
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
    if (performance.now() - this.#since < TIME_SLICE) return
    await new Promise<void>((resolve) => setImmediate(resolve))
    this.#since = performance.now()
    this.#signal?.throwIfAborted()
  }
}

/** A store's pages as rows. */
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

/** All rows at once. */
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
