import { z } from 'zod'
import { defineDocument } from './define.ts'

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

const historyRecordSchema = historyEntrySchema.extend({ sequence: z.number() })
export type HistoryRecord = z.infer<typeof historyRecordSchema>

/** Runs that a person marked, kept whole so that they need no search in a long history. Newest first. */
export const starsDocument = defineDocument({
  collection: 'query',
  id: 'stars',
  schema: z.object({ entries: z.array(historyRecordSchema) }),
  initial: { entries: [] },
})
