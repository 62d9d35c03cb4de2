import { useEffect, useRef } from 'react'

/**
 * Polls while visible, one request at a time; polling never keeps a sandbox alive. Restarts when `subject`
 * changes; `undefined` stops it. A failed poll is ignored, since the next one follows.
 */
export function usePolling(
  subject: string | undefined,
  everyMs: number,
  look: (signal: AbortSignal) => Promise<unknown>,
): void {
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    if (subject === undefined) return undefined
    const abort = new AbortController()
    let isLooking = false
    const again = (): void => {
      if (document.hidden || isLooking) return
      isLooking = true
      latest
        .current(abort.signal)
        .catch(() => undefined)
        .finally(() => (isLooking = false))
    }
    again()
    const timer = setInterval(again, everyMs)
    return () => {
      clearInterval(timer)
      abort.abort()
    }
  }, [subject, everyMs])
}
