import { useEffect, useState } from 'react'
import { allBenches, type Found } from './bench.ts'
import { useWorkbench } from './workbench.ts'

/** What the benches hold, once somebody looks for something; read anew whenever the palette opens, or a connection becomes ready meanwhile. */
export function useFound(looking: boolean): readonly Found[] {
  const [found, setFound] = useState<Readonly<Record<string, readonly Found[]>>>({})
  const ready = useWorkbench(({ connections }) => connections.filter(({ state }) => state === 'ready').length)
  useEffect(() => {
    if (!looking) return undefined
    let here = true
    for (const { id, search } of allBenches())
      void search?.()
        .then((searcher) => searcher())
        // A bench that cannot be asked now has nothing to be found in.
        .catch((): readonly Found[] => [])
        .then((all) => here && setFound((before) => ({ ...before, [id]: all })))
    return () => {
      here = false
    }
  }, [looking, ready])
  return Object.values(found).flat()
}
