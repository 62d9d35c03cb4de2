import { z } from 'zod'
import { batchHeadSchema, batchPlanSchema, batchRowSchema } from '../../environments/batch.ts'
import { failureSchema } from '../failure.ts'
import { event, procedure } from '../procedure.ts'

const one = z.object({ id: z.string() })

const stateSchema = z.object({
  running: z.boolean(),
  /** Why it cannot continue. */
  failure: failureSchema.optional(),
})
export type BatchState = z.infer<typeof stateSchema>

/** Batches of many seeds, played in the core: they continue without a window, and after a restart of the core. */
export const batches = {
  list: procedure({
    input: z.object({}),
    output: z.array(batchHeadSchema.extend({ rows: z.array(batchRowSchema), state: stateSchema })),
  }),
  changed: event(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('batch'), head: batchHeadSchema }),
      z.object({ kind: z.literal('rows'), id: z.string(), rows: z.array(batchRowSchema) }),
      z.object({ kind: z.literal('state'), id: z.string(), state: stateSchema }),
      z.object({ kind: z.literal('removed'), id: z.string() }),
    ]),
  ),
  start: procedure({ input: z.object({ plan: batchPlanSchema }), output: one }),
  /** Plays the missing episodes; with `failed`, also retries failed ones. */
  run: procedure({ input: one.extend({ failed: z.boolean().default(false) }), output: z.null() }),
  stop: procedure({ input: one, output: z.null() }),
  remove: procedure({ input: one, output: z.null() }),
  /** Adds an episode of a batch to the library as recorded. */
  open: procedure({
    input: one.extend(batchRowSchema.pick({ agent: true, seed: true, attempt: true }).shape),
    output: z.object({
      /** Null if an earlier version recorded none. */
      episode: z.string().nullable(),
    }),
  }),
}
