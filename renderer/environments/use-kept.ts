import { useEffect, useState } from 'react'
import { loadAutoplays } from './agents/autoplay-store.ts'
import { loadBatches } from './batch/batches-store.ts'
import { loadEndpoint } from './agents/endpoint-store.ts'
import { loadPicks } from './catalogue/catalogue-store.ts'
import { loadEpisodes } from './episode/episodes-store.ts'
import { loadTabs } from './session/tabs-store.ts'

let loading: Promise<unknown> | undefined

/** Reads everything that the bench kept, once; false until it is there. */
export function useKept(): boolean {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    loading ??= loadEpisodes().then(() =>
      Promise.all([loadTabs(), loadPicks(), loadEndpoint(), loadBatches(), loadAutoplays()]),
    )
    void loading.then(
      () => setLoaded(true),
      () => {
        loading = undefined
      },
    )
  }, [])
  return loaded
}
