import { z } from 'zod'
import { event, procedure } from '../procedure.ts'

const headersSchema = z.array(z.tuple([z.string(), z.string()]))

/** One request over HTTP and its answer, without their bodies and with the values hidden that open something. */
export const httpExchangeSchema = z.object({
  method: z.string(),
  url: z.string(),
  request: headersSchema,
  /** Absent where no answer came. */
  status: z.number().int().optional(),
  response: headersSchema.optional(),
  /** What a refusal said. */
  body: z.string().optional(),
  /** Why no answer came. */
  failure: z.string().optional(),
  milliseconds: z.number(),
})
export type HttpExchange = z.infer<typeof httpExchangeSchema>

/** One JSON-RPC message, without its body: what a list of thousands shows. */
export const traceEntrySchema = z.object({
  /** Place in the connection's trace, from 1, never reused. */
  sequence: z.number().int(),
  /** Unix milliseconds. */
  at: z.number(),
  direction: z.enum(['out', 'in']),
  /** `http`: a request over HTTP that carried no message, such as one that opens a stream, ends a session or signs in. */
  kind: z.enum(['request', 'response', 'error', 'notification', 'http']),
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
  /** Over HTTP: the status with which it was answered, or came. */
  status: z.number().int().optional(),
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
  /** The whole message, and what went over HTTP for it. */
  read: procedure({
    input: connection.extend({ sequence: z.number().int() }),
    output: z.object({
      entry: traceEntrySchema,
      message: z.unknown(),
      http: z.array(httpExchangeSchema),
    }),
  }),
  clear: procedure({ input: connection, output: z.null() }),
  added: event(z.object({ connection: z.string(), entries: z.array(traceEntrySchema) })),
}
