import { z } from 'zod'
import { endpointSchema, type ModelEndpoint, modelEndpointSchema } from '../environments/agent.ts'
import { autoplaySchema, type Tabs, tabsSchema } from '../environments/tab.ts'
import { defineDocument } from './define.ts'

/** Environments that a person marked, and those that were opened recently, the last one first. */
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

/** The endpoints that may play as agents; none until a person configures one. */
export const endpointsDocument = defineDocument<{ version: 1; endpoints: ModelEndpoint[] }>({
  collection: 'gem',
  id: 'endpoints',
  version: 1,
  schema: z.object({ version: z.literal(1), endpoints: z.array(modelEndpointSchema) }),
  initial: { version: 1, endpoints: [] },
})

const agentSchema = endpointSchema.extend({
  version: z.literal(1),
  /** Said to the model before the episode. */
  instructions: z.string(),
})
type AgentEndpoint = z.infer<typeof agentSchema>

/** The one endpoint of 0.1.0, which is the first of the endpoints now. */
export const agentDocument = defineDocument<AgentEndpoint | undefined>({
  collection: 'gem',
  id: 'agent',
  version: 1,
  schema: agentSchema.optional(),
  initial: undefined,
})

/** The tabs of the bench: environments with what is typed into them, comparisons, batches. */
export const environmentTabs = defineDocument<Tabs>({
  collection: 'gem',
  id: 'tabs',
  version: 1,
  schema: tabsSchema,
  initial: { version: 1, tabs: [] },
})

/** How an agent plays in each tab, as the person chose and wrote it. */
export const autoplayDocument = defineDocument({
  collection: 'gem',
  id: 'autoplay',
  version: 1,
  schema: z.object({ version: z.literal(1), byTab: z.record(z.string(), autoplaySchema) }),
  initial: { version: 1, byTab: {} },
})
