import { z } from 'zod'
import { defineCollection, defineDocument, defineLog } from './define.ts'

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

/** One record per run; it only grows. */
export const historyLog = defineLog({ collection: 'query-history', entry: historyEntrySchema })

const historyRecordSchema = historyEntrySchema.extend({ sequence: z.number() })
export type HistoryRecord = z.infer<typeof historyRecordSchema>

/** Runs that a person marked, kept whole so that they need no search in a long history. Newest first. */
export const starsDocument = defineDocument({
  collection: 'query',
  id: 'stars',
  schema: z.object({ entries: z.array(historyRecordSchema) }),
  initial: { entries: [] },
})

const snapshotSchema = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), z.unknown())),
})
/** Columns and rows of a run, as they were. */
export type Snapshot = z.infer<typeof snapshotSchema>

/** Rows of runs, for comparing two of them. */
export const snapshotsCollection = defineCollection({ collection: 'query-results', schema: snapshotSchema })

/** The runs whose rows are kept, newest first. */
export const snapshotIndex = defineDocument({
  collection: 'query',
  id: 'snapshots',
  schema: z.object({ runs: z.array(z.string()) }),
  initial: { runs: [] },
})

/** A parameter's value as it was typed: JSON where it parses as JSON, text otherwise. */
export const parametersSchema = z.record(z.string(), z.string())
export type Parameters = z.infer<typeof parametersSchema>

/** A query worth keeping. `folder` is a path such as `services/health`; the empty one is the top. */
export const savedQuerySchema = z.object({
  id: z.string(),
  name: z.string().min(1),
  folder: z.string().default(''),
  description: z.string().default(''),
  text: z.string(),
  parameters: parametersSchema.default({}),
})
export type SavedQuery = z.infer<typeof savedQuerySchema>

export const savedQueries = defineCollection({ collection: 'saved-queries', schema: savedQuerySchema })

/** From and to of a query, RFC 3339; an absent end is open. `preset` is a span that ends now, such as `1h`. */
const timeRangeSchema = z.object({
  preset: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
})
export type TimeRange = z.infer<typeof timeRangeSchema>

/** One page of the editor. */
const tabSchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  /** Character offset of the cursor. */
  cursor: z.number().int().nonnegative().default(0),
  parameters: parametersSchema.default({}),
  /** Asked of the server instead of its default; the query's own `| limit` still applies. */
  limit: z.number().int().positive().optional(),
  timeRange: timeRangeSchema.optional(),
  /** The saved query that this tab was opened from. */
  saved: z.string().optional(),
  /** The text that came with a title of its own; another text is called by its own words. */
  asked: z.string().optional(),
  /** What is known of the entities that this text asks about: by it links of the model are filtered. Another text is asked without. */
  entities: z.object({ header: z.array(z.string()), data: z.array(z.array(z.string())) }).optional(),
})
export type Tab = z.infer<typeof tabSchema>

/** All tabs of the bench and which one was in front last; none before anything was written. */
const tabsSchema = z.object({ version: z.literal(1), active: z.string(), tabs: z.array(tabSchema).min(1) })
type TabsValue = z.infer<typeof tabsSchema>

export const tabsDocument = defineDocument<TabsValue | undefined>({
  collection: 'query',
  id: 'tabs',
  version: 1,
  schema: tabsSchema.optional(),
  initial: undefined,
})
