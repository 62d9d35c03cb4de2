import { useEffect } from 'react'
import { create } from 'zustand'
import type { Episode } from '#shared/environments/episode.ts'
import { after, episodeOf, type EpisodeRecord, type Remark } from '#shared/environments/episode-log.ts'
import type { Summary } from '#shared/environments/summary.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'

interface EpisodesState {
  /** Whether the library's contents have been loaded. */
  readonly loaded: boolean
  readonly summaries: Readonly<Record<string, Summary>>
  /** Episodes shown in this window, with all events. */
  readonly episodes: Readonly<Record<string, Episode>>
}

/** The core's library, and the episodes this window subscribes to. */
export const useEpisodes = create<EpisodesState>(() => ({ loaded: false, summaries: {}, episodes: {} }))

export const episodeById = (id: string | undefined): Episode | undefined =>
  id === undefined ? undefined : useEpisodes.getState().episodes[id]

const without = <T>(all: Readonly<Record<string, T>>, id: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== id))

interface Following {
  users: number
  controller: AbortController
  records: EpisodeRecord[]
}
const following = new Map<string, Following>()

function take(id: string, records: readonly EpisodeRecord[]): void {
  const one = following.get(id)
  if (!one) return
  const last = one.records.at(-1)?.sequence ?? 0
  const fresh = records.filter(({ sequence }) => sequence > last)
  one.records.push(...fresh)
  useEpisodes.setState(({ episodes }) => {
    const known = episodes[id]
    const [first] = fresh
    const now = known && first && fresh.length === 1 ? after(known, first) : episodeOf(one.records)
    return now ? { episodes: { ...episodes, [id]: now } } : {}
  })
}

function start(id: string, one: Following): void {
  const { signal } = one.controller
  const onProgress = (records: EpisodeRecord[]): void => {
    if (!signal.aborted) take(id, records)
  }
  // A broken connection is resubscribed later; a deleted episode is no longer shown.
  workbench.call('episodes.follow', { id }, { signal, onProgress }).catch(() => undefined)
}

/** Subscribes to an episode; returns an unsubscribe function. */
function follow(id: string): () => void {
  const known = following.get(id)
  const one = known ?? { users: 0, controller: new AbortController(), records: [] }
  one.users++
  following.set(id, one)
  if (!known) start(id, one)
  return () => {
    if (--one.users > 0) return
    one.controller.abort()
    following.delete(id)
    useEpisodes.setState(({ episodes }) => ({ episodes: without(episodes, id) }))
  }
}

/** Returns an episode, subscribed while mounted. */
export function useEpisode(id: string | undefined): Episode | undefined {
  useEffect(() => (id === undefined ? undefined : follow(id)), [id])
  return useEpisodes(({ episodes }) => (id === undefined ? undefined : episodes[id]))
}

export const remarkOn = (id: string, remark: Remark): Promise<null> =>
  workbench.call('episodes.remark', { id, remark })

export const removeEpisodes = (ids: string[]): Promise<null> => workbench.call('episodes.remove', { ids })

function reopen(): void {
  for (const [id, one] of following) {
    one.controller.abort()
    one.controller = new AbortController()
    one.records = []
    start(id, one)
  }
  void loadEpisodes().catch(() => undefined)
}

let listening = false

/** Loads the library's contents and subscribes to changes. */
export async function loadEpisodes(): Promise<void> {
  if (!listening) {
    listening = true
    workbench.on('episodes.changed', (summary) =>
      useEpisodes.setState(({ summaries }) => ({ summaries: { ...summaries, [summary.id]: summary } })),
    )
    workbench.on('episodes.removed', ({ id }) =>
      useEpisodes.setState(({ summaries, episodes }) => ({
        summaries: without(summaries, id),
        episodes: without(episodes, id),
      })),
    )
    // Subscriptions end with the connection: resubscribe.
    useWorkbench.subscribe((state, before) => {
      if (state.generation !== before.generation && useEpisodes.getState().loaded) reopen()
    })
    workbench.on('documents.replaced', reopen)
  }
  const list = await workbench.call('episodes.list', {})
  useEpisodes.setState({
    loaded: true,
    summaries: Object.fromEntries(list.map((summary) => [summary.id, summary])),
  })
}
