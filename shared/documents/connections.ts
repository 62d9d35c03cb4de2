import { z } from 'zod'
import { defineDocument } from './define.ts'

const chosenSchema = z.object({ model: z.string().optional(), platform: z.string().optional() })
export type Chosen = z.infer<typeof chosenSchema>

/** Ids of the connections that the benches use, by kind. */
export const chosenDocument = defineDocument<Chosen>({
  collection: 'workbench',
  id: 'chosen-connections',
  schema: chosenSchema,
  initial: {},
})
