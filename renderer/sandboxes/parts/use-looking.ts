import { useEffect, useRef } from 'react'

/**
 * Looks at once and again while something is shown, one look at a time, and never while nobody can see it: looking never keeps a
 * sandbox alive. What a look is about, `subject`, starts over when it changes; `undefined` looks at nothing. A look that fails is made
 * up for by the next one.
 */
export function useLooking(
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
