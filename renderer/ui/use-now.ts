import { useEffect, useState } from 'react'

/** Returns the current time in Unix milliseconds, updated at the interval; read once without one. */
export function useNow(intervalMs: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (intervalMs === undefined) return undefined
    const timer = setInterval(() => setNow(Date.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return now
}
