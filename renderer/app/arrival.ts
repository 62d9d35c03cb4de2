import { useContext, useEffect } from 'react'
import { FrontContext, isFocusFree } from '../ui/landmark.ts'

/** Resolvers waiting for a bench to be shown, by bench id. */
const waiting = new Map<string, (() => void)[]>()
/** Ids of the benches that are mounted and active. */
const present = new Set<string>()

/** Whether a bench is mounted and active. */
export const isPresent = (bench: string): boolean => present.has(bench)

/** Milliseconds a loaded bench gets to mount. */
const MAX_WAIT_MS = 10_000

/**
 * Resolves once a bench is mounted and active; rejects if its code cannot be fetched or the bench is not
 * shown although its code is loaded, for example for a server that takes no writes.
 */
export async function arrivalOf(bench: string, code: Promise<unknown>): Promise<void> {
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  waiting.set(bench, [...(waiting.get(bench) ?? []), arrive])
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    // No timeout here: a slow machine may take long to fetch.
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

/** Whether a bench was shown before; the first leaves the focus to the page, as every page does. */
let hasArrived = false

/**
 * Moves focus that was in the previous bench, or in a dialog over it, to the shown one, so that a screen reader
 * announces it and Tab goes on from it. What the bench or a command focuses by itself takes precedence.
 */
function takeFocus(bench: string): void {
  const isLost = isFocusFree() || document.activeElement?.closest('[hidden]')
  if (isLost) document.querySelector<HTMLElement>(`[data-bench="${bench}"]`)?.focus({ preventScroll: true })
}

/**
 * Reports that a bench is mounted. Rendered after the bench's view, so that the view's effects have already
 * run.
 */
export function Arrival({ bench }: { readonly bench: string }): null {
  const front = useContext(FrontContext)
  useEffect(() => {
    if (!front) return
    present.add(bench)
    for (const resolve of waiting.get(bench) ?? []) resolve()
    waiting.delete(bench)
    if (hasArrived) requestAnimationFrame(() => takeFocus(bench))
    hasArrived = true
    return () => void present.delete(bench)
  }, [front, bench])
  return null
}
