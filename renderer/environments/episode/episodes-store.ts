import { create } from 'zustand'
import { workbench } from '../../app/workbench.ts'
import { type Episode, episodeSchema } from './episode.ts'
import { Keeper } from './keeper.ts'

const COLLECTION = 'gem-episodes'

interface EpisodesState {
  /** False until what was kept has been read. */
  readonly loaded: boolean
  readonly episodes: Readonly<Record<string, Episode>>
}

/** The library: every episode that was played, imported or opened from a batch. */
export const useEpisodes = create<EpisodesState>(() => ({ loaded: false, episodes: {} }))

const keeper = new Keeper(COLLECTION)

export function episodeById(id: string | undefined): Episode | undefined {
  return id === undefined ? undefined : useEpisodes.getState().episodes[id]
}

/** Keeps an episode, new or changed. */
export function putEpisode(episode: Episode): void {
  useEpisodes.setState(({ episodes }) => ({ episodes: { ...episodes, [episode.id]: episode } }))
  keeper.write(episode.id, episode)
}

/** Changes one; does nothing when it was removed meanwhile. */
export function changeEpisode(id: string, change: (episode: Episode) => Episode): void {
  const episode = episodeById(id)
  if (episode) putEpisode(change(episode))
}

export async function removeEpisode(id: string): Promise<void> {
  useEpisodes.setState(({ episodes }) => {
    const { [id]: _, ...others } = episodes
    return { episodes: others }
  })
  await keeper.remove(id)
}

/** Reads what was kept; a document that no longer fits is left on the disk and not shown. */
export async function loadEpisodes(): Promise<void> {
  const kept = await workbench.call('store.list', { collection: COLLECTION })
  const read = kept.flatMap(({ value }) => {
    const parsed = episodeSchema.safeParse(value)
    return parsed.success ? [[parsed.data.id, parsed.data] as const] : []
  })
  useEpisodes.setState(({ episodes }) => ({
    loaded: true,
    episodes: { ...Object.fromEntries(read), ...episodes },
  }))
}
