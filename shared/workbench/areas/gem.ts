import { z } from 'zod'
import { procedure } from '../procedure.ts'

export const gemTarget = z.object({ platform: z.string() })

/** The raw exchange behind an answer, for the tester's request pane. */
export const exchangeSchema = z.object({
  method: z.string(),
  url: z.string(),
  request: z.unknown(),
  status: z.number(),
  response: z.unknown(),
  milliseconds: z.number(),
})
export type Exchange = z.infer<typeof exchangeSchema>

const info = z.record(z.string(), z.unknown())

export const gem = {
  /** The platform's catalogue where it has one, else its list of ids, else nothing. */
  catalogue: procedure({
    input: gemTarget,
    output: z.object({ kind: z.enum(['catalogue', 'ids', 'none']), entries: z.array(z.unknown()) }),
  }),
  make: procedure({
    input: gemTarget.extend({ envId: z.string() }),
    output: z.object({ sandboxId: z.string(), exchange: exchangeSchema }),
  }),
  reset: procedure({
    input: gemTarget.extend({ sandboxId: z.string(), seed: z.number().int().optional() }),
    output: z.object({ observation: z.unknown(), info, exchange: exchangeSchema }),
  }),
  step: procedure({
    input: gemTarget.extend({ sandboxId: z.string(), action: z.string() }),
    output: z.object({
      observation: z.unknown(),
      reward: z.number(),
      terminated: z.boolean(),
      truncated: z.boolean(),
      info,
      exchange: exchangeSchema,
    }),
  }),
  close: procedure({
    input: gemTarget.extend({ sandboxId: z.string() }),
    output: z.object({ exchange: exchangeSchema }),
  }),
}
