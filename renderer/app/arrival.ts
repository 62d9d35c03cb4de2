import { useContext, useEffect } from 'react'
import { FrontContext } from '../ui/landmark.ts'

/** Those who wait for a bench to be on the screen, by its id. */
const waiting = new Map<string, (() => void)[]>()
/** Ids of the benches that are mounted and in front. */
const present = new Set<string>()

/** Whether a bench is mounted and in front. */
export const isPresent = (bench: string): boolean => present.has(bench)

/** Milliseconds that a bench may take until it is on the screen; its code may have to be fetched. */
const MAX_WAIT_MS = 10_000

/** Resolves once a bench is mounted and in front; rejects where that does not come to be, such as for a server that takes no writes. */
export const arrivalOf = (bench: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.set(
        bench,
        (waiting.get(bench) ?? []).filter((one) => one !== arrive),
      )
      reject(new Error(`${bench} was not shown`))
    }, MAX_WAIT_MS)
    const arrive = (): void => {
      clearTimeout(timer)
      resolve()
    }
    waiting.set(bench, [...(waiting.get(bench) ?? []), arrive])
  })

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
