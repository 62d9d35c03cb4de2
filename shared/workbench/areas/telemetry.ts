import { z } from 'zod'
import { planRunSchema, seriesAnswerSchema } from '../../telemetry/answer.ts'
import { procedure } from '../procedure.ts'

export const telemetry = {
  /**
   * Runs a plan of `get_metrics` or `get_logs` by a connection that a person made; never at an address of the plan's own. What an endpoint
   * refuses is part of the answer, beside the requests that were sent.
   */
  run: procedure({
    input: z.object({
      connection: z.string(),
      /** As the model server wrote it. */
      plan: z.unknown(),
      /** Where a page of documents begins. */
      offset: z.number().int().nonnegative().default(0),
      /** Unix seconds, in place of the plan's own. */
      from: z.number().optional(),
      to: z.number().optional(),
    }),
    output: planRunSchema,
    /** Queries that were answered, of how many. */
    progress: z.object({
      done: z.number(),
      of: z.number(),
      /** The series of the query that was answered last, where others follow; its `queries` are those that were asked so far. */
      part: seriesAnswerSchema.optional(),
    }),
  }),
}
