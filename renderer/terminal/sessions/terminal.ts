import { z } from 'zod'
import { type Block, type BlockFilter, everything } from '../blocks/block.ts'

/** What is kept of a terminal besides its blocks. */
export const terminalSchema = z.object({
  id: z.string(),
  platform: z.string(),
  sandboxId: z.string(),
  /** The platform's name for the session. */
  session: z.string(),
  name: z.string(),
  env: z.record(z.string(), z.string()),
  remoteUser: z.string().optional(),
  /** Sends exactly the line and nothing else. */
  plain: z.boolean(),
  cwd: z.string().optional(),
  home: z.string().optional(),
  draft: z.string(),
  /** Lines that wait to be sent. */
  queue: z.array(z.string()),
  /** Number of the last block when this was written: a later one took its line from the queue since. */
  taken: z.number().optional(),
})
export type KeptTerminal = z.infer<typeof terminalSchema>

/**
 * `closed`: not opened since the page began. `paused`: the platform cannot be reached; lines wait.
 * `ended`: the shell is gone and can be created again.
 */
export type TerminalStatus = 'closed' | 'opening' | 'ready' | 'running' | 'paused' | 'ended'

export interface TerminalState extends KeptTerminal {
  readonly status: TerminalStatus
  /** Why it is paused or ended. */
  readonly problem?: string | undefined
  readonly blocks: readonly Block[]
  readonly filter: BlockFilter
  readonly selected?: number
  /** Blocks that ended while nobody looked. */
  readonly unseen: number
}

/**
 * A terminal as it was when the page went. A block is written when its line is taken, the queue a moment later: of a page that was
 * killed in between, the line is in both, and must not run again.
 */
export const restoredTerminal = (
  { taken, ...kept }: KeptTerminal,
  blocks: readonly Block[],
): TerminalState => ({
  ...kept,
  queue: kept.queue.slice(blocks.filter(({ number }) => number > (taken ?? Infinity)).length),
  status: 'closed',
  blocks,
  filter: everything,
  unseen: 0,
})

/** The part that is written to the disk. */
export const keptTerminal = (terminal: TerminalState): KeptTerminal =>
  terminalSchema.parse({ ...terminal, taken: terminal.blocks.at(-1)?.number ?? 0 })
