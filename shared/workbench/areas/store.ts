import { z } from 'zod'
import { event, procedure } from '../procedure.ts'

/** Collection and document names become file names, so they are plain. */
export const storeName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,119}$/i, 'letters, digits, dots, dashes and underscores')

const inCollection = z.object({ collection: storeName })
const one = inCollection.extend({ id: storeName })

/** One line of a log: what was appended, and its place in the file. */
export const logRecordSchema = z.object({ sequence: z.number().int(), at: z.number(), value: z.unknown() })
export type LogRecord = z.infer<typeof logRecordSchema>

/**
 * What the page keeps: documents (one JSON file each, written atomically) and logs (JSON Lines, appended). The core does not
 * know their shapes; whoever reads one validates it. An acknowledged write is on the disk.
 */
export const store = {
  read: procedure({ input: one, output: z.object({ value: z.unknown(), found: z.boolean() }) }),
  write: procedure({ input: one.extend({ value: z.unknown() }), output: z.null() }),
  remove: procedure({ input: one, output: z.null() }),
  list: procedure({
    input: inCollection,
    output: z.array(z.object({ id: z.string(), modified: z.number(), value: z.unknown() })),
  }),
  append: procedure({
    input: z.object({ log: storeName, value: z.unknown() }),
    output: z.object({ sequence: z.number().int() }),
  }),
  /** The newest records first; `search` matches any part of the record's JSON, case-insensitively. */
  tail: procedure({
    input: z.object({
      log: storeName,
      limit: z.number().int().positive().max(10_000).default(200),
      before: z.number().int().optional(),
      search: z.string().optional(),
    }),
    output: z.array(logRecordSchema),
  }),
  changed: event(one),
}
