import { z } from 'zod'
import { failureSchema } from '../workbench/failure.ts'

/** Blocks kept per terminal; older ones are removed with their output, and the list says so. */
export const MAX_BLOCKS = 300

/** One command of a terminal with everything that is known of it but its output. */
export const blockSchema = z.object({
  /** Counts up within its terminal. */
  number: z.number().int(),
  command: z.string(),
  /** The name that its line had while it waited. */
  line: z.string().optional(),
  cwd: z.string().optional(),
  /** Unix milliseconds. */
  startedAt: z.number(),
  /** `lost`: how it ended is unknown. */
  state: z.enum(['running', 'done', 'lost']),
  /** Null where the platform does not know it. */
  exitCode: z.number().nullable(),
  milliseconds: z.number().optional(),
  /** The window that sent it: the one that tells the person of its end. */
  window: z.string().optional(),
  /** Why there is no exit code. A lost block without one ran when the workbench ended. */
  problem: failureSchema.optional(),
  /** Not a command: what jobs of earlier ones printed between two commands. */
  background: z.boolean().optional(),
  bookmarked: z.boolean(),
  collapsed: z.boolean(),
  /** Characters and lines that it printed, also those that were not kept; counted at its end. */
  characters: z.number().int(),
  lines: z.number().int(),
})
export type Block = z.infer<typeof blockSchema>

/** When how much had arrived: milliseconds since the command began, and characters. */
export const momentSchema = z.tuple([z.number(), z.number()])
export type Moment = z.infer<typeof momentSchema>

/** What is kept of a command's output: its beginning and, where that is not all, its end. */
export const outputSchema = z.object({
  head: z.string(),
  tail: z.string(),
  /** Characters left out between head and tail. */
  dropped: z.number(),
  moments: z.array(momentSchema).readonly(),
})
export type Output = z.infer<typeof outputSchema>

export const noOutput: Output = { head: '', tail: '', dropped: 0, moments: [] }

/** Everything that was kept as one text; `gap` stands for what was left out. */
export const wholeOutput = ({ head, tail, dropped }: Output, gap: (characters: number) => string): string =>
  dropped > 0 ? `${head}${gap(dropped)}${tail}` : head + tail

/** Whether a command ended badly: a code other than 0, a refusal, or a connection that broke under it. */
export const hasFailed = ({ state, exitCode, problem }: Block): boolean =>
  state === 'lost' || problem !== undefined || (exitCode !== null && exitCode !== 0)

/** Which blocks are shown. */
export const filterSchema = z.object({ text: z.string(), failed: z.boolean(), bookmarked: z.boolean() })
export type BlockFilter = z.infer<typeof filterSchema>

export const everything: BlockFilter = { text: '', failed: false, bookmarked: false }

/** Whether a filter lets a block through, by what is known without its output. */
export const passesMarks = (block: Block, { failed, bookmarked }: BlockFilter): boolean =>
  (!failed || hasFailed(block)) && (!bookmarked || block.bookmarked)
