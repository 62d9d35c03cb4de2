import { z } from 'zod'
import { documentName, logRefSchema, refSchema } from '#shared/documents/define.ts'
import { editSchema } from '#shared/documents/edit.ts'
import { event, procedure } from '../procedure.ts'

/**
 * Id of the state after a change. Chosen by the client, so that it can base further changes on it before the
 * answer arrives.
 */
const version = z.string().min(1).max(100)

/** Current state of a document; `value` is absent if it was never written. */
const snapshotSchema = z.object({ value: z.unknown().optional(), version })

/** A log entry with its sequence number, from 1; `at` is Unix milliseconds. */
export const logRecordSchema = z.object({ sequence: z.number().int(), at: z.number(), value: z.unknown() })
export type LogRecord = z.infer<typeof logRecordSchema>

/**
 * Persistent documents and logs. The core owns them and orders the changes; pages display them and request
 * changes. `open`, `list` and `openLog` also subscribe: the page then receives every change, including its
 * own, in order.
 */
export const documents = {
  open: procedure({
    input: refSchema,
    /**
     * `recent`: ids of the latest changes including the current one, from which a reconnecting page learns
     * which of its own were applied.
     */
    output: snapshotSchema.extend({ recent: z.array(version) }),
  }),
  close: procedure({ input: refSchema, output: z.null() }),
  /** Returns every document of a collection. */
  list: procedure({
    input: z.object({ collection: documentName }),
    output: z.array(snapshotSchema.extend({ id: documentName, recent: z.array(version) })),
  }),
  /**
   * Applies an edit to the state `base`, or without `base` to the current one; acknowledged once it is in the
   * journal. If the document has changed since, nothing is applied and the answer is the current state.
   */
  change: procedure({
    input: refSchema.extend({ base: version.optional(), version, edit: editSchema }),
    output: z.union([
      z.object({ accepted: z.literal(true) }),
      snapshotSchema.extend({ accepted: z.literal(false), recent: z.array(version) }),
    ]),
  }),
  changed: event(refSchema.extend({ base: version, version, edit: editSchema })),
  /** All documents were replaced by restoring a backup; subscriptions must be opened again. */
  replaced: event(z.null()),

  /** Returns the newest entries, oldest first, and the total count; later ones are reported. */
  openLog: procedure({
    input: logRefSchema.extend({ limit: z.number().int().min(0).max(10_000).default(200) }),
    output: z.object({ records: z.array(logRecordSchema), length: z.number().int() }),
  }),
  closeLog: procedure({ input: logRefSchema, output: z.null() }),
  /** Returns a page of older entries, newest first; `search` is a case-insensitive substring of the entry's JSON. */
  readLog: procedure({
    input: logRefSchema.extend({
      limit: z.number().int().positive().max(10_000).default(200),
      before: z.number().int().optional(),
      search: z.string().optional(),
    }),
    output: z.array(logRecordSchema),
  }),
  /** With `after`, appends only if that is still the last sequence number (optimistic concurrency). */
  append: procedure({
    input: logRefSchema.extend({ entry: z.unknown(), after: z.number().int().min(0).optional() }),
    output: z.object({ sequence: z.number().int() }),
  }),
  appended: event(logRefSchema.extend({ record: logRecordSchema })),
}
