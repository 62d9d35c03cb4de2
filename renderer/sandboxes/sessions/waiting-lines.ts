import { z } from 'zod'
import { workbench } from '../../app/workbench.ts'
import type { Block } from '../blocks/block.ts'
import { openWindows, thisWindow } from '../../app/open-windows.ts'
import { terminalSchema, type TerminalState } from './terminal.ts'

/**
 * The lines that wait are those of the window they were typed in: it alone sends them, however many windows show the terminal.
 * They are kept beside the terminal, so that another window takes them over when theirs is gone.
 */

const COLLECTION = 'terminal-lines'

const linesSchema = z.object({
  terminal: z.string(),
  window: z.string(),
  lines: z.array(z.string()),
  /** Number of the last block when this was written: a later one of the same window took its line from these since. */
  taken: z.number(),
})
export type KeptLines = z.infer<typeof linesSchema>

/** Before lines were kept by window they stood in the terminal's own document. */
const formerSchema = terminalSchema.extend({
  queue: z.array(z.string()),
  taken: z.number().default(Infinity),
})

const nameOf = (terminal: string, window: string): string => `${terminal}-${window}`

/** Terminals of this window whose lines are on the disk. */
const written = new Set<string>()

/** What is written of a terminal's lines. */
export const keptLines = ({ id, queue, blocks }: TerminalState): KeptLines => ({
  terminal: id,
  window: thisWindow,
  lines: [...queue],
  taken: blocks.at(-1)?.number ?? 0,
})

/** Writes the lines that wait in this window, or that none does any more. */
export async function writeLines(terminal: TerminalState): Promise<void> {
  const { id, queue } = terminal
  if (queue.length === 0) return forgetLines(id)
  written.add(id)
  await workbench.call('store.write', {
    collection: COLLECTION,
    id: nameOf(id, thisWindow),
    value: keptLines(terminal),
  })
}

/** Removes the lines of a terminal in which none waits any more, or that is closed for good. */
export async function forgetLines(id: string): Promise<void> {
  if (written.delete(id))
    await workbench.call('store.remove', { collection: COLLECTION, id: nameOf(id, thisWindow) })
}

/**
 * The lines that are still to be sent. A block is written when its line is taken, the lines a moment later: of a page that was
 * killed in between, the line is in both, and must not run again.
 */
export function linesLeft({ lines, taken, window }: KeptLines, blocks: readonly Block[]): string[] {
  const since = blocks.filter((block) => block.number > taken && (block.window ?? window) === window)
  return lines.slice(since.length)
}

/** Lines of windows that are gone, with the document that holds them. */
async function orphans(): Promise<readonly { readonly kept: KeptLines; readonly id: string }[]> {
  const documents = await workbench.call('store.list', { collection: COLLECTION })
  const isOpen = await openWindows()
  return documents.flatMap(({ id, value }) => {
    const { data: kept } = linesSchema.safeParse(value)
    return kept && !isOpen(kept.window) ? [{ kept, id }] : []
  })
}

/** The lines in a terminal's document of before; none in one of now. */
export function formerLines(value: unknown): KeptLines | undefined {
  const { data: former } = formerSchema.safeParse(value)
  if (!former || former.queue.length === 0) return undefined
  return { terminal: former.id, window: '', lines: former.queue, taken: former.taken }
}

/** Gives the lines of windows that are gone to the terminals of this one. To be called by one window at a time. */
export async function takeOver(
  terminals: Readonly<Record<string, TerminalState>>,
  former: readonly KeptLines[],
): Promise<Readonly<Record<string, TerminalState>>> {
  const left = await orphans()
  const all = [...former, ...left.map(({ kept }) => kept)]
  const heirs = Object.entries(terminals).map(([id, terminal]): [string, TerminalState] => {
    const lines = all
      .filter((kept) => kept.terminal === id)
      .flatMap((kept) => linesLeft(kept, terminal.blocks))
    return [id, lines.length === 0 ? terminal : { ...terminal, queue: [...terminal.queue, ...lines] }]
  })
  for (const [, terminal] of heirs) await writeLines(terminal)
  // Only now: what is written twice for a moment is not lost.
  for (const { id } of left) await workbench.call('store.remove', { collection: COLLECTION, id })
  return Object.fromEntries(heirs)
}
