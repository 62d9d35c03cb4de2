import { z } from 'zod'
import { planRunSchema, seriesAnswerSchema } from '../../telemetry/answer.ts'
import { procedure } from '../procedure.ts'

export const telemetry = {
  /**
   * Runs a plan of `get_metrics` or `get_logs` through a connection that the user created; never at an
   * address from the plan. An endpoint's refusal is part of the answer, with the requests sent.
   */
  run: procedure({
    input: z.object({
      connection: z.string(),
      /** As the model server generated it. */
      plan: z.unknown(),
      /** Offset of a page of documents. */
      offset: z.number().int().nonnegative().default(0),
      /** Unix seconds; overrides the plan's own. */
      from: z.number().optional(),
      to: z.number().optional(),
    }),
    output: planRunSchema,
    /** Completed queries, and the total. */
    progress: z.object({
      done: z.number(),
      of: z.number(),
      /** Series of the last completed query if more follow; its `queries` are those sent so far. */
      part: seriesAnswerSchema.optional(),
    }),
  }),
}
