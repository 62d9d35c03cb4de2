import { useEffect, useRef } from 'react'

/**
 * Polls while visible, one request at a time; polling never keeps a sandbox alive. Restarts when `subject`
 * changes; `undefined` stops it. A failed poll is ignored, since the next one follows.
 */
export function usePolling(
  subject: string | undefined,
  everyMs: number,
  poll: (signal: AbortSignal) => Promise<unknown>,
): void {
  const latest = useRef(poll)
  useEffect(() => {
    latest.current = poll
  })
  useEffect(() => {
    if (subject === undefined) return undefined
    const abort = new AbortController()
    let isPolling = false
    const again = (): void => {
      if (document.hidden || isPolling) return
      isPolling = true
      latest
        .current(abort.signal)
        .catch(() => undefined)
        .finally(() => (isPolling = false))
    }
    again()
    const timer = setInterval(again, everyMs)
    return () => {
      clearInterval(timer)
      abort.abort()
    }
  }, [subject, everyMs])
}
