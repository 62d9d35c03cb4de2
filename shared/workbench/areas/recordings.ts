import { z } from 'zod'
import { episodeSchema } from '../../environments/episode.ts'
import { remarkSchema } from '../../environments/episode-log.ts'
import {
  formatSchema,
  recordingsEntrySchema,
  recordingsHeadSchema,
  recordingsStateSchema,
  sourceSchema,
} from '../../environments/recordings.ts'
import { ASPECTS } from '../../environments/trajectories/formats.ts'
import { mappingSchema } from '../../environments/trajectories/read.ts'
import { MAX_PARALLEL } from '../../environments/batch.ts'
import { event, procedure } from '../procedure.ts'

const one = z.object({ id: z.string() })
const place = one.extend({ index: z.number().int().nonnegative() })

const told = z.discriminatedUnion('kind', [
  ...recordingsEntrySchema.options,
  z.object({ kind: z.literal('state'), state: recordingsStateSchema }),
])
export type RecordingsTold = z.infer<typeof told>

/** Sets of recorded episodes: read from a file, or collected; kept, reviewed, replayed and written in the core. */
export const recordings = {
  list: procedure({ input: z.object({}), output: z.array(recordingsHeadSchema) }),
  changed: event(recordingsHeadSchema),
  removed: event(one),
  /** Begins to read a file, whose parts follow in their order; a part is answered when it was read. */
  begin: procedure({
    input: z.object({ name: z.string(), bytes: z.number().int().nonnegative() }),
    output: one,
  }),
  part: procedure({ input: one.extend({ base64: z.string().max(8 * 1024 ** 2) }), output: z.null() }),
  /** The file is there whole. Resolves when it was read, or when a person is asked about its columns. */
  finish: procedure({
    input: one,
    output: z.object({
      episodes: z.number().int().nonnegative(),
      state: recordingsStateSchema,
      /** Nothing of the file is missing. */
      isWhole: z.boolean(),
    }),
  }),
  /** Answers what was asked about a file: it is read again. */
  map: procedure({ input: one.extend({ mapping: mappingSchema }), output: z.null() }),
  /** Makes a set of episodes that are kept already. */
  collect: procedure({ input: z.object({ source: sourceSchema, name: z.string() }), output: one }),
  remove: procedure({ input: one, output: z.null() }),
  /** Runs until it is cancelled: what is known, then what changes. */
  follow: procedure({ input: one, output: z.null(), progress: told }),
  episode: procedure({ input: place, output: episodeSchema }),
  /** Puts one into the library. */
  open: procedure({ input: place, output: z.object({ episode: z.string() }) }),
  remark: procedure({ input: place.extend({ remark: remarkSchema }), output: z.null() }),
  /** What this or another reviewer said, as a file; and such a file of another, merged by what was done in the episodes. */
  verdicts: procedure({
    input: one.extend({ reviewer: z.string() }),
    output: z.object({ text: z.string() }),
  }),
  merge: procedure({
    input: one.extend({ text: z.string() }),
    output: z.object({ merged: z.number(), unknown: z.number() }),
  }),
  /** Sends the actions of every seeded episode again, several at a time, and compares what the record says. */
  replay: procedure({
    input: one.extend({
      platform: z.string(),
      /** Where the file names no environment. */
      envId: z.string().optional(),
      parallel: z.number().int().min(1).max(MAX_PARALLEL).default(4),
    }),
    output: z.null(),
  }),
  stop: procedure({ input: one, output: z.null() }),
  /** What a file of this form would not hold. */
  lost: procedure({
    input: z.object({ source: sourceSchema, format: formatSchema }),
    output: z.object({ episodes: z.number(), lost: z.array(z.enum(ASPECTS)) }),
  }),
  /** Writes episodes to a file, whose parts are reported. */
  write: procedure({
    input: z.object({ source: sourceSchema, format: formatSchema }),
    output: z.null(),
    progress: z.object({ base64: z.string() }),
  }),
}
