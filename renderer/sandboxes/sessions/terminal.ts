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
})
export type KeptTerminal = z.infer<typeof terminalSchema>

/**
 * `closed`: not opened since the page began. `paused`: the platform cannot be reached; lines wait.
 * `ended`: the shell is gone and can be created again.
 */
export type TerminalStatus = 'closed' | 'opening' | 'ready' | 'running' | 'paused' | 'ended'

export interface TerminalState extends KeptTerminal {
  readonly status: TerminalStatus
  /** Lines that this window is to send, one after the other. */
  readonly queue: readonly string[]
  /** Why it is paused or ended. */
  readonly problem?: string | undefined
  readonly blocks: readonly Block[]
  readonly filter: BlockFilter
  readonly selected?: number
  /** Blocks that ended while nobody looked. */
  readonly unseen: number
}

/** A terminal as it was when the page went. */
export const restoredTerminal = (kept: KeptTerminal, blocks: readonly Block[]): TerminalState => ({
  ...kept,
  queue: [],
  status: 'closed',
  blocks,
  filter: everything,
  unseen: 0,
})

/** The part that is written to the disk. */
export const keptTerminal = (terminal: TerminalState): KeptTerminal => terminalSchema.parse(terminal)
