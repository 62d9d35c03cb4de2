/** One slot: whoever holds it works alone. Waiting ends with the signal's reason when it fires. */
export class Gate {
  private last: Promise<void> = Promise.resolve()

  /** Runs `work` when everybody before is through. */
  async pass<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.last
    let leave: () => void = () => {}
    this.last = new Promise((resolve) => {
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

/** Waits for `work`, or for the signal, whichever comes first. */
export async function until<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  signal.throwIfAborted()
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () =>
      reject(signal.reason instanceof Error ? signal.reason : new Error('The operation was aborted.'))
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    if (stop) signal.removeEventListener('abort', stop)
    work.catch(() => {})
  }
}
