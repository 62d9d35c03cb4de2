import { z } from 'zod'
import { calledSchema } from '../workbench/areas/recents.ts'
import { defineCollection, defineDocument, defineLog } from './define.ts'

/** A run in the history. */
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
  /** Whether its rows were saved for comparison. */
  snapshot: z.boolean().default(false),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>

/** One record per run; append-only. */
export const historyLog = defineLog({ collection: 'query-history', entry: historyEntrySchema })

const historyRecordSchema = historyEntrySchema.extend({ sequence: z.number() })
export type HistoryRecord = z.infer<typeof historyRecordSchema>

/** Starred runs, stored complete to avoid searching a long history. Newest first. */
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
/** Columns and rows of a run. */
export type Snapshot = z.infer<typeof snapshotSchema>

/** Saved rows of runs, for comparison. */
export const snapshotsCollection = defineCollection({ collection: 'query-results', schema: snapshotSchema })

/** Runs with saved rows, newest first. */
export const snapshotIndex = defineDocument({
  collection: 'query',
  id: 'snapshots',
  schema: z.object({ runs: z.array(z.string()) }),
  initial: { runs: [] },
})

/** Parameter values as typed: JSON if it parses as JSON, text otherwise. */
const parametersSchema = z.record(z.string(), z.string())
export type Parameters = z.infer<typeof parametersSchema>

/** A saved query. `folder` is a path such as `services/health`; empty at the top level. */
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

/** Time range of a query, RFC 3339; an absent end is open. `preset` is a duration before now, such as `1h`. */
const timeRangeSchema = z.object({
  preset: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
})
export type TimeRange = z.infer<typeof timeRangeSchema>

/** An editor tab. */
const tabSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** The title in any language, while it is the app's own. */
  called: calledSchema.optional(),
  text: z.string(),
  /** Character offset of the cursor. */
  cursor: z.number().int().nonnegative().default(0),
  parameters: parametersSchema.default({}),
  /** Requested row limit instead of the server's default; the query's own `| limit` still applies. */
  limit: z.number().int().positive().optional(),
  timeRange: timeRangeSchema.optional(),
  /** The model server that the text was written for or last ran on. */
  connection: z.string().optional(),
  /** The saved query it was opened from. */
  saved: z.string().optional(),
  /** Query text that the tab's custom title applies to; for any other text the title is derived from the text. */
  asked: z.string().optional(),
  /**
   * Rows describing the entities that this exact text queries, used to filter the model's links. Not sent
   * with any other text.
   */
  entities: z.object({ header: z.array(z.string()), data: z.array(z.array(z.string())) }).optional(),
})
export type Tab = z.infer<typeof tabSchema>

/** All tabs of the bench and the active one; empty before the first write. */
const tabsSchema = z.object({ version: z.literal(1), active: z.string(), tabs: z.array(tabSchema).min(1) })
type TabsValue = z.infer<typeof tabsSchema>

export const tabsDocument = defineDocument<TabsValue | undefined>({
  collection: 'query',
  id: 'tabs',
  version: 1,
  schema: tabsSchema.optional(),
  initial: undefined,
})
