import { z } from 'zod'
import { defineDocument } from './define.ts'

/** Environments that a person marked, and those that were opened lately, the last one first. */
export const picksDocument = defineDocument({
  collection: 'gem',
  id: 'picks',
  version: 1,
  schema: z.object({
    version: z.literal(1),
    favourites: z.array(z.string()),
    recent: z.array(z.string()),
  }),
  initial: { version: 1, favourites: [], recent: [] },
})
