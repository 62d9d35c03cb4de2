import { useEffect, useState } from 'react'
import { allBenches, type Found } from './bench.ts'
import { useWorkbench } from './workbench.ts'

type ByBench = Readonly<Record<string, readonly Found[]>>

/** Milliseconds without a key after which servers are asked for what was typed. */
const PAUSE_MS = 200

/**
 * What the benches hold, once somebody looks for something. Lists are read anew whenever the palette opens, or a connection becomes
 * ready meanwhile; servers are asked for what was typed. A bench that cannot be asked now has nothing to be found in.
 */
export function useFound(typed: string): readonly Found[] {
  const [listed, setListed] = useState<ByBench>({})
  const [answered, setAnswered] = useState<ByBench>({})
  const ready = useWorkbench(({ connections }) => connections.filter(({ state }) => state === 'ready').length)
  const wanted = typed.trim()
  const looking = wanted !== ''
  useEffect(() => {
    if (!looking) return undefined
    let here = true
    for (const { id, search } of allBenches())
      void search?.()
        .then((searcher) => searcher())
        .catch((): readonly Found[] => [])
        .then((all) => here && setListed((before) => ({ ...before, [id]: all })))
    return () => {
      here = false
    }
  }, [looking, ready])
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      for (const { id, searchServer } of wanted === '' ? [] : allBenches())
        void searchServer?.()
          .then((searcher) => searcher(wanted, stop.signal))
          .catch((): readonly Found[] => [])
          .then((all) => stop.signal.aborted || setAnswered((before) => ({ ...before, [id]: all })))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [ready, wanted])
  return [...Object.values(listed), ...Object.values(answered)].flat()
}
