import { z } from 'zod'
import { event, procedure } from '../procedure.ts'

export const connectionStateSchema = z.enum(['stopped', 'starting', 'ready', 'backoff', 'failed'])
export type ConnectionState = z.infer<typeof connectionStateSchema>

/** Why a connection is not ready, and which step failed. */
export const connectionFailureSchema = z.object({
  step: z.enum(['spawn', 'handshake', 'version', 'list', 'running', 'request']),
  message: z.string(),
  hint: z.string().optional(),
  exitCode: z.number().nullable().optional(),
  signal: z.string().nullable().optional(),
  /** The last lines that the process wrote to stderr. */
  lastLines: z.array(z.string()),
})
export type ConnectionFailure = z.infer<typeof connectionFailureSchema>

export const connectionSchema = z.object({
  id: z.string(),
  /** A graph-model (or any other MCP) server, or a sandbox platform. */
  kind: z.enum(['model', 'platform']),
  name: z.string(),
  transport: z.enum(['embedded', 'stdio', 'http', 'sse', 'rest']),
  state: connectionStateSchema,
  /** Unix milliseconds of the last state change. */
  since: z.number(),
  pid: z.number().optional(),
  /** How often it was started again after a failure. */
  restarts: z.number(),
  /** Unix milliseconds of the next attempt, while in `backoff`. */
  retryAt: z.number().optional(),
  failure: connectionFailureSchema.optional(),
  server: z.object({ name: z.string(), version: z.string(), protocol: z.string().optional() }).optional(),
  /** Model servers: the workspace in use and the identifier prefix the server speaks (`model`, `umodel`, …). */
  workspace: z.string().optional(),
  prefix: z.string().optional(),
  /** Platforms: base address, isolation backend, and whether sandboxes are isolated from this machine. */
  address: z.string().optional(),
  runtime: z.string().optional(),
  isolated: z.boolean().optional(),
})
export type Connection = z.infer<typeof connectionSchema>

export const logLineSchema = z.object({
  /** Unix milliseconds. */
  at: z.number(),
  source: z.enum(['stderr', 'stdout', 'notification', 'lifecycle']),
  level: z.string().optional(),
  text: z.string(),
})
export type LogLine = z.infer<typeof logLineSchema>

const byId = z.object({ id: z.string() })

export const connections = {
  list: procedure({ input: z.object({}), output: z.array(connectionSchema) }),
  start: procedure({ input: byId, output: z.null() }),
  stop: procedure({ input: byId, output: z.null() }),
  restart: procedure({ input: byId, output: z.null() }),
  log: procedure({ input: byId, output: z.array(logLineSchema) }),
  changed: event(z.array(connectionSchema)),
  logged: event(z.object({ id: z.string(), lines: z.array(logLineSchema) })),
}
