import { create } from 'zustand'
import { text as say } from '../../i18n/text.ts'
import { freeTitle, newId, titleOf, type Tab, type Workspace } from './tab.ts'

/** Closings that are told to other windows. */
const MAX_CLOSINGS = 200

interface TabsState {
  /** False until what was kept has been read; nothing is written before. */
  readonly loaded: boolean
  readonly tabs: readonly Tab[]
  readonly active: string
}

function emptyTab(tabs: readonly Tab[]): Tab {
  const title = freeTitle(tabs, (number) => say('query.tab.title', { number }))
  return { id: newId(), title, text: '', cursor: 0, parameters: {}, at: Date.now() }
}

const first = emptyTab([])

export const useTabs = create<TabsState>(() => ({ loaded: false, tabs: [first], active: first.id }))

export function activeTab(state: TabsState = useTabs.getState()): Tab {
  return state.tabs.find((tab) => tab.id === state.active) ?? state.tabs[0] ?? first
}

/** Opens a new tab in front. An untouched empty tab is used up instead of leaving it beside. */
export function openTab(content: Partial<Omit<Tab, 'id'>> = {}): Tab {
  const { tabs } = useTabs.getState()
  const title = content.title ?? titleOf(content.text ?? '')
  const tab: Tab = { ...emptyTab(tabs), ...content, ...(title === undefined ? {} : { title }) }
  const current = activeTab()
  const used = content.text !== undefined && current.text.trim() === '' && current.saved === undefined
  const others = used ? tabs.filter((other) => other.id !== current.id) : tabs
  if (used) noteClosed(current.id)
  useTabs.setState({ tabs: [...others, tab], active: tab.id })
  return tab
}

export function changeTab(id: string, change: Partial<Omit<Tab, 'id' | 'at'>>): void {
  useTabs.setState(({ tabs }) => ({
    tabs: tabs.map((tab) => (tab.id === id ? changed(tab, change) : tab)),
  }))
}

function changed(tab: Tab, change: Partial<Tab>): Tab {
  const next = { ...tab, ...change }
  const names = Object.keys(change) as (keyof Tab)[]
  return names.some((name) => name !== 'cursor' && next[name] !== tab[name])
    ? { ...next, at: Date.now() }
    : next
}

export function selectTab(id: string): void {
  useTabs.setState({ active: id })
}

/** Closed tabs of this session, newest last, so that closing is never final. */
const closed: { tab: Tab; index: number }[] = []
/** When tabs were closed in this window, for the others. */
export let closings: Workspace['closed'] = []

function noteClosed(id: string): void {
  closings = [...closings, { id, at: Date.now() }].slice(-MAX_CLOSINGS)
}

export function closeTab(id: string): void {
  const { tabs, active } = useTabs.getState()
  const index = tabs.findIndex((tab) => tab.id === id)
  const tab = tabs[index]
  if (!tab) return
  noteClosed(id)
  if (tab.text.trim() !== '') closed.push({ tab, index })
  const rest = tabs.filter((other) => other.id !== id)
  const left = rest.length === 0 ? [emptyTab([])] : rest
  const next = left[Math.min(index, left.length - 1)]
  useTabs.setState({ tabs: left, active: active === id && next ? next.id : active })
}

/** Brings the tab that was closed last back to its place. */
export function reopenTab(): void {
  const last = closed.pop()
  if (!last) return
  useTabs.setState(({ tabs }) => ({
    tabs: [...tabs.slice(0, last.index), { ...last.tab, at: Date.now() }, ...tabs.slice(last.index)],
    active: last.tab.id,
  }))
}

/** Selects the tab `step` places further, around the end. */
export function stepTab(step: 1 | -1): void {
  const { tabs, active } = useTabs.getState()
  const index = tabs.findIndex((tab) => tab.id === active)
  const next = tabs[(index + step + tabs.length) % tabs.length]
  if (next) selectTab(next.id)
}

export function moveTab(id: string, step: 1 | -1): void {
  useTabs.setState(({ tabs }) => {
    const index = tabs.findIndex((tab) => tab.id === id)
    const target = index + step
    if (index < 0 || target < 0 || target >= tabs.length) return {}
    const moved = [...tabs]
    moved.splice(target, 0, ...moved.splice(index, 1))
    return { tabs: moved }
  })
}
