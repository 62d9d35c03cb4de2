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

const recordingsUpdate = z.discriminatedUnion('kind', [
  ...recordingsEntrySchema.options,
  z.object({ kind: z.literal('state'), state: recordingsStateSchema }),
])
export type RecordingsUpdate = z.infer<typeof recordingsUpdate>

/** Recording sets, read from a file or collected; stored, reviewed, replayed and exported in the core. */
export const recordings = {
  list: procedure({ input: z.object({}), output: z.array(recordingsHeadSchema) }),
  changed: event(recordingsHeadSchema),
  removed: event(one),
  /** Starts an import. The file's chunks follow in order; each is acknowledged once it has been read. */
  begin: procedure({
    input: z.object({ name: z.string(), bytes: z.number().int().nonnegative() }),
    output: one,
  }),
  part: procedure({ input: one.extend({ base64: z.string().max(8 * 1024 ** 2) }), output: z.null() }),
  /** All chunks were sent. Resolves when the file has been read, or when the user must map its columns. */
  finish: procedure({
    input: one,
    output: z.object({
      episodes: z.number().int().nonnegative(),
      state: recordingsStateSchema,
      /** Whether the file is complete. */
      isWhole: z.boolean(),
    }),
  }),
  /** Answers the column question; the file is read again. */
  map: procedure({ input: one.extend({ mapping: mappingSchema }), output: z.null() }),
  /** Creates a set from stored episodes. */
  collect: procedure({ input: z.object({ source: sourceSchema, name: z.string() }), output: one }),
  remove: procedure({ input: one, output: z.null() }),
  /** Streams the current state and then changes, until cancelled. */
  follow: procedure({ input: one, output: z.null(), progress: recordingsUpdate }),
  episode: procedure({ input: place, output: episodeSchema }),
  /** Adds an episode to the library. */
  open: procedure({ input: place, output: z.object({ episode: z.string() }) }),
  remark: procedure({ input: place.extend({ remark: remarkSchema }), output: z.null() }),
  /** Exports assessments as a file, and merges another reviewer's file by matching the actions of episodes. */
  verdicts: procedure({
    input: one.extend({ reviewer: z.string() }),
    output: z.object({ text: z.string() }),
  }),
  merge: procedure({
    input: one.extend({ text: z.string() }),
    output: z.object({ merged: z.number(), unknown: z.number() }),
  }),
  /** Replays the actions of all seeded episodes, several concurrently, and compares the recorded fields. */
  replay: procedure({
    input: one.extend({
      platform: z.string(),
      /** For files that name no environment. */
      envId: z.string().optional(),
      parallel: z.number().int().min(1).max(MAX_PARALLEL).default(4),
    }),
    output: z.null(),
  }),
  stop: procedure({ input: one, output: z.null() }),
  /** What a file of this format would lose. */
  lost: procedure({
    input: z.object({ source: sourceSchema, format: formatSchema }),
    output: z.object({ episodes: z.number(), lost: z.array(z.enum(ASPECTS)) }),
  }),
  /** Exports episodes to a file; its chunks are sent as progress. */
  write: procedure({
    input: z.object({ source: sourceSchema, format: formatSchema }),
    output: z.null(),
    progress: z.object({ base64: z.string() }),
  }),
}
