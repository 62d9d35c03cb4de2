import { useMemo } from 'react'
import { type Episode, type EpisodeEvent, pathTo } from '../episode/episode.ts'
import { useEpisodes } from '../episode/episodes-store.ts'
import type { Line } from '../session/tab.ts'

/** A line of events with the episode that it belongs to. */
export interface WholeLine {
  readonly episode: Episode
  readonly path: readonly EpisodeEvent[]
}

/** The events that a tab's line stands for; undefined once its episode was removed. */
export function useLine({ episode: id, event }: Line): WholeLine | undefined {
  const episode = useEpisodes(({ episodes }) => episodes[id])
  return useMemo(
    () => (episode && episode.events.length > event ? { episode, path: pathTo(episode, event) } : undefined),
    [episode, event],
  )
}
