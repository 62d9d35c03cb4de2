import { setImmediate } from 'node:timers/promises'
import type { HistoryEntry } from '#shared/terminals/terminal.ts'
import type { TerminalsChange } from '#shared/workbench/areas/terminals.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import type { RunResult } from '../../../../../electron/workbench/sandboxes/sessions.ts'
import { OutputFiles } from '../../../../../electron/workbench/sandboxes/terminals/output-files.ts'
import type { TerminalContext } from '../../../../../electron/workbench/sandboxes/terminals/terminal.ts'
import type {
  TerminalEntry,
  TerminalLogs,
} from '../../../../../electron/workbench/sandboxes/terminals/terminal-log.ts'
import { type Layout, Terminals } from '../../../../../electron/workbench/sandboxes/terminals/terminals.ts'
import { temporaryFolder } from '../../../../temporary-folder.ts'

/** How a platform may answer a line. */
export const ANSWERS = {
  ends: (): RunResult => ({ exitCode: 0, milliseconds: 1, sessionEnded: false }),
  endsTheShell: (): RunResult => ({
    exitCode: null,
    milliseconds: 1,
    sessionEnded: true,
    problem: { code: 'SESSION_ENDED', message: 'exit 7' },
  }),
  refuses: (): RunResult => ({ ...ANSWERS.endsTheShell(), refused: true }),
  isNotConnected: (): never => fail('NOT_CONNECTED'),
  isNeverReached: (): never => fail('PLATFORM_UNREACHABLE', { sent: false }),
  breaksOff: (): never => fail('PLATFORM_UNREACHABLE', { sent: true }),
  fails: (): never => fail('UNEXPECTED_ANSWER'),
} as const
export type Answer = keyof typeof ANSWERS

/** Whether the platform ran the line for that answer. */
export const RAN: Readonly<Record<Answer, boolean>> = {
  ends: true,
  endsTheShell: true,
  refuses: false,
  isNotConnected: false,
  isNeverReached: false,
  breaksOff: true,
  fails: true,
}

function fail(code: string, details?: unknown): never {
  throw new WorkbenchError({ code, message: code, details })
}

/** An in-memory platform: it outlives the workbench and records what it ran. */
export class StandInPlatform {
  readonly ran: string[] = []
  /** Maximum number of concurrent commands in one session. */
  atOnce = 0
  answers: Answer[] = []
  /** A command's output before its answer. */
  print: (command: string) => readonly string[] = (command) => [`${command}\r\n`]
  /** Resolves when a command may end. */
  until: () => Promise<void> = () => settled()
  readonly #now = new Map<string, number>()
  readonly typed: string[] = []
  /** Takes what is typed. */
  typing: () => Promise<void> = async () => undefined

  readonly sessions: TerminalContext['sessions'] = {
    open: async () => false,
    close: async () => undefined,
    interrupt: async () => undefined,
    write: async (_place, data) => {
      await this.typing()
      this.typed.push(data)
    },
    resize: async () => undefined,
    watch: async () => undefined,
    run: async ({ session }, { command }, hear) => {
      if (command.startsWith('printf')) return ANSWERS.ends()
      const now = (this.#now.get(session) ?? 0) + 1
      this.#now.set(session, now)
      this.atOnce = Math.max(this.atOnce, now)
      const answer = this.answers.shift() ?? 'ends'
      if (RAN[answer]) this.ran.push(command)
      if (answer === 'ends') for (const chunk of this.print(command)) hear(chunk)
      await this.until()
      this.#now.set(session, now - 1)
      return ANSWERS[answer]()
    },
  }
}

/** In-memory logs with JSON entries; once cut, they accept no more. */
export class MemoryLogs implements TerminalLogs {
  readonly #logs: Map<string, string[]>
  /** The process is dead: nothing reaches the disk, and nobody is notified. */
  isCut = false

  constructor(before?: MemoryLogs) {
    this.#logs = before ? structuredClone(before.#logs) : new Map()
  }

  ids = async (): Promise<string[]> => [...this.#logs.keys()]
  read = async (id: string): Promise<unknown[]> =>
    (this.#logs.get(id) ?? []).map((text) => JSON.parse(text) as unknown)

  async append(id: string, entry: TerminalEntry): Promise<void> {
    await setImmediate()
    if (this.isCut) return new Promise(() => undefined)
    this.#logs.set(id, [...(this.#logs.get(id) ?? []), JSON.stringify(entry)])
  }

  async replace(id: string, entries: readonly TerminalEntry[]): Promise<void> {
    this.#logs.set(
      id,
      entries.map((entry) => JSON.stringify(entry)),
    )
  }

  async remove(id: string): Promise<void> {
    if (!this.isCut) this.#logs.delete(id)
  }
}

export interface StandInCore {
  readonly terminals: Terminals
  readonly logs: MemoryLogs
  readonly outputs: OutputFiles
  readonly history: HistoryEntry[]
  /** The events sent to every window. */
  readonly told: TerminalsChange[]
  layout: Layout
}

/** Starts a core with the terminals that an earlier one left. */
export async function startCore(
  platform: Pick<StandInPlatform, 'sessions'>,
  before: Partial<Pick<StandInCore, 'logs' | 'outputs' | 'layout'>> = {},
): Promise<StandInCore> {
  const logs = new MemoryLogs(before.logs)
  const outputs = before.outputs ?? new OutputFiles(await temporaryFolder())
  const core: { layout: Layout } = { layout: before.layout ?? { tabs: {}, activeTab: {} } }
  const history: HistoryEntry[] = []
  const told: TerminalsChange[] = []
  const terminals = new Terminals({
    sessions: platform.sessions,
    logs,
    outputs,
    tell: (change) => void told.push(structuredClone(change)),
    remember: (entry) => void history.push(entry),
    isStopped: async () => false,
    readLayout: async () => core.layout,
    writeLayout: async (layout) => void (logs.isCut || (core.layout = layout)),
  })
  await terminals.load()
  return Object.assign(core, { terminals, logs, outputs, history, told })
}

/** Waits for everything already in progress. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 20; round++) await setImmediate()
}
