import { z } from 'zod'
import { event, procedure } from '../procedure.ts'

const connection = z.object({ connection: z.string() })

/** What a server asked for that only the person can decide. */
export const questionSchema = z.object({
  id: z.string(),
  connection: z.string(),
  method: z.enum(['elicitation/create', 'sampling/createMessage']),
  params: z.record(z.string(), z.unknown()),
})
export type Question = z.infer<typeof questionSchema>

export const validationSchema = z.object({
  /** `unchecked`: there is no schema, or it cannot be compiled; `reason` says why. */
  state: z.enum(['valid', 'invalid', 'unchecked']),
  reason: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
})
export type Validation = z.infer<typeof validationSchema>

const serverCardSchema = z.object({ url: z.string(), card: z.record(z.string(), z.unknown()) })
/** What a server publishes of itself for who has not connected yet (SEP-2127), and where. */
export type ServerCard = z.infer<typeof serverCardSchema>

/** Any MCP server, asked by hand. Results are loose: a server that breaks the rules is shown, not refused. */
export const console = {
  /** What the server said of itself in the handshake. */
  handshake: procedure({
    input: connection,
    output: z.object({
      name: z.string(),
      version: z.string(),
      protocol: z.string().optional(),
      instructions: z.string(),
      capabilities: z.record(z.string(), z.unknown()),
    }),
  }),
  /** The card of a server at an address; null where it has none. */
  serverCard: procedure({ input: connection, output: serverCardSchema.nullable() }),
  /** One request; pages of a list are one request each. An error of the server is an answer with `error`. */
  request: procedure({
    input: connection.extend({
      method: z.string().min(1),
      params: z.record(z.string(), z.unknown()),
      timeoutMs: z.number().int().positive().optional(),
      /** The tool's output schema; its structured content is validated against it. */
      outputSchema: z.record(z.string(), z.unknown()).optional(),
    }),
    output: z.object({
      result: z.record(z.string(), z.unknown()).optional(),
      error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
      validation: validationSchema.optional(),
      milliseconds: z.number(),
      bytes: z.number(),
      /** The request's place in the trace. */
      sequence: z.number().int(),
    }),
    progress: z.object({
      progress: z.number(),
      total: z.number().optional(),
      message: z.string().optional(),
    }),
  }),

  questions: procedure({ input: z.object({}), output: z.array(questionSchema) }),
  /** The person's decision: the result that is sent back, or `null` to decline. */
  answer: procedure({
    input: z.object({ id: z.string(), result: z.record(z.string(), z.unknown()).nullable() }),
    output: z.null(),
  }),
  asked: event(z.array(questionSchema)),
  /** A notification that a server sent. */
  notified: event(
    z.object({ connection: z.string(), method: z.string(), params: z.record(z.string(), z.unknown()) }),
  ),
}
