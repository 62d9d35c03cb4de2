import { changeTerminal, placeOf, terminalOf, useTerminals } from './terminal-store.ts'
import { newTerminal } from './opening.ts'
import { keepTerminal } from './terminal-keep.ts'
import type { TerminalState } from './terminal.ts'

/** Terminals of a sandbox that no tab shows: commands that were sent to the background while they ran. */
export function asideOf(place: string): TerminalState[] {
  const { tabs, terminals } = useTerminals.getState()
  const shown = new Set((tabs[place] ?? []).flatMap(({ panes }) => panes))
  return Object.values(terminals).filter((one) => placeOf(one) === place && !shown.has(one.id))
}

/**
 * Sends what runs to the background: a request/response session cannot give its prompt back before its command ends, so the
 * whole session goes aside with it, and a new one takes its pane, in the same directory and with the same environment and user.
 */
export function sendAside(id: string): void {
  const terminal = terminalOf(id)
  if (terminal?.status !== 'running') return
  const { env, remoteUser, cwd, plain } = terminal
  const place = placeOf(terminal)
  const tab = useTerminals.getState().tabs[place]?.find(({ panes }) => panes.includes(id))
  if (!tab) return
  const next = newTerminal(
    terminal,
    { env, plain, ...(remoteUser ? { remoteUser } : {}), ...(cwd ? { cwd } : {}) },
    { tab: tab.id, direction: tab.direction },
  )
  // The lines that waited were meant for the prompt, which is in the new session now.
  const { queue } = terminal
  changeTerminal(id, () => ({ queue: [] }))
  changeTerminal(next, () => ({ queue }))
  keepTerminal(id)
  keepTerminal(next)
  useTerminals.setState((state) => ({
    tabs: {
      ...state.tabs,
      [place]: (state.tabs[place] ?? []).map((one) =>
        one.id === tab.id ? { ...one, panes: one.panes.flatMap((pane) => paneAfter(pane, id, next)) } : one,
      ),
    },
  }))
}

/** The new pane stands where the old one stood. */
function paneAfter(pane: string, old: string, next: string): string[] {
  if (pane === old) return [next]
  return pane === next ? [] : [pane]
}

/** Gives a terminal that went aside a tab of its own. */
export function bringBack(id: string): void {
  const terminal = terminalOf(id)
  if (!terminal) return
  const place = placeOf(terminal)
  // The tab it came from may still bear its name.
  const tab = crypto.randomUUID().slice(0, 8)
  useTerminals.setState((state) => ({
    tabs: {
      ...state.tabs,
      [place]: [...(state.tabs[place] ?? []), { id: tab, panes: [id], direction: 'horizontal' }],
    },
    activeTab: { ...state.activeTab, [place]: tab },
    focused: id,
  }))
  changeTerminal(id, () => ({ unseen: 0 }))
}
