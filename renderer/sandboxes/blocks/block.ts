import { z } from 'zod'

const output = z.object({
  head: z.string(),
  tail: z.string(),
  dropped: z.number(),
  moments: z.array(z.tuple([z.number(), z.number()])).readonly(),
})

/** One command with everything that is known of it; also the form in which it is kept on the disk. */
export const blockSchema = z.object({
  /** Counts up within its terminal. */
  number: z.number().int(),
  command: z.string(),
  cwd: z.string().optional(),
  /** Unix milliseconds. */
  startedAt: z.number(),
  state: z.enum(['running', 'done', 'lost']),
  /** Null where the platform does not know it. */
  exitCode: z.number().nullable(),
  milliseconds: z.number().optional(),
  /** The window that sent it. */
  window: z.string().optional(),
  /** Why there is no exit code, in the platform's words. */
  problem: z.string().optional(),
  bookmarked: z.boolean(),
  collapsed: z.boolean(),
  output,
})
export type Block = z.infer<typeof blockSchema>

/** Whether a command ended badly: a code other than 0, a refusal, or a connection that broke under it. */
export const hasFailed = ({ state, exitCode, problem }: Block): boolean =>
  state === 'lost' || problem !== undefined || (exitCode !== null && exitCode !== 0)

export interface BlockFilter {
  readonly text: string
  readonly failed: boolean
  readonly bookmarked: boolean
}

export const everything: BlockFilter = { text: '', failed: false, bookmarked: false }

export const filters = ({ text, failed, bookmarked }: BlockFilter): boolean =>
  text !== '' || failed || bookmarked

/** Whether a filter lets a block through; text is looked for in the command and its output. */
export function passes(block: Block, { text, failed, bookmarked }: BlockFilter): boolean {
  if (failed && !hasFailed(block)) return false
  if (bookmarked && !block.bookmarked) return false
  if (text === '') return true
  const needle = text.toLowerCase()
  const { head, tail } = block.output
  return [block.command, head, tail].some((part) => part.toLowerCase().includes(needle))
}

/** The next block in a direction that satisfies a condition, beginning beside `from` and without going round. */
export function nextBlock(
  blocks: readonly Block[],
  from: number | undefined,
  direction: 1 | -1,
  wanted: (block: Block) => boolean = () => true,
): Block | undefined {
  const candidates = direction === 1 ? blocks : blocks.toReversed()
  return candidates.find(
    (block) =>
      wanted(block) && (from === undefined || (direction === 1 ? block.number > from : block.number < from)),
  )
}

/** `850 ms`, `3.2 s`, `2 min 05 s`, `1 h 02 min`. */
export function showDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** A path with the home directory as `~`. */
export const showFolder = (path: string | undefined, home: string | undefined): string => {
  if (path === undefined) return ''
  if (home && home !== '/' && (path === home || path.startsWith(`${home}/`)))
    return `~${path.slice(home.length)}`
  return path
}
