import { create } from 'zustand'
import { type Tab, tabsDocument } from '#shared/documents/query.ts'
import { documentOf } from '../../app/document.ts'
import { connectionOf } from '../../app/workbench.ts'
import { text as say } from '../../i18n/text.ts'
import { freeTitle, newId, titleOf } from './tab.ts'

interface TabsState {
  /** False until the stored tabs are loaded. */
  readonly loaded: boolean
  readonly tabs: readonly Tab[]
  /** The active tab; separate per window. */
  readonly active: string
}

function emptyTab(tabs: readonly Tab[]): Tab {
  const title = freeTitle(tabs, (number) => say('query.tab.title', { number }))
  return { id: newId(), title, text: '', cursor: 0, parameters: {} }
}

/** Shown before anything was stored. */
const first = emptyTab([])

export const useTabs = create<TabsState>(() => ({ loaded: false, tabs: [first], active: first.id }))

const storedTabs = documentOf(tabsDocument)

/** The tab to activate: the same one or, if it was closed in any window, its neighbour. */
function front(tabs: readonly Tab[], storedActive: string | undefined): string {
  const { loaded, tabs: before, active } = useTabs.getState()
  if (tabs.some(({ id }) => id === active)) return active
  if (!loaded && storedActive !== undefined) return storedActive
  const place = before.findIndex(({ id }) => id === active)
  return tabs[Math.min(Math.max(place, 0), tabs.length - 1)]?.id ?? active
}

storedTabs.use.subscribe(({ value, status }) => {
  const tabs = value?.tabs ?? [first]
  useTabs.setState({ loaded: status === 'ready', tabs, active: front(tabs, value?.active) })
})

/** Loads the stored tabs once and subscribes to changes; tabs opened meanwhile are kept. */
export const loadTabs = (): Promise<void> => storedTabs.load().catch(() => undefined)

/** Edits the current list of tabs; the last tab cannot be removed. */
function change(edit: (tabs: readonly Tab[]) => readonly Tab[], active?: string): void {
  const spare = emptyTab([])
  if (active !== undefined) useTabs.setState({ active })
  void storedTabs.change((value) => {
    const changed = edit(value?.tabs ?? [first])
    const tabs = changed.length === 0 ? [spare] : [...changed]
    return { version: 1, active: active ?? value?.active ?? first.id, tabs }
  })
}

export function activeTab(state: TabsState = useTabs.getState()): Tab {
  return state.tabs.find((tab) => tab.id === state.active) ?? state.tabs[0] ?? first
}

const without = (tabs: readonly Tab[], id: string): readonly Tab[] => tabs.filter((tab) => tab.id !== id)

/** Opens and activates a new tab. An unused empty tab is replaced. */
export function openTab(content: Partial<Omit<Tab, 'id'>> = {}): Tab {
  const title = content.title ?? titleOf(content.text ?? '')
  const tab: Tab = {
    ...emptyTab(useTabs.getState().tabs),
    ...(content.text ? { connection: connectionOf('model')?.id } : {}),
    ...content,
    ...(title === undefined ? {} : { title }),
    ...(content.title === undefined || content.saved !== undefined ? {} : { asked: content.text }),
  }
  const current = activeTab()
  const used = content.text !== undefined && current.text.trim() === '' && current.saved === undefined
  change((tabs) => [...(used ? without(tabs, current.id) : tabs), tab], tab.id)
  return tab
}

/** Activates the tab of a named query, with its answer, if everything matches; otherwise opens a new one. */
export function showTab(content: Partial<Omit<Tab, 'id'>>): Tab {
  // A title of ours may have been stored in another language.
  const isSame = (tab: Tab): boolean =>
    content.title !== undefined &&
    JSON.stringify({ ...tab, ...content, ...(content.called && { title: tab.title }) }) ===
      JSON.stringify(tab)
  const same = useTabs.getState().tabs.find(isSame)
  if (!same) return openTab(content)
  change((tabs) => tabs, same.id)
  return same
}

/**
 * Whether a text is a different one rather than an edit: common prefix and suffix make up less than half of either. Formatting
 * changes nothing.
 */
function isAnother(before: string, now: string): boolean {
  const [a, b] = [before.replaceAll(/\s+/g, ''), now.replaceAll(/\s+/g, '')]
  const least = Math.min(a.length, b.length)
  let same = 0
  while (same < least && a[same] === b[same]) same++
  let end = 0
  while (same + end < least && a.at(-1 - end) === b.at(-1 - end)) end++
  return same + end < Math.max(a.length, b.length) / 2
}

/** Applies an edit to a tab; a title derived from the text, or set with another text, is derived again. */
function edited(tab: Tab, edit: Partial<Omit<Tab, 'id'>>): Tab {
  if (edit.title !== undefined) return { ...tab, called: undefined, ...edit, asked: undefined }
  if (edit.text === undefined) return { ...tab, ...edit }
  const words = titleOf(edit.text)
  const own = tab.title === titleOf(tab.text)
  // Without words to derive from, the title stays.
  if (words === undefined) return { ...tab, ...edit, asked: own ? tab.text : tab.asked }
  const replaced = tab.asked !== undefined && isAnother(tab.asked, edit.text)
  return {
    ...tab,
    ...edit,
    ...(own || replaced ? { title: words, called: undefined, asked: undefined } : {}),
  }
}

/** Changes a tab; if another window closed it meanwhile, it is restored, since it is in use. */
export function changeTab(id: string, edit: Partial<Omit<Tab, 'id'>>): void {
  const tab = [...useTabs.getState().tabs, first].find((each) => each.id === id)
  if (!tab) return
  change((tabs) =>
    tabs.some((each) => each.id === id)
      ? tabs.map((each) => (each.id === id ? edited(each, edit) : each))
      : [...tabs, edited(tab, edit)],
  )
}

export function selectTab(id: string): void {
  change((tabs) => tabs, id)
}

/** Tabs closed in this session, latest last, for reopening. */
const closed: { tab: Tab; index: number }[] = []

export function closeTab(id: string): void {
  const { tabs } = useTabs.getState()
  const index = tabs.findIndex((tab) => tab.id === id)
  const tab = tabs[index]
  if (!tab) return
  if (tab.text.trim() !== '') closed.push({ tab, index })
  change((now) => without(now, id))
}

/** Reopens the tab closed last, at its place. */
export function reopenTab(): void {
  const last = closed.pop()
  if (last) change((tabs) => without(tabs, last.tab.id).toSpliced(last.index, 0, last.tab), last.tab.id)
}

/** Activates the tab `step` positions further, wrapping around. */
export function stepTab(step: 1 | -1): void {
  const { tabs, active } = useTabs.getState()
  const index = tabs.findIndex((tab) => tab.id === active)
  const next = tabs[(index + step + tabs.length) % tabs.length]
  if (next) selectTab(next.id)
}

export function moveTab(id: string, step: 1 | -1): void {
  change((tabs) => {
    const index = tabs.findIndex((tab) => tab.id === id)
    const target = index + step
    const [tab] = tabs.slice(index)
    if (!tab || index < 0 || target < 0 || target >= tabs.length) return tabs
    return tabs.toSpliced(index, 1).toSpliced(target, 0, tab)
  })
}
