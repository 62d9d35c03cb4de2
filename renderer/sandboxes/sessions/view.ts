import { create } from 'zustand'
import { type Block, type BlockFilter, everything, passesMarks } from '#shared/terminals/block.ts'
import { type Job, placeOf, type Tabs, type Terminal, type TerminalTab } from '#shared/terminals/terminal.ts'
import type { TerminalsChange } from '#shared/workbench/areas/terminals.ts'
import { workbench } from '../../app/workbench.ts'
import type { ProgramProgress } from './program-progress.ts'

/** A terminal with this window's view state. */
export interface TerminalView extends Terminal {
  readonly blocks: readonly Block[]
  readonly filter: BlockFilter
  /** Numbers of the blocks that match the filter; undefined: all. */
  readonly found?: readonly number[] | undefined
  readonly selected?: number | undefined
  /** Progress reported by the running program. */
  readonly progress?: ProgramProgress | undefined
  /** Blocks that ended while this window was not looked at. */
  readonly unseen: number
}

interface TerminalsState {
  /** Whether the terminals have been loaded from the core. */
  readonly loaded: boolean
  readonly terminals: Readonly<Record<string, TerminalView>>
  readonly tabs: Tabs
  /** The active tab in this window, by `platform/sandbox`. */
  readonly activeTab: Readonly<Record<string, string>>
  readonly jobs: readonly Job[]
  /** The terminal focused now or last. */
  readonly focused: string | undefined
}

/** The core's terminals with this window's view state. */
export const useTerminals = create<TerminalsState>(() => ({
  loaded: false,
  terminals: {},
  tabs: {},
  activeTab: {},
  jobs: [],
  focused: undefined,
}))

/** The tab of a place that is in front in this window. */
export const frontTab = ({ tabs, activeTab }: TerminalsState, place: string) =>
  tabs[place]?.find(({ id }) => id === activeTab[place]) ?? tabs[place]?.[0]

/** The folder in which a sandbox's first terminal works. */
export function homeOf({ terminals }: TerminalsState, place: string): string | undefined {
  const terminal = Object.values(terminals).find((one) => placeOf(one) === place)
  return terminal?.cwd ?? terminal?.home
}

export const terminalOf = (id: string): TerminalView | undefined => useTerminals.getState().terminals[id]

/** Changes a terminal's view state; ignores unknown ids. */
export function changeView(
  id: string,
  change: Partial<
    Pick<TerminalView, 'filter' | 'found' | 'selected' | 'progress' | 'unseen' | 'draft' | 'queue'>
  >,
): void {
  useTerminals.setState((state) => {
    const terminal = state.terminals[id]
    if (!terminal) return state
    return { terminals: { ...state.terminals, [id]: { ...terminal, ...change } } }
  })
}

/** Changes the block filter. */
export function narrow(id: string, change: Partial<BlockFilter>): void {
  const filter = { ...everything, ...terminalOf(id)?.filter, ...change }
  changeView(id, { filter })
  find(id)
}

export const isNarrowed = ({ text, failed, bookmarked }: BlockFilter): boolean =>
  text !== '' || failed || bookmarked

/** The blocks that match the filter. */
export const shownBlocks = ({ blocks, found }: TerminalView): readonly Block[] =>
  found ? blocks.filter(({ number }) => found.includes(number)) : blocks

function find(id: string): void {
  const terminal = terminalOf(id)
  if (!terminal) return
  const { filter, blocks } = terminal
  if (!isNarrowed(filter)) return changeView(id, { found: undefined })
  if (filter.text === '') {
    const found = blocks.filter((block) => passesMarks(block, filter)).map(({ number }) => number)
    return changeView(id, { found })
  }
  workbench.call('terminals.find', { id, filter }).then(
    (found) => {
      if (terminalOf(id)?.filter === filter) changeView(id, { found })
    },
    () => undefined,
  )
}

/** The selected block, otherwise the last one. */
export const chosenBlock = ({ blocks, selected }: TerminalView): Block | undefined =>
  blocks.find(({ number }) => number === selected) ?? blocks.at(-1)

/** The next block in a direction that satisfies a predicate, starting beside `from`, without wrapping. */
export function nextBlock(
  blocks: readonly Block[],
  from: number | undefined,
  direction: 1 | -1,
  wanted: (block: Block) => boolean = () => true,
): Block | undefined {
  const candidates = direction === 1 ? blocks : blocks.toReversed()
  return candidates.find(
    (block) =>
      wanted(block) && (from === undefined || (direction === 1 ? block.number > from : block.number < from)),
  )
}

