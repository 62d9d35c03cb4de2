/** Runs tasks one at a time, in order; a failed task does not stop the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Settles as the task does when its turn comes. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }
}
