import { z } from 'zod'
import { defineDocument } from '#shared/documents/define.ts'
import { commandHistory } from '#shared/documents/sandboxes.ts'
import { type HistoryEntry, type Job, jobSchema, tabsSchema } from '#shared/terminals/terminal.ts'
import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import type { Documents } from '../../documents/documents.ts'
import type { Logs } from '../../documents/logs.ts'
import type { Platforms } from '../platforms.ts'
import { describeSandbox } from '../sandbox-record.ts'
import { Sessions } from '../sessions.ts'
import { takeOver } from './earlier-version.ts'
import { Jobs } from './jobs.ts'
import { OutputFiles } from './output-files.ts'
import { terminalCalls } from './terminal-calls.ts'
import type { TerminalLogs } from './terminal-log.ts'
import { type Layout, Terminals } from './terminals.ts'

const LOGS = 'terminals'

/** The tabs of all sandboxes' terminals, and which of them was chosen last. */
export const layoutDocument = defineDocument<Layout>({
  collection: 'terminal-layout',
  id: 'tabs',
  schema: z.object({ tabs: tabsSchema, activeTab: z.record(z.string(), z.string()) }),
  initial: { tabs: {}, activeTab: {} },
})

/** Commands that run, or ran, in the background of sessions. */
const jobsDocument = defineDocument<readonly Job[]>({
  collection: 'terminal-layout',
  id: 'jobs',
  schema: z.array(jobSchema).readonly(),
  initial: [],
})

/** The log of each terminal. */
export const terminalLogs = (logs: Logs): TerminalLogs => ({
  ids: () => logs.ids(LOGS),
  read: async (id) =>
    (await logs.read({ collection: LOGS, id }, { limit: Infinity })).map(({ value }) => value).reverse(),
  append: async (id, entry) => void (await logs.append({ collection: LOGS, id }, entry)),
  replace: (id, entries) => logs.replace({ collection: LOGS, id }, entries),
  remove: (id) => logs.remove({ collection: LOGS, id }),
})

interface HouseOptions {
  readonly platforms: Platforms
  readonly documents: Documents
  readonly logs: Logs
  /** Folder of the outputs. */
  readonly folder: string
  readonly emit: WorkbenchEmit
}

/** Terminals and jobs with everything that they are kept in. */
export class TerminalHouse {
  readonly terminals: Terminals
  readonly calls: AreaHandlers<'terminals'>
  readonly #options: HouseOptions
  readonly #jobs: Jobs
  readonly #outputs: OutputFiles
  #last: HistoryEntry | undefined

  constructor(options: HouseOptions) {
    const { platforms, documents, logs, folder, emit } = options
    this.#options = options
    this.#outputs = new OutputFiles(folder)
    const sessions = new Sessions(platforms)
    this.terminals = new Terminals({
      sessions,
      logs: terminalLogs(logs),
      outputs: this.#outputs,
      tell: (change) => emit('terminals.changed', change),
      remember: (entry) => this.#remember(entry),
      isStopped: ({ platform, sandboxId }) =>
        platforms.use(platform, undefined, async (client) => {
          const { state } = describeSandbox(platform, await client.status(sandboxId))
          return state !== 'running'
        }),
      readLayout: async () => (await documents.handle(layoutDocument)).value,
      writeLayout: async (layout) => (await documents.handle(layoutDocument)).change(() => layout),
    })
    this.#jobs = new Jobs({
      sessions,
      execute: (place, argv) =>
        platforms.use(place.platform, undefined, async (client) => {
          const { stdout } = await client.execute(place.sandboxId, argv)
          return stdout
        }),
      isWatched: (place) => this.terminals.isWatched(place),
      read: async () => (await documents.handle(jobsDocument)).value,
      write: async (jobs) => (await documents.handle(jobsDocument)).change(() => jobs),
      tell: (jobs) => emit('terminals.changed', { kind: 'jobs', jobs }),
    })
    this.calls = terminalCalls({ terminals: this.terminals, jobs: this.#jobs, sessions, platforms })
  }

  async load(): Promise<void> {
    await this.#takeOver()
    await Promise.all([this.terminals.load(), this.#jobs.load()])
  }

  /** Finishes open writes, so that the files can be copied or replaced. */
  settle(): Promise<void> {
    return this.terminals.settle()
  }

  /** Reads again what a backup brought. */
  async reload(): Promise<void> {
    await this.#takeOver()
    await Promise.all([this.terminals.reload(), this.#jobs.load()])
  }

  #takeOver(): Promise<void> {
    const { documents, logs } = this.#options
    return takeOver(documents, terminalLogs(logs), this.#outputs)
  }

  async dispose(): Promise<void> {
    this.#jobs.dispose()
    await this.terminals.dispose()
  }

  /** Adds a command to the history; one that begins with a blank is not remembered, as Bash's `ignorespace`. */
  #remember(entry: HistoryEntry): void {
    const { command, sandboxId } = entry
    if (command.trim() === '' || command.startsWith(' ')) return
    if (this.#last?.command === command && this.#last.sandboxId === sandboxId) return
    this.#last = entry
    void this.#options.logs.append(commandHistory, entry).catch(() => undefined)
  }
}
