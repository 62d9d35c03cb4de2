import { z } from 'zod'
import { failureSchema } from '../workbench/failure.ts'
import { modelCallSchema } from './model-call.ts'

export const workSchema = z.enum(['make', 'reset', 'step', 'replay', 'close'])
export type Work = z.infer<typeof workSchema>

/** Where a replayed line left the recorded one. */
export const divergenceSchema = z.object({
  expected: z.number(),
  actual: z.number(),
  turn: z.number(),
  /** Everything that differs. */
  fields: z.array(z.string()),
})
export type Divergence = z.infer<typeof divergenceSchema>

/** What an agent would do at an event; the person accepts it or does something else. */
export const proposalSchema = z.object({
  episode: z.string(),
  event: z.number(),
  /** Null: it has nothing to propose. */
  text: z.string().nullable(),
  model: modelCallSchema.optional(),
  player: z.string().optional(),
})

/** State of a tab that is not persisted: it lasts while the core runs, the same in every window. */
export const playSchema = z.object({
  busy: z
    .object({
      work: workSchema,
      since: z.number(),
      done: z.number().optional(),
      total: z.number().optional(),
    })
    .optional(),
  failure: failureSchema.optional(),
  divergence: divergenceSchema.optional(),
  /** How a replay that met no difference went: the number of compared answers, and where. */
  agreed: z.object({ count: z.number(), platform: z.string() }).optional(),
  proposal: proposalSchema.optional(),
  /** The agent is at it; what a model has written so far. */
  thinking: z.object({ since: z.number(), text: z.string() }).optional(),
  /** The agent plays on by itself. */
  playing: z.boolean(),
  /** Why the agent could not go on. */
  problem: failureSchema.optional(),
  /** The sandbox stands where the episode's current event is. */
  synced: z.boolean(),
})
export type Play = z.infer<typeof playSchema>

export const AT_REST: Play = { playing: false, synced: false }
