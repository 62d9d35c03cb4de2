import type { Output } from '#shared/terminals/block.ts'
import { placeOf, type QueuedLine, type TerminalTab } from '#shared/terminals/terminal.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'
import { changeView, terminalOf, type TerminalView, useTerminals } from './view.ts'
import { thisWindow } from './window.ts'

/** Options of a new terminal. */
interface NewTerminal {
  readonly name?: string | undefined
  readonly env?: Readonly<Record<string, string>>
  readonly remoteUser?: string | undefined
  readonly plain?: boolean
  readonly cwd?: string | undefined
  /** A pane beside others; otherwise a new tab. */
  readonly beside?:
    { readonly tab: string; readonly direction: TerminalTab['direction']; readonly pane: string } | undefined
  /** Only if the sandbox has none. */
  readonly first?: boolean
}

/** Adds and shows a terminal; resolves to its id. */
export async function newTerminal(
  { platform, sandboxId }: { platform: string; sandboxId: string },
  { env = {}, ...options }: NewTerminal = {},
): Promise<string> {
  const input = { platform, sandboxId, env: { ...env }, ...options }
  const { id, tab } = await workbench.call('terminals.open', input)
  showTab(placeOf(input), tab, id)
  return id
}

/** Adds a terminal beside another one, with the same directory, environment and user. */
export function splitTerminal(terminal: TerminalView, direction: TerminalTab['direction']): void {
  const tab = tabOf(terminal)
  const { env, remoteUser, cwd } = terminal
  quietly(
    newTerminal(terminal, {
      env,
      remoteUser,
      cwd,
      beside: tab && { tab: tab.id, direction, pane: terminal.id },
    }),
  )
}

const tabOf = (terminal: TerminalView): TerminalTab | undefined =>
  useTerminals.getState().tabs[placeOf(terminal)]?.find(({ panes }) => panes.includes(terminal.id))

/** Activates the tab next to a terminal's. */
export function stepTab(id: string, by: 1 | -1): void {
  const terminal = terminalOf(id)
  if (!terminal) return
  const place = placeOf(terminal)
  const tabs = useTerminals.getState().tabs[place] ?? []
  const at = tabs.findIndex(({ panes }) => panes.includes(id))
  const next = tabs[(at + by + tabs.length) % tabs.length]
  if (next) showTab(place, next.id, next.panes[0] ?? id)
}

/** Activates a tab in this window, and remembers it for the next start. */
export function showTab(place: string, tab: string, focused: string): void {
  useTerminals.setState((state) => ({ activeTab: { ...state.activeTab, [place]: tab }, focused }))
  for (const pane of useTerminals.getState().tabs[place]?.find(({ id }) => id === tab)?.panes ?? [])
    changeView(pane, { unseen: 0 })
  quietly(workbench.call('terminals.showTab', { place, tab }))
}

/**
 * Sends a line, queued after earlier ones. Its id is assigned here: if the connection breaks before the core
 * answers, it is resent and still never runs twice.
 * @throws WorkbenchError if the core could not accept it
 */
export async function submit(id: string, command: string): Promise<void> {
  const line: QueuedLine = { id: crypto.randomUUID().slice(0, 8), command, window: thisWindow }
  changeView(id, { queue: [...(terminalOf(id)?.queue ?? []), line] })
  for (;;) {
    try {
      await workbench.call('terminals.submit', { id, line })
      return
    } catch (error) {
      if (error instanceof WorkbenchError && error.code === 'DISCONNECTED') continue
      changeView(id, { queue: (terminalOf(id)?.queue ?? []).filter((one) => one.id !== line.id) })
      throw error
    }
  }
}

/** `submit` for callers without a line to restore. */
export const submitAgain = (id: string, command: string): void => quietly(submit(id, command))

export const cancelLine = (id: string, line: string): void =>
  quietly(workbench.call('terminals.cancel', { id, line }))

/** Gives a queued line to the running program as its input. */
export const answerWith = (id: string, line: string): void =>
  quietly(workbench.call('terminals.answer', { id, line }))

/** Ctrl+C: interrupts the foreground job; the second time, kills it. Resolves to the signal sent. */
export const interrupt = (id: string): Promise<'INT' | 'KILL' | null> =>
  workbench.call('terminals.interrupt', { id })

/** Sends text to the program that reads the terminal. */
export function typeInto(id: string, data: string): void {
  if (terminalOf(id)?.status === 'running') quietly(workbench.call('terminals.input', { id, data }))
}

/** Opens a closed or unreachable session; with `anew`, one whose shell is gone. */
export const reopenTerminal = (id: string, anew = false): void =>
  quietly(workbench.call('terminals.reopen', { id, anew }))

export const closeTerminal = (id: string): void => quietly(workbench.call('terminals.close', { id }))

export const changeTerminal = (id: string, change: { name?: string; plain?: boolean }): void =>
  quietly(workbench.call('terminals.change', { id, ...change }))

/** Stores unsent text across restarts. */
export function keepDraft(id: string, draft: string): void {
  changeView(id, { draft })
  quietly(workbench.call('terminals.change', { id, draft }))
}

/** Detaches a running command; a new session takes its pane. */
export const detachTerminal = (id: string): void => quietly(workbench.call('terminals.detach', { id }))

/** Gives a detached terminal its own tab. */
export function reattachTerminal(id: string): void {
  const terminal = terminalOf(id)
  if (terminal)
    quietly(
      workbench.call('terminals.reattach', { id }).then(({ tab }) => showTab(placeOf(terminal), tab, id)),
    )
}

interface Marks {
  readonly collapsed?: boolean
  readonly bookmarked?: boolean
}

/** Sets marks on blocks; by default on all of a terminal's. */
export const markBlocks = (id: string, marks: Marks, numbers?: readonly number[]): void =>
  quietly(workbench.call('terminals.mark', { id, ...marks, ...(numbers ? { numbers: [...numbers] } : {}) }))

/** The stored output of a command. */
export const outputOf = (id: string, number: number): Promise<Output> =>
  workbench.call('terminals.output', { id, number })

/** Runs a command in the background of a session. @throws WorkbenchError if it did not start */
export const startJob = (id: string, command: string) => workbench.call('terminals.startJob', { id, command })

/** The end of a job's output. */
export const jobOutput = (job: string) => workbench.call('terminals.jobOutput', { job })

export const endJob = (job: string): void => quietly(workbench.call('terminals.endJob', { job }))

export const removeJob = (job: string): void => quietly(workbench.call('terminals.removeJob', { job }))

/**
 * A failed call changed nothing and the shown state is the core's; a broken connection is shown in the status
 * bar.
 */
function quietly(call: Promise<unknown>): void {
  call.catch(() => undefined)
}