/** A sandbox's detached terminals, which no tab shows. */
export function detachedOf(place: string): TerminalView[] {
  const { tabs, terminals } = useTerminals.getState()
  const shown = new Set((tabs[place] ?? []).flatMap(({ panes }) => panes))
  return Object.values(terminals).filter((one) => placeOf(one) === place && !shown.has(one.id))
}

type EndListener = (id: string, block: Block) => void
const endListeners = new Set<EndListener>()

/** Calls the listener when a command ends. */
export function onBlockEnd(listener: EndListener): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

let following: (() => void) | undefined
/** Changes received while the initial state is loading; applying them twice is harmless. */
let early: TerminalsChange[] | undefined

/** Loads the terminals and subscribes to changes. Call again after a reconnect. */
export async function loadTerminals(): Promise<void> {
  following ??= workbench.on('terminals.changed', (change) => {
    if (early) early.push(change)
    else apply(change)
  })
  early = []
  const { terminals, tabs, activeTabs, jobs } = await workbench.call('terminals.list', {})
  useTerminals.setState((state) => ({
    loaded: true,
    terminals: Object.fromEntries(
      terminals.map((terminal) => [terminal.id, { ...lookAt(state.terminals[terminal.id]), ...terminal }]),
    ),
    tabs,
    activeTab: { ...activeTabs, ...state.activeTab },
    jobs,
  }))
  for (const change of early.splice(0)) apply(change)
  early = undefined
}

/** Extracts a terminal's view state. */
const lookAt = ({
  filter = everything,
  found,
  selected,
  progress,
  unseen = 0,
}: Partial<TerminalView> = {}) => ({
  filter,
  found,
  unseen,
  selected,
  progress,
})

function apply(change: TerminalsChange): void {
  switch (change.kind) {
    case 'terminal':
      return useTerminals.setState(({ terminals }) => {
        const { terminal } = change
        const before = terminals[terminal.id]
        const now = { blocks: before?.blocks ?? [], ...lookAt(before), ...terminal }
        return { terminals: { ...terminals, [terminal.id]: now } }
      })
    case 'block':
      return applyBlock(change.id, change.block)
    case 'dropped':
      return changeBlocks(change.id, (blocks) =>
        blocks.filter(({ number }) => !change.numbers.includes(number)),
      )
    case 'closed':
      return useTerminals.setState(({ terminals: { [change.id]: _gone, ...terminals } }) => ({ terminals }))
    case 'tabs':
      return useTerminals.setState((state) => ({
        tabs: change.tabs,
        activeTab: stillThere(change.tabs, state.activeTab),
      }))
    case 'jobs':
      return useTerminals.setState({ jobs: change.jobs })
  }
}

function applyBlock(id: string, block: Block): void {
  const before = terminalOf(id)?.blocks.find(({ number }) => number === block.number)
  changeBlocks(id, (blocks) =>
    before ? blocks.map((one) => (one === before ? block : one)) : [...blocks, block],
  )
  const terminal = terminalOf(id)
  // Running a new command clears the selection.
  if (terminal && !before) changeView(id, { selected: undefined })
  if (terminal && isNarrowed(terminal.filter)) find(id)
  if (before?.state === 'running' && block.state !== 'running')
    for (const listener of endListeners) listener(id, block)
}

function changeBlocks(id: string, change: (blocks: readonly Block[]) => readonly Block[]): void {
  useTerminals.setState((state) => {
    const terminal = state.terminals[id]
    if (!terminal) return state
    return { terminals: { ...state.terminals, [id]: { ...terminal, blocks: change(terminal.blocks) } } }
  })
}

/** The active tabs; a closed one is replaced by its sandbox's last. */
function stillThere(tabs: Tabs, active: Readonly<Record<string, string>>): Record<string, string> {
  const shown = Object.entries(tabs).flatMap(([place, list]): [string, string][] => {
    const tab: TerminalTab | undefined = list.find(({ id }) => id === active[place]) ?? list.at(-1)
    return tab ? [[place, tab.id]] : []
  })
  return { ...active, ...Object.fromEntries(shown) }
}
