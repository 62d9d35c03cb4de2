import { z } from 'zod'
import { defineDocument } from './define.ts'

const chosenSchema = z.object({ model: z.string().optional(), platform: z.string().optional() })
export type Chosen = z.infer<typeof chosenSchema>

/** The selected connection of each kind, by id. */
export const chosenDocument = defineDocument<Chosen>({
  collection: 'workbench',
  id: 'chosen-connections',
  schema: chosenSchema,
  initial: {},
})
