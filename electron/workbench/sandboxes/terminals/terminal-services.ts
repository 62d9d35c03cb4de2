import { z } from 'zod'
import { defineDocument, defineCollection } from '#shared/documents/define.ts'
import { commandHistory } from '#shared/documents/sandboxes.ts'
import {
  type HistoryEntry,
  type Job,
  jobSchema,
  tabsSchema,
  storedTerminalSchema,
  type QueuedLine,
} from '#shared/terminals/terminal.ts'
import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import { type Block, blockSchema, MAX_BLOCKS, type Output, outputSchema } from '#shared/terminals/block.ts'
import type { Documents } from '../../documents/documents.ts'
import type { Logs } from '../../documents/logs.ts'
import type { Platforms } from '../platforms.ts'
import { describeSandbox } from '../sandbox-record.ts'
import { Sessions } from '../sessions.ts'
import { Jobs } from './jobs.ts'
import { OutputFiles, type OutputNote } from './output-files.ts'
import { terminalCalls } from './terminal-calls.ts'
import { type TerminalLogs, entriesOf } from './terminal-log.ts'
import { type Layout, Terminals } from './terminals.ts'

/** Documents of Orrery 0.1.0: one per terminal, one per block, and one for the lines of each window. */
const kindOf = (collection: string) => defineCollection({ collection, schema: z.unknown() })

const TERMINALS = 'terminals'
const LINES = 'terminal-lines'
const blocksOf = (id: string): string => `terminal-blocks.${id}`

/** The lines of a window; earlier still, they were in the terminal's document. */
const linesSchema = z.object({
  terminal: z.string(),
  window: z.string(),
  lines: z.array(z.string()),
  /** Number of the last block at the time of writing: a later block of the same window took its line from these. */
  taken: z.number(),
})
const earlierTerminal = storedTerminalSchema.extend({
  queue: z.array(z.string()).default([]),
  taken: z.number().default(Infinity),
})

const countOf = ({ head, tail, dropped }: Output): { characters: number; lines: number } => ({
  characters: head.length + tail.length + dropped,
  lines: (head + tail).split('\n').length - 1,
})

/** A block used to contain its output, and a sentence if something was wrong. */
const earlierBlock = blockSchema
  .omit({ problem: true, characters: true, lines: true })
  .extend({ output: outputSchema, problem: z.string().optional() })
  .transform(({ output, problem, ...block }): { output: Output; block: Block } => ({
    output,
    block: {
      ...block,
      ...countOf(output),
      problem: problem === undefined ? undefined : { code: 'PLATFORM_REFUSED', message: problem },
    },
  }))

/**
 * Migrates the terminals of an earlier version: a terminal's documents are removed only after its log is complete.
 */
export async function migrateTerminals(
  documents: Documents,
  logs: TerminalLogs,
  outputs: OutputFiles,
): Promise<void> {
  const earlier = await documents.list(kindOf(TERMINALS))
  if (earlier.length === 0) return
  const remove = (collection: string, id: string): Promise<void> =>
    documents.update(kindOf(collection), { collection, id }, () => undefined)
  const known = new Set(await logs.ids())
  const lines = (await documents.list(kindOf(LINES))).flatMap(({ id, value }) => {
    const { data } = linesSchema.safeParse(value)
    return data ? [{ id, ...data }] : []
  })
  for (const { id, value } of earlier) {
    const { data } = earlierTerminal.safeParse(value)
    if (data?.id !== id) continue
    const { queue, taken, ...terminal } = data
    const read = (await documents.list(kindOf(blocksOf(id)))).flatMap((document) => {
      const block = earlierBlock.safeParse(document.value).data
      return block ? [{ document: document.id, ...block }] : []
    })
    const printed = read.toSorted((a, b) => a.block.number - b.block.number).slice(-MAX_BLOCKS)
    const blocks = printed.map(({ block }) => block)
    const waiting = [
      { terminal: id, window: undefined, lines: queue, taken },
      ...lines.filter((one) => one.terminal === id),
    ].flatMap((one) => {
      const taken = blocks.filter(
        (block) => block.number > one.taken && (block.window ?? one.window) === one.window,
      )
      return one.lines.slice(taken.length)
    })
    if (!known.has(id)) {
      for (const { block, output } of printed) await outputs.write(id, block.number, output)
      const notes = new Map<number, OutputNote>(printed.map(({ block, output }) => [block.number, output]))
      await logs.replace(id, entriesOf({ terminal, queue: waiting.map(asLine), blocks, notes }))
    }
    for (const { document } of read) await remove(blocksOf(id), document)
    for (const one of lines) if (one.terminal === id) await remove(LINES, one.id)
    await remove(TERMINALS, id)
  }
}

const asLine = (command: string, index: number): QueuedLine => ({ id: `earlier-${index}`, command })

const LOGS = 'terminals'

/** The tabs of all sandboxes' terminals, and the one selected last. */
export const layoutDocument = defineDocument<Layout>({
  collection: 'terminal-layout',
  id: 'tabs',
  schema: z.object({ tabs: tabsSchema, activeTab: z.record(z.string(), z.string()) }),
  initial: { tabs: {}, activeTab: {} },
})

/** Commands that run or ran in the background of sessions. */
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

interface ServicesOptions {
  readonly platforms: Platforms
  readonly documents: Documents
  readonly logs: Logs
  /** Folder of the outputs. */
  readonly folder: string
  readonly emit: WorkbenchEmit
}

/** Terminals and jobs, with their storage. */
export class TerminalServices {
  readonly terminals: Terminals
  readonly calls: AreaHandlers<'terminals'>
  readonly #options: ServicesOptions
  readonly #jobs: Jobs
  readonly #outputs: OutputFiles
  #last: HistoryEntry | undefined

  constructor(options: ServicesOptions) {
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
    await this.#migrate()
    await Promise.all([this.terminals.load(), this.#jobs.load()])
  }

  /** Flushes pending writes, so that the files can be copied or replaced. */
  settle(): Promise<void> {
    return this.terminals.settle()
  }

  /** Reloads the data that a backup restored. */
  async reload(): Promise<void> {
    await this.#migrate()
    await Promise.all([this.terminals.reload(), this.#jobs.load()])
  }

  #migrate(): Promise<void> {
    const { documents, logs } = this.#options
    return migrateTerminals(documents, terminalLogs(logs), this.#outputs)
  }

  async dispose(): Promise<void> {
    this.#jobs.dispose()
    await this.terminals.dispose()
  }

  /** Adds a command to the history, except one that starts with a space, as with Bash's `ignorespace`. */
  #remember(entry: HistoryEntry): void {
    const { command, sandboxId } = entry
    if (command.trim() === '' || command.startsWith(' ')) return
    if (this.#last?.command === command && this.#last.sandboxId === sandboxId) return
    this.#last = entry
    void this.#options.logs.append(commandHistory, entry).catch(() => undefined)
  }
}
