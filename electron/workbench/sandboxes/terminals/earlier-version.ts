import { z } from 'zod'
import { defineCollection } from '#shared/documents/define.ts'
import { type Block, blockSchema, MAX_BLOCKS, type Output, outputSchema } from '#shared/terminals/block.ts'
import { keptTerminalSchema, type QueuedLine } from '#shared/terminals/terminal.ts'
import type { Documents } from '../../documents/documents.ts'
import type { OutputFiles, OutputNote } from './output-files.ts'
import { entriesOf, type TerminalLogs } from './terminal-log.ts'

/** Documents as Orrery 0.1.0 kept them: one for each terminal, one for each block, one for the lines of each window. */
const kindOf = (collection: string) => defineCollection({ collection, schema: z.unknown() })

const TERMINALS = 'terminals'
const LINES = 'terminal-lines'
const blocksOf = (id: string): string => `terminal-blocks.${id}`

/** The lines of a window; before that they stood in the terminal's own document. */
const linesSchema = z.object({
  terminal: z.string(),
  window: z.string(),
  lines: z.array(z.string()),
  /** Number of the last block when this was written: a later one of the same window took its line from these since. */
  taken: z.number(),
})
const earlierTerminal = keptTerminalSchema.extend({
  queue: z.array(z.string()).default([]),
  taken: z.number().default(Infinity),
})

const countOf = ({ head, tail, dropped }: Output): { characters: number; lines: number } => ({
  characters: head.length + tail.length + dropped,
  lines: (head + tail).split('\n').length - 1,
})

/** A block held its output, and a sentence where something was wrong. */
const earlierBlock = blockSchema
  .omit({ problem: true, characters: true, lines: true })
  .extend({ output: outputSchema, problem: z.string().optional() })
  .transform(({ output, problem, ...block }): { output: Output; block: Block } => ({
    output,
    block: {
      ...block,
      ...countOf(output),
      ...(problem === undefined ? {} : { problem: { code: 'PLATFORM_REFUSED', message: problem } }),
    },
  }))

/** Takes over the terminals of an earlier version: everything of a terminal is in its log before its documents go. */
export async function takeOver(
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
