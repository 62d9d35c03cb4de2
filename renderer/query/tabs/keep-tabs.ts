import { onOthersWrite, writeKept } from '../../app/own-writes.ts'
import { workbench } from '../../app/workbench.ts'
import { mergeTabs, sameTabs } from './merge-tabs.ts'
import { workspaceSchema, type Workspace } from './tab.ts'
import { closings, useTabs } from './tabs-store.ts'

/** Milliseconds between the last change and its write. */
const WRITE_AFTER = 400
const WHERE = { collection: 'query', id: 'tabs' } as const

let timer: ReturnType<typeof setTimeout> | undefined

function write(): void {
  clearTimeout(timer)
  timer = undefined
  const { tabs, active } = useTabs.getState()
  void writeKept(WHERE, { version: 1, active, tabs, closed: closings })
}

let started: Promise<void> | undefined

/** Reads the kept tabs once and keeps them from then on; tabs opened meanwhile stay. */
export function keepTabs(): Promise<void> {
  started ??= load()
  return started
}

async function readKept(): Promise<Workspace | undefined> {
  const { value, found } = await workbench.call('store.read', WHERE)
  const kept = found ? workspaceSchema.safeParse(value) : undefined
  return kept?.success ? kept.data : undefined
}

let isTaking = false

/** Takes in what another window wrote down; what it does not have yet is written after. */
async function takeOthers(): Promise<void> {
  const theirs = await readKept()
  if (!theirs) return
  const { tabs: mine, active } = useTabs.getState()
  const merged = mergeTabs({ tabs: mine, closed: closings }, theirs)
  const tabs = merged.length === 0 ? theirs.tabs : merged
  if (!sameTabs(tabs, mine)) {
    const place = mine.findIndex((tab) => tab.id === active)
    const next = tabs.find((tab) => tab.id === active) ?? tabs[Math.min(place, tabs.length - 1)]
    isTaking = true
    useTabs.setState({ tabs, active: next?.id ?? active })
    isTaking = false
  }
  if (!sameTabs(tabs, theirs.tabs)) timer ??= setTimeout(write, WRITE_AFTER)
}

async function load(): Promise<void> {
  const kept = await readKept()
  if (kept) {
    const opened = useTabs.getState().tabs.filter((tab) => tab.text !== '')
    useTabs.setState({ tabs: [...kept.tabs, ...opened], active: opened.at(-1)?.id ?? kept.active })
  }
  useTabs.setState({ loaded: true })
  onOthersWrite(({ collection, id }) => {
    if (collection === WHERE.collection && id === WHERE.id) void takeOthers()
  })
  useTabs.subscribe((state, before) => {
    if (isTaking || (state.tabs === before.tabs && state.active === before.active)) return
    timer ??= setTimeout(write, WRITE_AFTER)
  })
  window.addEventListener('pagehide', () => {
    if (timer !== undefined) write()
  })
}
