import { z } from 'zod'
import { endpointSchema, type ModelEndpoint, modelEndpointSchema } from '../environments/agent.ts'
import { autoplaySchema, type Tabs, tabsSchema } from '../environments/tab.ts'
import { defineDocument } from './define.ts'

/** Favourite and recently opened environments, most recent first. */
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

/** Endpoints that can play as agents; empty until the user configures one. */
export const endpointsDocument = defineDocument<{ version: 1; endpoints: ModelEndpoint[] }>({
  collection: 'gem',
  id: 'endpoints',
  version: 1,
  schema: z.object({ version: z.literal(1), endpoints: z.array(modelEndpointSchema) }),
  initial: { version: 1, endpoints: [] },
})

const agentSchema = endpointSchema.extend({
  version: z.literal(1),
  /** Instructions sent to the model before the episode. */
  instructions: z.string(),
})
type AgentEndpoint = z.infer<typeof agentSchema>

/** The single endpoint of 0.1.0, migrated to the first of the endpoints. */
export const agentDocument = defineDocument<AgentEndpoint | undefined>({
  collection: 'gem',
  id: 'agent',
  version: 1,
  schema: agentSchema.optional(),
  initial: undefined,
})

/** The bench's tabs: environments with unsent input, comparisons, batches. */
export const environmentTabs = defineDocument<Tabs>({
  collection: 'gem',
  id: 'tabs',
  version: 1,
  schema: tabsSchema,
  initial: { version: 1, tabs: [] },
})

/** Agent settings of each tab. */
export const autoplayDocument = defineDocument({
  collection: 'gem',
  id: 'autoplay',
  version: 1,
  schema: z.object({ version: z.literal(1), byTab: z.record(z.string(), autoplaySchema) }),
  initial: { version: 1, byTab: {} },
})
