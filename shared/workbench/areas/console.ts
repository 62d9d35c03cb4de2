import { z } from 'zod'
import { APP_SCHEME } from '#shared/model/mcp-apps.ts'
import { event, procedure } from '../procedure.ts'

const connection = z.object({ connection: z.string() })
/** Maximum retries a user may request. */
export const MAX_RETRIES = 9

/** A server's request that only the user can decide. */
export const questionSchema = z.object({
  id: z.string(),
  connection: z.string(),
  method: z.enum(['elicitation/create', 'sampling/createMessage']),
  params: z.record(z.string(), z.unknown()),
})
export type Question = z.infer<typeof questionSchema>

const validationSchema = z.object({
  /** `unchecked`: there is no schema, or it cannot be compiled; `reason` says why. */
  state: z.enum(['valid', 'invalid', 'unchecked']),
  reason: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
})
export type Validation = z.infer<typeof validationSchema>

/** State of a call that the server continues as a task. */
const taskStateSchema = z.object({ id: z.string(), status: z.string(), message: z.string().optional() })
export type TaskState = z.infer<typeof taskStateSchema>

const serverCardSchema = z.object({ url: z.string(), card: z.record(z.string(), z.unknown()) })
/** A server card: what a server publishes before a connection (SEP-2127), and its address. */
export type ServerCard = z.infer<typeof serverCardSchema>

/** External origins that a server's app requests. */
const appSourcesSchema = z.object({
  connectDomains: z.array(z.string()),
  resourceDomains: z.array(z.string()),
  baseUriDomains: z.array(z.string()),
})
export type AppSources = z.infer<typeof appSourcesSchema>

const openedAppSchema = z.object({
  /** Its one-time loopback port. */
  port: z.number().int(),
  path: z.string(),
  /** Origins allowed by its policy: the declared ones, minus those an app must not have. */
  allowed: appSourcesSchema,
  /** Declared origins that are denied. */
  refused: z.array(z.string()),
})
export type OpenedApp = z.infer<typeof openedAppSchema>

/** Calls any MCP server directly. Result types are loose: a server that violates the protocol is shown, not refused. */
export const console = {
  /** What the server sent in the handshake. */
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
  /** The server card at an address; null if there is none. */
  serverCard: procedure({ input: connection, output: serverCardSchema.nullable() }),
  /** Sends a single request; each page of a list is one request. A JSON-RPC error is returned as `error`. */
  request: procedure({
    input: connection.extend({
      method: z.string().min(1),
      params: z.record(z.string(), z.unknown()),
      timeoutMs: z.number().int().positive().optional(),
      /** Retries when there is no answer in time, or none at all. */
      retries: z.number().int().min(0).max(MAX_RETRIES).optional(),
      /** The tool's output schema, to validate its structured content against. */
      outputSchema: z.record(z.string(), z.unknown()).optional(),
    }),
    output: z.object({
      result: z.record(z.string(), z.unknown()).optional(),
      error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
      validation: validationSchema.optional(),
      milliseconds: z.number(),
      bytes: z.number(),
      /** Sequence number of the request in the trace. */
      sequence: z.number().int(),
    }),
    progress: z.object({
      progress: z.number().optional(),
      total: z.number().optional(),
      message: z.string().optional(),
      task: taskStateSchema.optional(),
      /** Number of the attempt, from the second on. */
      attempt: z.number().int().optional(),
    }),
  }),

  /** Reads the app page for a tool's answer and serves it to one frame of the page at origin `embedder`. */
  openApp: procedure({
    input: connection.extend({
      uri: z.string().startsWith(APP_SCHEME).max(2000),
      embedder: z.string().max(200),
    }),
    output: openedAppSchema,
  }),

  questions: procedure({ input: z.object({}), output: z.array(questionSchema) }),
  /** The user's decision: the result to send back, or `null` to decline. */
  answer: procedure({
    input: z.object({ id: z.string(), result: z.record(z.string(), z.unknown()).nullable() }),
    output: z.null(),
  }),
  asked: event(z.array(questionSchema)),
  /** A notification from a server. */
  notified: event(
    z.object({ connection: z.string(), method: z.string(), params: z.record(z.string(), z.unknown()) }),
  ),
}
