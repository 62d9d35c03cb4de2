import { until } from '../until.ts'

/** A mutex. Waiting ends with the signal's reason when it is aborted. */
export class Gate {
  #last: Promise<void> = Promise.resolve()

  /** Runs `work` after all earlier callers are done. */
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
      // An aborted waiter must not let the next one in before those ahead are done.
      void before.then(leave)
    }
  }
}
