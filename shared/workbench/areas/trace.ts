import { z } from 'zod'
import { event, procedure } from '../procedure.ts'

/** One JSON-RPC message, without its body: what a list of thousands shows. */
export const traceEntrySchema = z.object({
  /** Place in the connection's trace, from 1, never reused. */
  sequence: z.number().int(),
  /** Unix milliseconds. */
  at: z.number(),
  direction: z.enum(['out', 'in']),
  kind: z.enum(['request', 'response', 'error', 'notification']),
  /** Of requests and notifications; a response carries its request's. */
  method: z.string(),
  /** JSON-RPC id; absent on notifications. */
  rpcId: z.union([z.string(), z.number()]).optional(),
  /** The request that a response answers, or the response that answered a request, once it did. */
  pair: z.number().int().optional(),
  /** Milliseconds from request to response; on responses. */
  milliseconds: z.number().optional(),
  /** Bytes of the message as JSON. */
  bytes: z.number().int(),
})
export type TraceEntry = z.infer<typeof traceEntrySchema>

const connection = z.object({ connection: z.string() })

export const trace = {
  /** The newest entries, oldest first; `search` looks into the bodies, case-insensitively. */
  list: procedure({
    input: connection.extend({
      limit: z.number().int().positive().max(5000).default(1000),
      search: z.string().optional(),
    }),
    output: z.object({
      entries: z.array(traceEntrySchema),
      /** Messages that were dropped because the trace was full. */
      dropped: z.number().int(),
    }),
  }),
  /** The whole message. */
  read: procedure({
    input: connection.extend({ sequence: z.number().int() }),
    output: z.object({ entry: traceEntrySchema, message: z.unknown() }),
  }),
  clear: procedure({ input: connection, output: z.null() }),
  added: event(z.object({ connection: z.string(), entries: z.array(traceEntrySchema) })),
}
