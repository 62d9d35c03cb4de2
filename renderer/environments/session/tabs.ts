import { create } from 'zustand'
import type { EnvironmentTab, Line, Tab } from '#shared/environments/tab.ts'
import { environmentTabs } from '#shared/documents/environments.ts'
import { documentOf } from '../../app/document.ts'

const document = documentOf(environmentTabs)

/** This window's active tab; initially the one chosen last. */
const useChosen = create<{ readonly active: string | undefined }>(() => ({ active: undefined }))

export const loadTabs = (): Promise<void> => document.load()

/** The open environments, comparisons and batches, shared by all windows. */
export const useTabs = (): readonly Tab[] => document.use(({ value }) => value.tabs)

export const allTabs = (): readonly Tab[] => document.value.tabs

export function useActiveTab(): Tab | undefined {
  const tabs = useTabs()
  const storedActive = document.use(({ value }) => value.active)
  const chosen = useChosen(({ active }) => active)
  return inFront(tabs, chosen, storedActive)
}

/** The active tab. */
export const activeTab = (): Tab | undefined =>
  inFront(allTabs(), useChosen.getState().active, document.value.active)

const inFront = (tabs: readonly Tab[], ...ids: (string | undefined)[]): Tab | undefined =>
  ids.map((id) => tabs.find((tab) => tab.id === id)).find(Boolean) ?? tabs.at(-1)

export function environmentTab(id: string): EnvironmentTab | undefined {
  const tab = allTabs().find((one) => one.id === id)
  return tab?.kind === 'environment' ? tab : undefined
}

export function selectTab(id: string): void {
  useChosen.setState({ active: id })
  void document.change((now) => ({ ...now, active: id }))
}

/** Opens and activates a tab. */
export function addTab(tab: Exclude<Tab, EnvironmentTab>): void {
  useChosen.setState({ active: tab.id })
  void document.change((now) => ({ ...now, tabs: [...now.tabs, tab], active: tab.id }))
}

/** Compares two lines. */
export const openComparison = (left: Line, right: Line): void =>
  addTab({ kind: 'compare', id: crypto.randomUUID(), left, right })

/** Activates the neighbouring tab, wrapping around. */
export function stepTab(by: 1 | -1): void {
  const tabs = allTabs()
  const current = activeTab()
  const at = current ? tabs.indexOf(current) : 0
  const next = tabs[(at + by + tabs.length) % tabs.length]
  if (next) selectTab(next.id)
}

/** Changes the user's input in a tab; the environment's location is managed by the core. */
export function changeTab(
  id: string,
  change: Partial<Omit<EnvironmentTab, 'kind' | 'id' | 'sandboxId' | 'episode'>>,
): Promise<void> {
  return document.change((now) => ({
    ...now,
    tabs: now.tabs.map((tab) => (tab.id === id && tab.kind === 'environment' ? { ...tab, ...change } : tab)),
  }))
}

export function renameTab(id: string, name: string): void {
  void document.change((now) => ({
    ...now,
    tabs: now.tabs.map((tab) => (tab.id === id ? { ...tab, name } : tab)),
  }))
}

/** Moves a tab among the others, clamped at the ends. */
export function moveTab(id: string, step: 1 | -1): void {
  void document.change((now) => {
    const from = now.tabs.findIndex((tab) => tab.id === id)
    const [tab, to] = [now.tabs[from], from + step]
    if (!tab || to < 0 || to >= now.tabs.length) return now
    return { ...now, tabs: now.tabs.toSpliced(from, 1).toSpliced(to, 0, tab) }
  })
}

/** Closes tabs other than environments and activates a neighbour. */
export function dropTabs(isDropped: (tab: Tab) => boolean): void {
  void document.change((now) => ({ ...now, tabs: now.tabs.filter((tab) => !isDropped(tab)) }))
}
