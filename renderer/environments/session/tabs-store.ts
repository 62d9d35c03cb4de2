import type { z } from 'zod'
import { create } from 'zustand'
import { onOthersWrite } from '../../app/own-writes.ts'
import { workbench } from '../../app/workbench.ts'
import { Keeper } from '../episode/keeper.ts'
import { type EnvironmentTab, type Tab, tabsDocumentSchema } from './tab.ts'

interface TabsState {
  /** False until what was kept has been read; nothing is written before. */
  readonly loaded: boolean
  readonly tabs: readonly Tab[]
  readonly active: string | undefined
}

export const useTabs = create<TabsState>(() => ({ loaded: false, tabs: [], active: undefined }))

const WHERE = { collection: 'gem', id: 'tabs' }
const keeper = new Keeper(WHERE.collection)

/** Tabs of other windows: an episode is played in one, so they are kept with ours and not shown here before the next start. */
let others: readonly Tab[] = []
const closed = new Set<string>()

function keepTabs(): void {
  const { tabs, active } = useTabs.getState()
  keeper.write(WHERE.id, { version: 1, active, tabs: [...tabs, ...others] })
}

useTabs.subscribe(({ loaded, tabs, active }, before) => {
  if (loaded && (tabs !== before.tabs || active !== before.active)) keepTabs()
})

async function readTabs(): Promise<Pick<z.infer<typeof tabsDocumentSchema>, 'tabs' | 'active'>> {
  const { value } = await workbench.call('store.read', WHERE)
  const parsed = tabsDocumentSchema.safeParse(value)
  return parsed.success ? parsed.data : { tabs: [], active: undefined }
}

/** What was written is another window's picture: its tabs stay with ours, and one of ours that it does not know is written again. */
async function takeOthers(): Promise<void> {
  const { tabs: written } = await readTabs()
  const { tabs: mine } = useTabs.getState()
  const ours = new Set(mine.map(({ id }) => id))
  others = written.filter(({ id }) => !ours.has(id) && !closed.has(id))
  const known = new Set(written.map(({ id }) => id))
  if (mine.some(({ id }) => !known.has(id))) keepTabs()
}

onOthersWrite(({ collection, id }) => {
  if (useTabs.getState().loaded && collection === WHERE.collection && id === WHERE.id)
    takeOthers().catch(() => undefined)
})

export function tabById(id: string): Tab | undefined {
  return useTabs.getState().tabs.find((tab) => tab.id === id)
}

export function environmentTab(id: string): EnvironmentTab | undefined {
  const tab = tabById(id)
  return tab?.kind === 'environment' ? tab : undefined
}

/** The tab in front. */
export function activeTab({ tabs, active }: TabsState = useTabs.getState()): Tab | undefined {
  return tabs.find((tab) => tab.id === active) ?? tabs.at(-1)
}

/** Opens a tab in front. */
export function addTab(tab: Tab): void {
  useTabs.setState(({ tabs }) => ({ tabs: [...tabs, tab], active: tab.id }))
}

export function selectTab(id: string): void {
  useTabs.setState({ active: id })
}

/** Walks to the neighbour, around the ends. */
export function stepTab(by: 1 | -1): void {
  const { tabs } = useTabs.getState()
  const current = activeTab()
  const at = current ? tabs.indexOf(current) : 0
  const next = tabs[(at + by + tabs.length) % tabs.length]
  if (next) selectTab(next.id)
}

export function changeTab(id: string, change: Partial<Omit<EnvironmentTab, 'kind' | 'id'>>): void {
  useTabs.setState(({ tabs }) => ({
    tabs: tabs.map((tab) => (tab.id === id && tab.kind === 'environment' ? { ...tab, ...change } : tab)),
  }))
}

/** Takes the tab away; its neighbour comes to the front. Its episode stays in the library. */
export function dropTab(id: string): void {
  closed.add(id)
  useTabs.setState(({ tabs, active }) => {
    const at = tabs.findIndex((tab) => tab.id === id)
    const others = tabs.filter((tab) => tab.id !== id)
    return { tabs: others, active: active === id ? others[Math.min(at, others.length - 1)]?.id : active }
  })
}

/** Reads the tabs of the last time. */
export async function loadTabs(): Promise<void> {
  const kept = await readTabs()
  useTabs.setState(({ tabs, active }) => ({
    loaded: true,
    tabs: [...kept.tabs.filter((tab) => !tabs.some((open) => open.id === tab.id)), ...tabs],
    active: active ?? kept.active,
  }))
}
