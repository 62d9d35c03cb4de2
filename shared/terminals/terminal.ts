import { z } from 'zod'
import { foregroundSchema } from '../sandbox/terminal-frames.ts'
import { failureSchema } from '../workbench/failure.ts'
import { blockSchema } from './block.ts'

/** What is kept of a terminal besides its lines and its blocks. */
export const keptTerminalSchema = z.object({
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
  /** What was typed last and not sent. */
  draft: z.string(),
})
export type KeptTerminal = z.infer<typeof keptTerminalSchema>

/** A line that waits to be sent. */
export const queuedLineSchema = z.object({
  id: z.string(),
  command: z.string(),
  window: z.string().optional(),
})
export type QueuedLine = z.infer<typeof queuedLineSchema>

/**
 * `closed`: its session is not open. `paused`: the platform cannot be reached; lines wait. `ended`: the shell is gone and can be
 * created again.
 */
export const terminalStatusSchema = z.enum(['closed', 'opening', 'ready', 'running', 'paused', 'ended'])
export type TerminalStatus = z.infer<typeof terminalStatusSchema>

/** A terminal without its blocks. */
export const terminalSchema = keptTerminalSchema.extend({
  status: terminalStatusSchema,
  /** Lines that wait, the next one first. */
  queue: z.array(queuedLineSchema).readonly(),
  /** How the program that runs stands in its terminal, where the platform reports it. */
  foreground: foregroundSchema.optional(),
  /** Why it is paused or ended. */
  problem: failureSchema.optional(),
})
export type Terminal = z.infer<typeof terminalSchema>

export const terminalWithBlocksSchema = terminalSchema.extend({ blocks: z.array(blockSchema).readonly() })

/** Tabs of a sandbox's terminals; a tab shows one or more beside each other (`tab.ts`). */
export const terminalTabSchema = z.object({
  id: z.string(),
  panes: z.array(z.string()).readonly(),
  direction: z.enum(['horizontal', 'vertical']),
  /** Panes that stand with the one before them, across the direction. */
  joined: z.array(z.string()).readonly().optional(),
})
export type TerminalTab = z.infer<typeof terminalTabSchema>

/** By `platform/sandbox`. */
export const tabsSchema = z.record(z.string(), z.array(terminalTabSchema).readonly())
export type Tabs = z.infer<typeof tabsSchema>

/** A command that runs in the background of a session. */
export const jobSchema = z.object({
  id: z.string(),
  platform: z.string(),
  sandboxId: z.string(),
  command: z.string(),
  pid: z.number(),
  /** Output goes to `<base>.out`, the exit code to `<base>.code` once it is over. */
  base: z.string(),
  startedAt: z.number(),
  state: z.enum(['running', 'done', 'lost']),
  exitCode: z.number().nullable(),
})
export type Job = z.infer<typeof jobSchema>

/** A command of the history. */
export const historyEntrySchema = z.object({
  command: z.string(),
  sandboxId: z.string(),
  exitCode: z.number().nullable(),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>

/** `platform/sandbox`, under which tabs are kept and a sandbox is shown. */
export const placeOf = ({ platform, sandboxId }: { platform: string; sandboxId: string }): string =>
  `${platform}/${sandboxId}`
