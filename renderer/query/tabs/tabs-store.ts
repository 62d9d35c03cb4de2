import { create } from 'zustand'
import { text as say } from '../../app/i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import { freeTitle, newId, titleOf, workspaceSchema, type Tab } from './tab.ts'

/** Milliseconds between the last change and its write. */
const WRITE_AFTER = 400
const WHERE = { collection: 'query', id: 'tabs' } as const

interface TabsState {
  /** False until what was kept has been read; nothing is written before. */
  readonly loaded: boolean
  readonly tabs: readonly Tab[]
  readonly active: string
}

function emptyTab(tabs: readonly Tab[]): Tab {
  const title = freeTitle(tabs, (number) => say('query.tab.title', { number }))
  return { id: newId(), title, text: '', cursor: 0, parameters: {} }
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
  useTabs.setState({ tabs: [...others, tab], active: tab.id })
  return tab
}

export function changeTab(id: string, change: Partial<Omit<Tab, 'id'>>): void {
  useTabs.setState(({ tabs }) => ({
    tabs: tabs.map((tab) => (tab.id === id ? { ...tab, ...change } : tab)),
  }))
}

export function selectTab(id: string): void {
  useTabs.setState({ active: id })
}

/** Closed tabs of this session, newest last, so that closing is never final. */
const closed: { tab: Tab; index: number }[] = []

export function closeTab(id: string): void {
  const { tabs, active } = useTabs.getState()
  const index = tabs.findIndex((tab) => tab.id === id)
  const tab = tabs[index]
  if (!tab) return
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
    tabs: [...tabs.slice(0, last.index), last.tab, ...tabs.slice(last.index)],
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

let timer: ReturnType<typeof setTimeout> | undefined

function write(): void {
  clearTimeout(timer)
  timer = undefined
  const { tabs, active } = useTabs.getState()
  void workbench.call('store.write', { ...WHERE, value: { version: 1, active, tabs } })
}

let started: Promise<void> | undefined

/** Reads the kept tabs once and keeps them from then on; tabs opened meanwhile stay. */
export function keepTabs(): Promise<void> {
  started ??= load()
  return started
}

async function load(): Promise<void> {
  const { value, found } = await workbench.call('store.read', WHERE)
  const kept = found ? workspaceSchema.safeParse(value) : undefined
  if (kept?.success) {
    const opened = useTabs.getState().tabs.filter((tab) => tab.text !== '')
    const { active } = kept.data
    useTabs.setState({ tabs: [...kept.data.tabs, ...opened], active: opened.at(-1)?.id ?? active })
  }
  useTabs.setState({ loaded: true })
  useTabs.subscribe((state, before) => {
    if (state.tabs === before.tabs && state.active === before.active) return
    timer ??= setTimeout(write, WRITE_AFTER)
  })
  window.addEventListener('pagehide', () => {
    if (timer !== undefined) write()
  })
}
