import { useEffect, useMemo, useState } from 'react'
import { BUDGET, inSlices, type Steps } from './slices.ts'

interface Sliced<T> {
  /** The result; while a new one is being made, the previous one. */
  readonly value: T | undefined
  /** A new one is being made. */
  readonly busy: boolean
}

/** Works until it is done or the page needs its turn. */
function begin<T>(steps: Steps<T>): { readonly steps: Steps<T>; readonly first: IteratorResult<void, T> } {
  // Half of what a slice may take: it is a part of a rendering, and often not the only one.
  const until = performance.now() + BUDGET / 2
  let first = steps.next()
  while (!first.done && performance.now() < until) first = steps.next()
  return { steps, first }
}

/**
 * What a computation results in: at once where it is short, else in slices between which the page lives. It starts over with
 * another `make`, which must be stable (`useCallback`), and ends with the component.
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
