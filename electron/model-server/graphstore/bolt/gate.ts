import { until } from '../until.ts'

/** One slot: whoever holds it works alone. Waiting ends with the signal's reason when it fires. */
export class Gate {
  #last: Promise<void> = Promise.resolve()

  /** Runs `work` when everybody before is through. */
  async pass<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#last
    let leave: () => void = () => {}
    this.#last = new Promise((resolve) => {
      leave = resolve
    })
    try {
      await until(before, signal)
      return await work()
    } finally {
      // One who gave up waiting must not let the next in before those ahead are through.
      void before.then(leave)
    }
  }
}
