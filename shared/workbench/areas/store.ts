import { z } from 'zod'
import { documentName as storeName } from '#shared/documents/define.ts'
import { event, procedure } from '../procedure.ts'
import { logRecordSchema } from './documents.ts'

const inCollection = z.object({ collection: storeName })
const one = inCollection.extend({ id: storeName })

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
