import { create } from 'zustand'
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

const keeper = new Keeper('gem')

useTabs.subscribe(({ loaded, tabs, active }, before) => {
  if (!loaded || (tabs === before.tabs && active === before.active)) return
  keeper.write('tabs', { version: 1, active, tabs })
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
  useTabs.setState(({ tabs, active }) => {
    const at = tabs.findIndex((tab) => tab.id === id)
    const others = tabs.filter((tab) => tab.id !== id)
    return { tabs: others, active: active === id ? others[Math.min(at, others.length - 1)]?.id : active }
  })
}

/** Reads the tabs of the last time. */
export async function loadTabs(): Promise<void> {
  const { value } = await workbench.call('store.read', { collection: 'gem', id: 'tabs' })
  const parsed = tabsDocumentSchema.safeParse(value)
  const kept = parsed.success ? parsed.data : { tabs: [], active: undefined }
  useTabs.setState(({ tabs, active }) => ({
    loaded: true,
    tabs: [...kept.tabs.filter((tab) => !tabs.some((open) => open.id === tab.id)), ...tabs],
    active: active ?? kept.active,
  }))
}
