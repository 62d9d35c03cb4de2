/** Does one thing after the other, in the order in which they were asked for; one that fails does not stop the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Resolves, or rejects, as the work does when its turn has come. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }
}
