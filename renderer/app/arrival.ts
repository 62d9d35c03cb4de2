import { useContext, useEffect } from 'react'
import { FrontContext } from '../ui/landmark.ts'

/** Those who wait for a bench to be on the screen, by its id. */
const waiting = new Map<string, (() => void)[]>()
/** Ids of the benches that are mounted and in front. */
const present = new Set<string>()

/** Whether a bench is mounted and in front. */
export const isPresent = (bench: string): boolean => present.has(bench)

/** Milliseconds within which a bench whose code is there comes to the screen. */
const MAX_WAIT_MS = 10_000

/**
 * Resolves once a bench is mounted and in front; rejects where its code cannot be fetched, or where it is not shown although the
 * code is there, such as for a server that takes no writes.
 */
export async function arrivalOf(bench: string, code: Promise<unknown>): Promise<void> {
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  waiting.set(bench, [...(waiting.get(bench) ?? []), arrive])
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    // However long a slow machine fetches.
    await code
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${bench} was not shown`)), MAX_WAIT_MS)
    })
    await Promise.race([arrived, late])
  } finally {
    clearTimeout(timer)
    waiting.set(
      bench,
      (waiting.get(bench) ?? []).filter((one) => one !== arrive),
    )
  }
}

/** Tells that a bench is on the screen. It stands behind the bench's view, whose effects have therefore run by then. */
export function Arrival({ bench }: { readonly bench: string }): null {
  const front = useContext(FrontContext)
  useEffect(() => {
    if (!front) return
    present.add(bench)
    for (const resolve of waiting.get(bench) ?? []) resolve()
    waiting.delete(bench)
    return () => void present.delete(bench)
  }, [front, bench])
  return null
}
