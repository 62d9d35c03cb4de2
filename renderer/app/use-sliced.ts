import { useEffect, useMemo, useState } from 'react'
import { BUDGET_MS, inSlices, type Steps } from './slices.ts'

interface Sliced<T> {
  /** The result; while a new one is computed, the previous one. */
  readonly value: T | undefined
  /** A new result is being computed. */
  readonly busy: boolean
}

/** Runs until done or until the page needs a turn. */
function begin<T>(steps: Steps<T>): { readonly steps: Steps<T>; readonly first: IteratorResult<void, T> } {
  // Half of a slice's budget: this runs during rendering, often beside others.
  const until = performance.now() + BUDGET_MS / 2
  let first = steps.next()
  while (!first.done && performance.now() < until) first = steps.next()
  return { steps, first }
}

/**
 * Returns a computation's result: immediately if it is short, otherwise in slices that yield to the main
 * thread. Restarts when `make` changes (pass a stable function, `useCallback`), and stops on unmount.
 */
export function useSliced<T>(make: () => Steps<T>): Sliced<T> {
  const begun = useMemo(() => begin(make()), [make])
  const [later, setLater] = useState<{ readonly of: typeof begun; readonly value: T }>()
  useEffect(() => {
    if (begun.first.done) {
      setLater({ of: begun, value: begun.first.value })
      return undefined
    }
    const controller = new AbortController()
    inSlices(begun.steps, controller.signal).then(
      (value) => setLater({ of: begun, value }),
      () => undefined,
    )
    return () => controller.abort()
  }, [begun])
  if (begun.first.done) return { value: begun.first.value, busy: false }
  return { value: later?.value, busy: later?.of !== begun }
}
