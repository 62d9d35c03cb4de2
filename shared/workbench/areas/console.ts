import { z } from 'zod'
import { APP_SCHEME } from '#shared/model/mcp-apps.ts'
import { event, procedure } from '../procedure.ts'

const connection = z.object({ connection: z.string() })
/** What a person may ask for; whoever needs more has another problem. */
export const MAX_RETRIES = 9

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

/** What a call has become that its server goes on with by itself. */
const taskStateSchema = z.object({ id: z.string(), status: z.string(), message: z.string().optional() })
export type TaskState = z.infer<typeof taskStateSchema>

const serverCardSchema = z.object({ url: z.string(), card: z.record(z.string(), z.unknown()) })
/** What a server publishes of itself for who has not connected yet (SEP-2127), and where. */
export type ServerCard = z.infer<typeof serverCardSchema>

/** What a server's app may ask of places outside, each an origin. */
const appSourcesSchema = z.object({
  connectDomains: z.array(z.string()),
  resourceDomains: z.array(z.string()),
  baseUriDomains: z.array(z.string()),
})
export type AppSources = z.infer<typeof appSourcesSchema>

const openedAppSchema = z.object({
  /** Where it is served on this machine's loopback, once. */
  port: z.number().int(),
  path: z.string(),
  /** What its policy lets it reach: what the server declared, without what is no place that an app may have. */
  allowed: appSourcesSchema,
  /** What the server declared, and the app does not get. */
  refused: z.array(z.string()),
})
export type OpenedApp = z.infer<typeof openedAppSchema>

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
      /** How often it is sent again where no answer came: in time, or at all. */
      retries: z.number().int().min(0).max(MAX_RETRIES).optional(),
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
      progress: z.number().optional(),
      total: z.number().optional(),
      message: z.string().optional(),
      task: taskStateSchema.optional(),
      /** Which attempt this is, from the second on. */
      attempt: z.number().int().optional(),
    }),
  }),

  /** Reads the page that a server has for a tool's answer, and serves it to one frame of the page that stands at `embedder`. */
  openApp: procedure({
    input: connection.extend({
      uri: z.string().startsWith(APP_SCHEME).max(2000),
      embedder: z.string().max(200),
    }),
    output: openedAppSchema,
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
