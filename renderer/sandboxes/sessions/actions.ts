import type { Output } from '#shared/terminals/block.ts'
import { placeOf, type QueuedLine, type TerminalTab } from '#shared/terminals/terminal.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'
import { changeView, terminalOf, type TerminalView, useTerminals } from './view.ts'
import { thisWindow } from './window.ts'

/** What a new terminal may have of its own. */
interface NewTerminal {
  readonly name?: string | undefined
  readonly env?: Readonly<Record<string, string>>
  readonly remoteUser?: string | undefined
  readonly plain?: boolean
  readonly cwd?: string | undefined
  /** Beside the panes of a tab; otherwise in a tab of its own. */
  readonly beside?:
    { readonly tab: string; readonly direction: TerminalTab['direction']; readonly pane: string } | undefined
  /** Only where the sandbox has none. */
  readonly first?: boolean
}

/** Adds a terminal and shows it; resolves to its id. */
export async function newTerminal(
  { platform, sandboxId }: { platform: string; sandboxId: string },
  { env = {}, ...options }: NewTerminal = {},
): Promise<string> {
  const input = { platform, sandboxId, env: { ...env }, ...options }
  const { id, tab } = await workbench.call('terminals.open', input)
  showTab(placeOf(input), tab, id)
  return id
}

/** Adds a terminal beside another one: in its directory, with its environment and user. */
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

/** Shows the tab beside that of a terminal. */
export function stepTab(id: string, by: 1 | -1): void {
  const terminal = terminalOf(id)
  if (!terminal) return
  const place = placeOf(terminal)
  const tabs = useTerminals.getState().tabs[place] ?? []
  const at = tabs.findIndex(({ panes }) => panes.includes(id))
  const next = tabs[(at + by + tabs.length) % tabs.length]
  if (next) showTab(place, next.id, next.panes[0] ?? id)
}

/** Shows a tab in this window, and begins there the next time. */
export function showTab(place: string, tab: string, focused: string): void {
  useTerminals.setState((state) => ({ activeTab: { ...state.activeTab, [place]: tab }, focused }))
  for (const pane of useTerminals.getState().tabs[place]?.find(({ id }) => id === tab)?.panes ?? [])
    changeView(pane, { unseen: 0 })
  quietly(workbench.call('terminals.showTab', { place, tab }))
}

/**
 * Sends a line, after those that wait. It has its name from here: where the link breaks before the core could answer it is sent
 * again, and never runs twice.
 * @throws WorkbenchError when the core could not take it
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

/** The same where there is no line to give back. */
export const submitAgain = (id: string, command: string): void => quietly(submit(id, command))

export const cancelLine = (id: string, line: string): void =>
  quietly(workbench.call('terminals.cancel', { id, line }))

/** Ctrl+C: interrupts the foreground job; the second time, kills it. Answers which of both was sent. */
export const interrupt = (id: string): Promise<'INT' | 'KILL' | null> =>
  workbench.call('terminals.interrupt', { id })

/** Sends text to the program that reads the terminal. */
export function typeInto(id: string, data: string): void {
  if (terminalOf(id)?.status === 'running') quietly(workbench.call('terminals.input', { id, data }))
}

/** Opens a session that is closed or could not be reached; with `anew`, one whose shell is gone. */
export const reopenTerminal = (id: string, anew = false): void =>
  quietly(workbench.call('terminals.reopen', { id, anew }))

export const closeTerminal = (id: string): void => quietly(workbench.call('terminals.close', { id }))

export const changeTerminal = (id: string, change: { name?: string; plain?: boolean }): void =>
  quietly(workbench.call('terminals.change', { id, ...change }))

/** Keeps what is typed and not sent, over a restart, too. */
export function keepDraft(id: string, draft: string): void {
  changeView(id, { draft })
  quietly(workbench.call('terminals.change', { id, draft }))
}

/** Lets what runs go on in the background; a new session takes its pane. */
export const detachTerminal = (id: string): void => quietly(workbench.call('terminals.detach', { id }))

/** Gives a terminal that runs in the background a tab of its own. */
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

/** Marks blocks: all of a terminal's, where none are given. */
export const markBlocks = (id: string, marks: Marks, numbers?: readonly number[]): void =>
  quietly(workbench.call('terminals.mark', { id, ...marks, ...(numbers ? { numbers: [...numbers] } : {}) }))

/** What is kept of a command's output. */
export const outputOf = (id: string, number: number): Promise<Output> =>
  workbench.call('terminals.output', { id, number })

/** Runs a command in the background of a session. @throws WorkbenchError when it did not start */
export const startJob = (id: string, command: string) => workbench.call('terminals.startJob', { id, command })

/** The end of what a job printed. */
export const jobOutput = (job: string) => workbench.call('terminals.jobOutput', { job })

export const endJob = (job: string): void => quietly(workbench.call('terminals.endJob', { job }))

export const removeJob = (job: string): void => quietly(workbench.call('terminals.removeJob', { job }))

/** A call that failed changed nothing, and what is shown is what the core has; a broken link is said by the status bar. */
function quietly(call: Promise<unknown>): void {
  call.catch(() => undefined)
}
