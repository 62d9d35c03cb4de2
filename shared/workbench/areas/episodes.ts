import { z } from 'zod'
import { episodeRecordSchema, remarkSchema } from '../../environments/episode-log.ts'
import { summarySchema } from '../../environments/summary.ts'
import { event, procedure } from '../procedure.ts'

const one = z.object({ id: z.string() })

/**
 * The library: all episodes that were played, imported from a file, or opened from a batch. Each is a log
 * written only by the core.
 */
export const episodes = {
  list: procedure({ input: z.object({}), output: z.array(summarySchema) }),
  changed: event(summarySchema),
  removed: event(one),
  /** Returns the ids of episodes that contain every search word, including in observations. */
  find: procedure({ input: z.object({ search: z.string() }), output: z.array(z.string()) }),
  /** Streams all records and then new ones, until cancelled. */
  follow: procedure({ input: one, output: z.null(), progress: z.array(episodeRecordSchema) }),
  remark: procedure({ input: one.extend({ remark: remarkSchema }), output: z.null() }),
  remove: procedure({ input: z.object({ ids: z.array(z.string()) }), output: z.null() }),
}
