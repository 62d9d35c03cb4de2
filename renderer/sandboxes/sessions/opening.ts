import { WorkbenchError } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'
import { everything } from '../blocks/block.ts'
import { drain, isStopped, rejoin } from './runner.ts'
import { refreshPlatform } from '../sandboxes/sandbox-store.ts'
import type { TerminalState } from './terminal.ts'
import { forgetTerminal, keepTerminal } from './terminal-keep.ts'
import {
  changeTerminal,
  dropTerminal,
  placeOf,
  terminalOf,
  type TerminalTab,
  useTerminals,
} from './terminal-store.ts'

export interface NewTerminal {
  readonly name?: string
  readonly env?: Readonly<Record<string, string>>
  readonly remoteUser?: string
  readonly plain?: boolean
  readonly cwd?: string
}

const freshId = (): string => crypto.randomUUID().slice(0, 8)

/** The first name of its kind that no terminal of the sandbox has. */
function freeName(place: string): string {
  const taken = new Set(
    Object.values(useTerminals.getState().terminals)
      .filter((terminal) => placeOf(terminal) === place)
      .map(({ name }) => name),
  )
  for (let number = 1; ; number++) if (!taken.has(`bash ${number}`)) return `bash ${number}`
}

/** Adds a terminal in a tab of its own, or beside the panes of a tab; its session opens at once. */
export function newTerminal(
  { platform, sandboxId }: { platform: string; sandboxId: string },
  options: NewTerminal = {},
  beside?: { readonly tab: string; readonly direction: TerminalTab['direction'] },
): string {
  const id = freshId()
  const place = `${platform}/${sandboxId}`
  const terminal: TerminalState = {
    id,
    platform,
    sandboxId,
    session: `orrery-${id}`,
    name: options.name ?? freeName(place),
    env: { ...options.env },
    ...(options.remoteUser ? { remoteUser: options.remoteUser } : {}),
    plain: options.plain ?? false,
    ...(options.cwd ? { cwd: options.cwd } : {}),
    draft: '',
    queue: [],
    status: 'closed',
    blocks: [],
    filter: everything,
    unseen: 0,
  }
  useTerminals.setState((state) => {
    const tabs = state.tabs[place] ?? []
    const tab: TerminalTab = { id, panes: [id], direction: 'horizontal' }
    const next = beside
      ? tabs.map((one) =>
          one.id === beside.tab ? { ...one, panes: [...one.panes, id], direction: beside.direction } : one,
        )
      : [...tabs, tab]
    return {
      terminals: { ...state.terminals, [id]: terminal },
      tabs: { ...state.tabs, [place]: next },
      activeTab: { ...state.activeTab, [place]: beside?.tab ?? id },
      focused: id,
    }
  })
  keepTerminal(id)
  void openTerminal(id)
  return id
}

/** Opens the terminal's session, or finds the one it had before. */
export async function openTerminal(id: string): Promise<void> {
  const terminal = terminalOf(id)
  if (!terminal || terminal.status === 'opening' || terminal.status === 'running') return
  const { platform, sandboxId, session, env, remoteUser, cwd } = terminal
  changeTerminal(id, () => ({ status: 'opening' }))
  try {
    const fresh = await workbench
      .call('sandboxes.openSession', {
        platform,
        sandboxId,
        session,
        env,
        ...(remoteUser ? { remoteUser } : {}),
        ...(cwd ? { cwd } : {}),
      })
      .then(
        () => true,
        (error: unknown) => {
          if (error instanceof WorkbenchError && /already exists/.test(error.message)) return false
          throw error
        },
      )
    await rejoin(id)
    if (!fresh && /ended|paused/.test(terminalOf(id)?.status ?? '')) return
    changeTerminal(id, () => ({ status: 'ready', problem: undefined }))
    if (fresh || terminalOf(id)?.home === undefined) await learnPlace(id)
    await drain(id)
  } catch (error) {
    const failure = error instanceof WorkbenchError ? error : undefined
    const away = /^(NOT_CONNECTED|PLATFORM_UNREACHABLE|DISCONNECTED)$/.test(failure?.code ?? '')
    // A sandbox that just stopped closes its terminals; they open again, and send what waits, when it runs.
    if (failure?.code === 'SANDBOX_NOT_RUNNING') await refreshPlatform(platform).catch(() => undefined)
    changeTerminal(id, (now) => ({
      status: away ? 'paused' : isStopped(now) ? 'closed' : 'ended',
      problem: failure?.message ?? String(error),
    }))
  }
}

/** Where a new session stands; afterwards every answer brings the directory along. */
async function learnPlace(id: string): Promise<void> {
  const terminal = terminalOf(id)
  if (!terminal) return
  const { platform, sandboxId, session } = terminal
  let answer = ''
  const { cwd } = await workbench.call(
    'sandboxes.run',
    { platform, sandboxId, session, command: `printf '%s\\n' "$PWD" ~`, plain: true },
    { onProgress: ({ chunk }) => (answer += chunk) },
  )
  const [folder, home] = answer.trim().split(/\r?\n/)
  changeTerminal(id, () => ({
    ...((cwd ?? folder) ? { cwd: cwd ?? folder } : {}),
    ...(home ? { home } : {}),
  }))
  keepTerminal(id)
}

/** Ends the session whose shell is gone, where it still occupies its name, and opens it again. */
export async function recreateTerminal(id: string): Promise<void> {
  const terminal = terminalOf(id)
  if (!terminal) return
  const { platform, sandboxId, session } = terminal
  await workbench.call('sandboxes.closeSession', { platform, sandboxId, session }).catch(() => undefined)
  await openTerminal(id)
}

/** Closes a terminal for good: its session, and what was kept of it. */
export async function closeTerminal(id: string): Promise<void> {
  const terminal = terminalOf(id)
  if (!terminal) return
  dropTerminal(id)
  const { platform, sandboxId, session } = terminal
  await workbench.call('sandboxes.closeSession', { platform, sandboxId, session }).catch(() => undefined)
  await forgetTerminal(terminal)
}
