import { useEffect, useState } from 'react'
import { loadAutoplays } from './agents/autoplay.ts'
import { loadEndpoints } from './agents/endpoint-store.ts'
import { loadBatches } from './batch/batches.ts'
import { loadPicks } from './catalogue/catalogue-store.ts'
import { loadEpisodes } from './episode/episodes.ts'
import { loadPlays } from './session/play.ts'
import { loadRecordings } from './recordings/recordings.ts'
import { loadTabs } from './session/tabs.ts'

let loading: Promise<unknown> | undefined

/** Opens everything that the bench shows, once; false until it is there. */
export function useKept(): boolean {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    loading ??= Promise.all([
      loadEpisodes(),
      loadTabs(),
      loadPlays(),
      loadPicks(),
      loadEndpoints(),
      loadBatches(),
      loadAutoplays(),
      loadRecordings(),
    ])
    void loading.then(
      () => setLoaded(true),
      () => {
        loading = undefined
      },
    )
  }, [])
  return loaded
}
