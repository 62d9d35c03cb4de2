import { z } from 'zod'
import { type Block, blockSchema, MAX_BLOCKS, momentSchema } from '#shared/terminals/block.ts'
import {
  type StoredTerminal,
  storedTerminalSchema,
  type QueuedLine,
  queuedLineSchema,
} from '#shared/terminals/terminal.ts'
import { failureSchema } from '#shared/workbench/failure.ts'
import type { OutputNote } from './output-files.ts'

/** The entries of a terminal's log, which its state is restored from. */
const terminalEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('terminal'), terminal: storedTerminalSchema }),
  z.object({ kind: z.literal('queued'), line: queuedLineSchema }),
  z.object({ kind: z.literal('cancelled'), line: z.string() }),
  /** A queued line was taken and is being sent, in a single entry: it is never both queued and running. */
  z.object({ kind: z.literal('begun'), block: blockSchema }),
  /** It was certainly never run, so it returns to the front of the queue. */
  z.object({ kind: z.literal('withdrawn'), number: z.number(), line: queuedLineSchema }),
  z.object({
    kind: z.literal('ended'),
    number: z.number(),
    state: blockSchema.shape.state,
    exitCode: z.number().nullable(),
    milliseconds: z.number().optional(),
    problem: failureSchema.optional(),
    characters: z.number(),
    lines: z.number(),
    dropped: z.number(),
    moments: z.array(momentSchema).readonly(),
  }),
  z.object({
    kind: z.literal('marked'),
    numbers: z.array(z.number()),
    bookmarked: z.boolean().optional(),
    collapsed: z.boolean().optional(),
  }),
])
export type TerminalEntry = z.infer<typeof terminalEntrySchema>

/** The state that a terminal's entries result in. */
export interface TerminalHistory {
  terminal: StoredTerminal
  queue: readonly QueuedLine[]
  blocks: readonly Block[]
  /** Of the finished blocks, by number. */
  notes: ReadonlyMap<number, OutputNote>
}

/** Storage for the entries of terminals. An acknowledged entry survives the process. */
export interface TerminalLogs {
  /** Every terminal that has entries. */
  ids(): Promise<readonly string[]>
  read(id: string): Promise<readonly unknown[]>
  append(id: string, entry: TerminalEntry): Promise<void>
  /** Replaces all entries. */
  replace(id: string, entries: readonly TerminalEntry[]): Promise<void>
  remove(id: string): Promise<void>
}

/** Replays the entries of a terminal; undefined if none of them describes the terminal. Entries of an unknown shape are skipped. */
export function historyOf(entries: readonly unknown[]): TerminalHistory | undefined {
  let history: TerminalHistory | undefined
  for (const value of entries) {
    const { data: entry } = terminalEntrySchema.safeParse(value)
    if (entry?.kind === 'terminal' && !history)
      history = { terminal: entry.terminal, queue: [], blocks: [], notes: new Map() }
    else if (entry && history) history = { ...history, ...after(history, entry) }
  }
  return history
}

/** Applies an entry. */
export function after(
  { queue, blocks, notes }: TerminalHistory,
  entry: TerminalEntry,
): Partial<TerminalHistory> {
  switch (entry.kind) {
    case 'terminal':
      return { terminal: entry.terminal }
    case 'queued':
      return { queue: [...queue, entry.line] }
    case 'cancelled':
      return { queue: queue.filter(({ id }) => id !== entry.line) }
    case 'begun':
      return {
        queue: queue.filter(({ id }) => id !== entry.block.line),
        blocks: [...blocks, entry.block].slice(-MAX_BLOCKS),
      }
    case 'withdrawn':
      return {
        queue: [entry.line, ...queue],
        blocks: blocks.filter(({ number }) => number !== entry.number),
      }
    case 'ended': {
      const { kind: _, number, dropped, moments, ...outcome } = entry
      return {
        blocks: blocks.map((block) => (block.number === number ? { ...block, ...outcome } : block)),
        notes: new Map(notes).set(number, { dropped, moments }),
      }
    }
    case 'marked': {
      const { numbers, bookmarked, collapsed } = entry
      const marked = (block: Block): Block => ({
        ...block,
        bookmarked: bookmarked ?? block.bookmarked,
        collapsed: collapsed ?? block.collapsed,
      })
      return { blocks: blocks.map((block) => (numbers.includes(block.number) ? marked(block) : block)) }
    }
  }
}

/** The shortest list of entries with the same result. */
export function entriesOf({ terminal, queue, blocks, notes }: TerminalHistory): TerminalEntry[] {
  return [
    { kind: 'terminal', terminal },
    ...blocks.flatMap((block): TerminalEntry[] => {
      const { number, state, exitCode, milliseconds, problem, characters, lines } = block
      const note = notes.get(number)
      const begun: TerminalEntry = { kind: 'begun', block }
      if (state === 'running' || !note) return [begun]
      const outcome = { state, exitCode, milliseconds, problem, characters, lines, ...note }
      return [begun, { kind: 'ended', number, ...outcome }]
    }),
    ...queue.map((line): TerminalEntry => ({ kind: 'queued', line })),
  ]
}
