import { z } from 'zod'
import { failureSchema } from '../workbench/failure.ts'

/** Maximum blocks per terminal; older ones are removed with their output, and the list says so. */
export const MAX_BLOCKS = 300

/** A command of a terminal with everything but its output. */
export const blockSchema = z.object({
  /** Sequential within its terminal. */
  number: z.number().int(),
  command: z.string(),
  /** The id its line had in the queue. */
  line: z.string().optional(),
  cwd: z.string().optional(),
  /** Unix milliseconds. */
  startedAt: z.number(),
  /** `lost`: its outcome is unknown. */
  state: z.enum(['running', 'done', 'lost']),
  /** Null if the platform does not report it. */
  exitCode: z.number().nullable(),
  milliseconds: z.number().optional(),
  /** The window that submitted it, which notifies the user when it ends. */
  window: z.string().optional(),
  /** Why there is no exit code. A lost block without a problem was running when the workbench exited. */
  problem: failureSchema.optional(),
  /** Not a command: output of background jobs between two commands. */
  background: z.boolean().optional(),
  bookmarked: z.boolean(),
  collapsed: z.boolean(),
  /** Characters and lines printed, including output not kept; set at its end. */
  characters: z.number().int(),
  lines: z.number().int(),
})
export type Block = z.infer<typeof blockSchema>

/** An output timestamp: milliseconds since the command began, and characters received by then. */
export const momentSchema = z.tuple([z.number(), z.number()])
export type Moment = z.infer<typeof momentSchema>

/** Stored output of a command: its beginning and, if truncated, its end. */
export const outputSchema = z.object({
  head: z.string(),
  tail: z.string(),
  /** Characters omitted between head and tail. */
  dropped: z.number(),
  moments: z.array(momentSchema).readonly(),
})
export type Output = z.infer<typeof outputSchema>

export const noOutput: Output = { head: '', tail: '', dropped: 0, moments: [] }

/** Joins the stored output to one text; `gap` formats the omission. */
export const wholeOutput = ({ head, tail, dropped }: Output, gap: (characters: number) => string): string =>
  dropped > 0 ? `${head}${gap(dropped)}${tail}` : head + tail

/** Whether a command failed: a nonzero exit code, a refusal, or a lost connection. */
export const hasFailed = ({ state, exitCode, problem }: Block): boolean =>
  state === 'lost' || problem !== undefined || (exitCode !== null && exitCode !== 0)

/** Filter for blocks. */
export const filterSchema = z.object({ text: z.string(), failed: z.boolean(), bookmarked: z.boolean() })
export type BlockFilter = z.infer<typeof filterSchema>

export const everything: BlockFilter = { text: '', failed: false, bookmarked: false }

/** Whether a block passes the parts of a filter that do not need its output. */
export const passesMarks = (block: Block, { failed, bookmarked }: BlockFilter): boolean =>
  (!failed || hasFailed(block)) && (!bookmarked || block.bookmarked)
