import { useEffect, useState } from 'react'

/** The time now in Unix milliseconds, read again and again while shown; once where there is no interval. */
export function useNow(intervalMs: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (intervalMs === undefined) return undefined
    const timer = setInterval(() => setNow(Date.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return now
}
