import { z } from 'zod'
import { episodeRecordSchema, remarkSchema } from '../../environments/episode-log.ts'
import { summarySchema } from '../../environments/summary.ts'
import { event, procedure } from '../procedure.ts'

const one = z.object({ id: z.string() })

/** The library: every episode that was played, read from a file, or opened from a batch. Each is a log that the core alone writes. */
export const episodes = {
  list: procedure({ input: z.object({}), output: z.array(summarySchema) }),
  changed: event(summarySchema),
  removed: event(one),
  /** Ids of the episodes in which every word of the search stands somewhere, observations included. */
  find: procedure({ input: z.object({ search: z.string() }), output: z.array(z.string()) }),
  /** Runs until it is cancelled: everything that happened, then what happens. */
  follow: procedure({ input: one, output: z.null(), progress: z.array(episodeRecordSchema) }),
  remark: procedure({ input: one.extend({ remark: remarkSchema }), output: z.null() }),
  remove: procedure({ input: z.object({ ids: z.array(z.string()) }), output: z.null() }),
}
