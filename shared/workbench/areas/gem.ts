import { z } from 'zod'
import { procedure } from '../procedure.ts'

export const gemTarget = z.object({ platform: z.string() })

const headers = z.record(z.string(), z.string())

/** The raw exchange behind an answer, for the tester's request pane. Credentials in headers are blotted out. */
export const exchangeSchema = z.object({
  method: z.string(),
  url: z.string(),
  request: z.unknown(),
  requestHeaders: headers.optional(),
  /** 0 when there was no answer at all. */
  status: z.number(),
  response: z.unknown(),
  responseHeaders: headers.optional(),
  milliseconds: z.number(),
})
export type Exchange = z.infer<typeof exchangeSchema>

const info = z.record(z.string(), z.unknown())

export const endpointSchema = z.object({
  /** The part before `/chat/completions`. */
  url: z.url({ protocol: /^https?$/ }),
  model: z.string().trim().min(1),
  /** Name of the secret that holds the key; absent where the endpoint wants none. */
  secret: z.string().optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.number().int().positive().optional(),
})
export type Endpoint = z.infer<typeof endpointSchema>

const proposeInput = z.object({
  endpoint: endpointSchema,
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1),
})
export type ProposeInput = z.infer<typeof proposeInput>

const proposal = z.object({
  text: z.string(),
  milliseconds: z.number(),
  promptTokens: z.number().optional(),
  completionTokens: z.number().optional(),
})
export type Proposal = z.infer<typeof proposal>

export const gem = {
  /** The platform's catalogue where it has one, else its list of ids, else nothing. */
  catalogue: procedure({
    input: gemTarget,
    output: z.object({ kind: z.enum(['catalogue', 'ids', 'none']), entries: z.array(z.unknown()) }),
  }),
  /** Up to 300 s. When it is cancelled, a sandbox that turns up nevertheless is closed. */
  make: procedure({
    input: gemTarget.extend({ envId: z.string().trim().min(1) }),
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
  /** Asks an OpenAI-compatible endpoint of the person's choice for an action. */
  propose: procedure({ input: proposeInput, output: proposal }),
}
