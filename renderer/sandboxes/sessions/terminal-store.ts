import { create } from 'zustand'
import type { Block } from '../blocks/block.ts'
import type { TerminalState } from './terminal.ts'

/** Tabs of a sandbox's terminals; a tab shows one or more beside each other. */
export interface TerminalTab {
  readonly id: string
  readonly panes: readonly string[]
  readonly direction: 'horizontal' | 'vertical'
}

interface TerminalsState {
  /** Whether what was kept has been read. */
  readonly loaded: boolean
  readonly terminals: Readonly<Record<string, TerminalState>>
  /** By `platform/sandbox`. */
  readonly tabs: Readonly<Record<string, readonly TerminalTab[]>>
  readonly activeTab: Readonly<Record<string, string>>
  /** The terminal that has the focus, or had it last. */
  readonly focused: string | undefined
}

export const useTerminals = create<TerminalsState>(() => ({
  loaded: false,
  terminals: {},
  tabs: {},
  activeTab: {},
  focused: undefined,
}))

export const placeOf = ({ platform, sandboxId }: { platform: string; sandboxId: string }): string =>
  `${platform}/${sandboxId}`

export const terminalOf = (id: string): TerminalState | undefined => useTerminals.getState().terminals[id]

/** Changes one terminal; an unknown id changes nothing. */
export function changeTerminal(
  id: string,
  change: (terminal: TerminalState) => Partial<TerminalState>,
): void {
  useTerminals.setState((state) => {
    const terminal = state.terminals[id]
    if (!terminal) return state
    return { terminals: { ...state.terminals, [id]: { ...terminal, ...change(terminal) } } }
  })
}

/** Changes one block of a terminal. */
export function changeBlock(id: string, number: number, change: Partial<Block>): void {
  changeTerminal(id, ({ blocks }) => ({
    blocks: blocks.map((block) => (block.number === number ? { ...block, ...change } : block)),
  }))
}

/** Takes a terminal away, with its pane and, where it was alone there, its tab; an unknown id changes nothing. */
export function dropTerminal(id: string): void {
  const terminal = terminalOf(id)
  if (!terminal) return
  const place = placeOf(terminal)
  useTerminals.setState((state) => {
    const { [id]: _gone, ...terminals } = state.terminals
    const tabs = (state.tabs[place] ?? [])
      .map((tab) => ({ ...tab, panes: tab.panes.filter((pane) => pane !== id) }))
      .filter(({ panes }) => panes.length > 0)
    const active = tabs.some((tab) => tab.id === state.activeTab[place])
      ? state.activeTab[place]
      : tabs.at(-1)?.id
    return {
      terminals,
      tabs: { ...state.tabs, [place]: tabs },
      activeTab: active === undefined ? state.activeTab : { ...state.activeTab, [place]: active },
    }
  })
}

/** What the screens are told beside the store: output is too fast for it. */
export type FeedEvent =
  | { readonly kind: 'begin'; readonly block: Block }
  | { readonly kind: 'chunk'; readonly number: number; readonly text: string }
  | { readonly kind: 'end'; readonly block: Block }
  /** Blocks went or changed altogether: everything is laid out anew. */
  | { readonly kind: 'anew' }

type FeedListener = (event: FeedEvent) => void
const listeners = new Map<string, Set<FeedListener>>()

export function onFeed(id: string, listener: FeedListener): () => void {
  const set = listeners.get(id) ?? new Set()
  listeners.set(id, set)
  set.add(listener)
  return () => set.delete(listener)
}

export function feed(id: string, event: FeedEvent): void {
  for (const listener of listeners.get(id) ?? []) listener(event)
}
