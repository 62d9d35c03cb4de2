import { z } from 'zod'
import { agentKindSchema } from '../agents/agent.ts'

/** What came of one seed. */
const batchRowSchema = z.object({
  seed: z.number(),
  return: z.number(),
  steps: z.number(),
  end: z.enum(['running', 'solved', 'over', 'answered', 'format-error', 'turn-limit']),
  /** What was sent, so that the episode can be opened again. */
  actions: z.array(z.string()),
  /** Milliseconds from reset to end. */
  milliseconds: z.number(),
  /** Why it could not be finished. */
  problem: z.string().optional(),
})
export type BatchRow = z.infer<typeof batchRowSchema>

/** Many seeds played by one agent; rows are added as they are played. */
export const batchSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  platform: z.string(),
  envId: z.string(),
  agent: agentKindSchema,
  /** Seed of the random agent. */
  agentSeed: z.number(),
  script: z.array(z.string()),
  firstSeed: z.number(),
  count: z.number(),
  /** Steps after which an episode is given up. */
  stepLimit: z.number(),
  started: z.number(),
  rows: z.array(batchRowSchema),
})
export type Batch = z.infer<typeof batchSchema>
