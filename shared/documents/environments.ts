import { z } from 'zod'
import { endpointSchema } from '../workbench/areas/gem.ts'
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

const agentSchema = endpointSchema.extend({
  version: z.literal(1),
  /** Said to the model before the episode. */
  instructions: z.string(),
})
export type AgentEndpoint = z.infer<typeof agentSchema>

/** The endpoint that may play as an agent; none until a person configures one. */
export const agentDocument = defineDocument<AgentEndpoint | undefined>({
  collection: 'gem',
  id: 'agent',
  version: 1,
  schema: agentSchema.optional(),
  initial: undefined,
})
