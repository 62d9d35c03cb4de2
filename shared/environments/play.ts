import { z } from 'zod'
import { failureSchema } from '../workbench/failure.ts'
import { modelCallSchema } from './model-call.ts'

const workSchema = z.enum(['make', 'reset', 'step', 'replay', 'close'])
export type Work = z.infer<typeof workSchema>

/** Where a replay diverged from the recording. */
const divergenceSchema = z.object({
  expected: z.number(),
  actual: z.number(),
  turn: z.number(),
  /** All fields that differ. */
  fields: z.array(z.string()),
})
export type Divergence = z.infer<typeof divergenceSchema>

/** An agent's proposed action; the user accepts it or does something else. */
const proposalSchema = z.object({
  episode: z.string(),
  event: z.number(),
  /** Null: nothing to propose. */
  text: z.string().nullable(),
  model: modelCallSchema.optional(),
  player: z.string().optional(),
})

/** In-memory state of a tab, shared by all windows while the core runs. */
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
  /** Result of a replay without differences: number of compared answers, and the platform. */
  agreed: z.object({ count: z.number(), platform: z.string() }).optional(),
  proposal: proposalSchema.optional(),
  /** The agent is deciding; what a model has written so far. */
  thinking: z.object({ since: z.number(), text: z.string() }).optional(),
  /** The agent is playing continuously. */
  playing: z.boolean(),
  /** Why the agent could not continue. */
  problem: failureSchema.optional(),
  /** Whether the sandbox's state matches the episode's current event. */
  synced: z.boolean(),
})
export type Play = z.infer<typeof playSchema>

export const AT_REST: Play = { playing: false, synced: false }
