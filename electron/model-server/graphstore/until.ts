/**
 * Waits for `work` or the signal, whichever comes first; the work continues either way.
 *
 * @throws the signal's reason
 */
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
