interface Timer {
  readonly at: number
  /** Of two that ring at one time the one that was set first rings first. */
  readonly order: number
  readonly ring: () => void
  isSet: boolean
}

/**
 * A clock for as many timers as there are sandboxes. Timers are kept in a heap: looking through all of them for the next, as the clocks
 * of test runners do, takes minutes for ten thousand.
 */
export class HeapClock {
  readonly #heap: Timer[] = []
  #now: number
  #order = 0

  constructor(now: number) {
    this.#now = now
  }

  readonly now = (): number => this.#now

  readonly setTimeout = (ring: () => void, ms = 0): object => {
    const timer = { at: this.#now + Math.max(1, ms), order: this.#order++, ring, isSet: true }
    this.#push(timer)
    return { timer, unref: () => ({ timer }) }
  }

  readonly clearTimeout = (handle: { readonly timer: Timer } | undefined): void => {
    if (handle) handle.timer.isSet = false
  }

  /** Lets time pass. What a timer begins has its turn before the next one rings. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms
    for (let next = this.#heap[0]; next && next.at <= end; next = this.#heap[0]) {
      this.#pop()
      if (!next.isSet) continue
      this.#now = next.at
      next.ring()
      await turn()
    }
    this.#now = end
    await turn()
  }

  #push(timer: Timer): void {
    const heap = this.#heap
    let at = heap.push(timer) - 1
    for (let above = (at - 1) >> 1; at > 0 && this.#isBefore(at, above); above = (at - 1) >> 1) {
      this.#swap(at, above)
      at = above
    }
  }

  #pop(): void {
    const heap = this.#heap
    this.#swap(0, heap.length - 1)
    heap.pop()
    for (let at = 0; ;) {
      const below = [2 * at + 1, 2 * at + 2].filter((one) => one < heap.length)
      const least = below.reduce((best, one) => (this.#isBefore(one, best) ? one : best), at)
      if (least === at) return
      this.#swap(at, least)
      at = least
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]]
    return a !== undefined && b !== undefined && (a.at < b.at || (a.at === b.at && a.order < b.order))
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#heap[one], this.#heap[other]]
    if (a && b) [this.#heap[one], this.#heap[other]] = [b, a]
  }
}

/** The real one, whatever stands in its place later. */
const immediate = setImmediate

/** What waits for nothing but others has run. */
export const turn = (): Promise<void> => new Promise((resolve) => immediate(resolve))
