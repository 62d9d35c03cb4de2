import { z } from 'zod'

/** One run as the history has it. */
export const historyEntrySchema = z.object({
  id: z.string(),
  text: z.string(),
  connection: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  milliseconds: z.number(),
  outcome: z.enum(['rows', 'refused', 'failed', 'cancelled']),
  rows: z.number().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  limit: z.number().optional(),
  parameters: z.record(z.string(), z.unknown()).default({}),
  timeRange: z.object({ from: z.string().optional(), to: z.string().optional() }).optional(),
  /** Whether the rows were kept for comparing. */
  snapshot: z.boolean().default(false),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>

export interface HistoryRecord extends HistoryEntry {
  readonly sequence: number
}
