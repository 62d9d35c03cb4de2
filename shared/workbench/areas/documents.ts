import { z } from 'zod'
import { documentName, logRefSchema, refSchema } from '#shared/documents/define.ts'
import { editSchema } from '#shared/documents/edit.ts'
import { event, procedure } from '../procedure.ts'

/** Names the state that a change led to. Whoever makes the change makes the name, so that it can build on it before the answer. */
const version = z.string().min(1).max(100)

/** A document as it is now; `value` is absent where nothing was made yet. */
const snapshotSchema = z.object({ value: z.unknown().optional(), version })

/** One entry of a log, and its place in it. The first is 1; `at` is Unix milliseconds. */
export const logRecordSchema = z.object({ sequence: z.number().int(), at: z.number(), value: z.unknown() })
export type LogRecord = z.infer<typeof logRecordSchema>

/**
 * Everything that is kept. The core owns it and orders the changes; a page shows it and asks for changes. `open`, `list` and
 * `openLog` follow from then on: the page is told of every change, its own included, in the order in which they were made.
 */
export const documents = {
  open: procedure({
    input: refSchema,
    /** `recent`: names of the last changes, the present one included. A page that lost its link finds there which of its own were made. */
    output: snapshotSchema.extend({ recent: z.array(version) }),
  }),
  close: procedure({ input: refSchema, output: z.null() }),
  /** Every document of a collection. */
  list: procedure({
    input: z.object({ collection: documentName }),
    output: z.array(snapshotSchema.extend({ id: documentName, recent: z.array(version) })),
  }),
  /**
   * Makes an edit of the state that `base` names, or without it of whatever the document is; acknowledged once it is in the journal.
   * Where the document has become another one meanwhile, nothing is changed and the answer is what it is now.
   */
  change: procedure({
    input: refSchema.extend({ base: version.optional(), version, edit: editSchema }),
    output: z.union([
      z.object({ accepted: z.literal(true) }),
      snapshotSchema.extend({ accepted: z.literal(false), recent: z.array(version) }),
    ]),
  }),
  changed: event(refSchema.extend({ base: version, version, edit: editSchema })),
  /** Everything was replaced, by a backup that was restored: what is followed has to be opened again. */
  replaced: event(z.null()),

  /** The newest entries, the oldest of them first, and how many there are; reports later ones. */
  openLog: procedure({
    input: logRefSchema.extend({ limit: z.number().int().min(0).max(10_000).default(200) }),
    output: z.object({ records: z.array(logRecordSchema), length: z.number().int() }),
  }),
  closeLog: procedure({ input: logRefSchema, output: z.null() }),
  /** A page of older entries, the newest first; `search` matches any part of an entry's JSON, in any case. */
  readLog: procedure({
    input: logRefSchema.extend({
      limit: z.number().int().positive().max(10_000).default(200),
      before: z.number().int().optional(),
      search: z.string().optional(),
    }),
    output: z.array(logRecordSchema),
  }),
  /** With `after`, the entry is appended only behind the one of that sequence: nobody else may have appended meanwhile. */
  append: procedure({
    input: logRefSchema.extend({ entry: z.unknown(), after: z.number().int().min(0).optional() }),
    output: z.object({ sequence: z.number().int() }),
  }),
  appended: event(logRefSchema.extend({ record: logRecordSchema })),
}
