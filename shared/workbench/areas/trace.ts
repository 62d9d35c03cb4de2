import { z } from 'zod'
import { event, procedure } from '../procedure.ts'

const headersSchema = z.array(z.tuple([z.string(), z.string()]))

/** An HTTP request and its response, without bodies and with credentials masked. */
const httpExchangeSchema = z.object({
  method: z.string(),
  url: z.string(),
  request: headersSchema,
  /** Absent if there was no response. */
  status: z.number().int().optional(),
  response: headersSchema.optional(),
  /** Body of an error response. */
  body: z.string().optional(),
  /** Why there was no response. */
  failure: z.string().optional(),
  milliseconds: z.number(),
})
export type HttpExchange = z.infer<typeof httpExchangeSchema>

/** A JSON-RPC message without its body, for long lists. */
const traceEntrySchema = z.object({
  /** Sequence number in the connection's trace, from 1, never reused. */
  sequence: z.number().int(),
  /** Unix milliseconds. */
  at: z.number(),
  direction: z.enum(['out', 'in']),
  /**
   * `error`: a JSON-RPC error, or the result of a tool that failed (`isError`). `http`: an HTTP request without a
   * message, such as one that opens a stream, ends a session or signs in.
   */
  kind: z.enum(['request', 'response', 'error', 'notification', 'http']),
  /** For a response, its request's method. */
  method: z.string(),
  /** The tool, prompt or resource that it is about; for a response, its request's. */
  subject: z.string().optional(),
  /** JSON-RPC id; absent on notifications. */
  rpcId: z.union([z.string(), z.number()]).optional(),
  /** Sequence number of the matching response or request, once known. */
  pair: z.number().int().optional(),
  /** Milliseconds from request to response; on responses. */
  milliseconds: z.number().optional(),
  /** Bytes of the message as JSON. */
  bytes: z.number().int(),
  /** HTTP status of the response. */
  status: z.number().int().optional(),
})
export type TraceEntry = z.infer<typeof traceEntrySchema>

const connection = z.object({ connection: z.string() })

export const trace = {
  /** The newest entries, oldest first; `search` searches the bodies, case-insensitively. */
  list: procedure({
    input: connection.extend({
      limit: z.number().int().positive().max(5000).default(1000),
      search: z.string().optional(),
    }),
    output: z.object({
      entries: z.array(traceEntrySchema),
      /** Messages evicted because the trace was full. */
      dropped: z.number().int(),
    }),
  }),
  /** Returns a complete message and its HTTP exchange. */
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
