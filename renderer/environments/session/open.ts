import { entryOf, noteRecent } from '../catalogue/catalogue-store.ts'
import type { Episode } from '../episode/episode.ts'
import { putEpisode } from '../episode/episodes-store.ts'
import { closeEnvironment, resetEpisode } from './play.ts'
import { cancelWork, idle, runtimeOf } from './runtime-store.ts'
import type { EnvironmentTab, Line } from './tab.ts'
import { addTab, dropTab, environmentTab, useTabs } from './tabs-store.ts'

/** Which platform new tabs use: chosen in the catalogue. */
function newTab(platform: string, envId: string): EnvironmentTab {
  const grammar = entryOf(platform, envId)?.action
  return {
    kind: 'environment',
    id: crypto.randomUUID(),
    platform,
    envId,
    draft: '',
    autoBox: grammar === undefined || grammar.pattern.includes('boxed'),
    seedMode: 'random',
    seed: '',
  }
}

/** Makes an environment in a new tab and resets it. A seed given here is pinned. */
export async function openEnvironment(platform: string, envId: string, seed?: number): Promise<string> {
  const tab = newTab(platform, envId)
  noteRecent(envId)
  addTab(seed === undefined ? tab : { ...tab, seedMode: 'pinned', seed: String(seed) })
  await resetEpisode(tab.id)
  return tab.id
}

/** Shows a kept episode in a tab; nothing is made until it is replayed or continued. */
export function openEpisode(platform: string, episode: Episode): string {
  const open = useTabs.getState().tabs.find((tab) => tab.kind === 'environment' && tab.episode === episode.id)
  if (open) {
    useTabs.setState({ active: open.id })
    return open.id
  }
  putEpisode(episode)
  const tab = newTab(platform, episode.envId)
  const seeded = episode.seed === null ? {} : ({ seedMode: 'pinned', seed: String(episode.seed) } as const)
  addTab({ ...tab, episode: episode.id, ...seeded })
  return tab.id
}

/** Sets two lines side by side. */
export function openComparison(left: Line, right: Line): void {
  addTab({ kind: 'compare', id: crypto.randomUUID(), left, right })
}

/** Closes a tab; its environment is closed on the platform in the background. */
export async function closeTab(id: string): Promise<void> {
  const warned = runtimeOf(id).failure !== undefined
  cancelWork(id)
  await idle(id)
  if (environmentTab(id)?.sandboxId !== undefined) {
    const closed = await closeEnvironment(id)
    // A sandbox that could not be ended may go on costing someone something: that is said once before it is left behind.
    if (closed === undefined && !warned) return
  }
  dropTab(id)
}

/** Closes every environment and its tab. */
export async function closeAll(): Promise<void> {
  await Promise.all(useTabs.getState().tabs.map(({ id }) => closeTab(id)))
}
