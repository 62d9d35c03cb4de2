import { z } from 'zod'
import { foregroundSchema } from '../sandbox/terminal-frames.ts'
import { failureSchema } from '../workbench/failure.ts'
import { blockSchema } from './block.ts'

/** Persisted state of a terminal, without its queue and blocks. */
export const storedTerminalSchema = z.object({
  id: z.string(),
  platform: z.string(),
  sandboxId: z.string(),
  /** The platform's session name. */
  session: z.string(),
  name: z.string(),
  env: z.record(z.string(), z.string()),
  remoteUser: z.string().optional(),
  /** Sends exactly the line and nothing else. */
  plain: z.boolean(),
  cwd: z.string().optional(),
  home: z.string().optional(),
  /** Unsent input. */
  draft: z.string(),
})
export type StoredTerminal = z.infer<typeof storedTerminalSchema>

/** A queued line. */
export const queuedLineSchema = z.object({
  id: z.string(),
  command: z.string(),
  window: z.string().optional(),
})
export type QueuedLine = z.infer<typeof queuedLineSchema>

/**
 * `closed`: the session is not open. `paused`: the platform is unreachable; lines are held. `ended`: the
 * shell exited and can be created again.
 */
const terminalStatusSchema = z.enum(['closed', 'opening', 'ready', 'running', 'paused', 'ended'])
export type TerminalStatus = z.infer<typeof terminalStatusSchema>

/** A terminal without its blocks. */
export const terminalSchema = storedTerminalSchema.extend({
  status: terminalStatusSchema,
  /** Queued lines, next one first. */
  queue: z.array(queuedLineSchema).readonly(),
  /** State of the foreground program, if the platform reports it. */
  foreground: foregroundSchema.optional(),
  /** Why it is paused or ended. */
  problem: failureSchema.optional(),
})
export type Terminal = z.infer<typeof terminalSchema>

export const terminalWithBlocksSchema = terminalSchema.extend({ blocks: z.array(blockSchema).readonly() })

/** A tab of a sandbox's terminals; shows one or more panes (`tab.ts`). */
const terminalTabSchema = z.object({
  id: z.string(),
  panes: z.array(z.string()).readonly(),
  direction: z.enum(['horizontal', 'vertical']),
  /** Panes grouped with the preceding one, across the tab's direction. */
  joined: z.array(z.string()).readonly().optional(),
})
export type TerminalTab = z.infer<typeof terminalTabSchema>

/** By `platform/sandbox`. */
export const tabsSchema = z.record(z.string(), z.array(terminalTabSchema).readonly())
export type Tabs = z.infer<typeof tabsSchema>

/** A background job of a session. */
export const jobSchema = z.object({
  id: z.string(),
  platform: z.string(),
  sandboxId: z.string(),
  command: z.string(),
  pid: z.number(),
  /** Output goes to `<base>.out`, the exit code to `<base>.code` when it ends. */
  base: z.string(),
  startedAt: z.number(),
  state: z.enum(['running', 'done', 'lost']),
  exitCode: z.number().nullable(),
})
export type Job = z.infer<typeof jobSchema>

/** A command in the history. */
export const historyEntrySchema = z.object({
  command: z.string(),
  sandboxId: z.string(),
  exitCode: z.number().nullable(),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>

/** Key of a sandbox: `platform/sandbox`. */
export const placeOf = ({ platform, sandboxId }: { platform: string; sandboxId: string }): string =>
  `${platform}/${sandboxId}`
