import { useEffect, useState } from 'react'
import type { Episode } from '#shared/environments/episode.ts'
import { workbench } from '../../app/workbench.ts'

/** An episode of a set, once the core has read it; the one before stays until then, so that nothing flickers. */
export function useRecordedEpisode(id: string, index: number | undefined): Episode | undefined {
  const [episode, setEpisode] = useState<Episode>()
  useEffect(() => {
    if (index === undefined) return
    const controller = new AbortController()
    workbench
      .call('recordings.episode', { id, index }, { signal: controller.signal })
      .then(setEpisode, () => undefined)
    return () => controller.abort()
  }, [id, index])
  return index === undefined ? undefined : episode
}
