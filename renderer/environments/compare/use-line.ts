import { useMemo } from 'react'
import { type Episode, type EpisodeEvent, pathTo } from '#shared/environments/episode.ts'
import { useEpisode } from '../episode/episodes.ts'
import type { Line } from '#shared/environments/tab.ts'

/** A line of events with the episode that it belongs to. */
export interface WholeLine {
  readonly episode: Episode
  readonly path: readonly EpisodeEvent[]
}

/** The events that a tab's line stands for; undefined once its episode was removed. */
export function useLine({ episode: id, event }: Line): WholeLine | undefined {
  const episode = useEpisode(id)
  return useMemo(
    () => (episode && episode.events.length > event ? { episode, path: pathTo(episode, event) } : undefined),
    [episode, event],
  )
}
