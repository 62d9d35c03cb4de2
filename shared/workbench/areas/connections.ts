import { z } from 'zod'
import { PROTOCOLS } from '../../telemetry/answer.ts'
import { backendReportSchema } from '../../sandbox/backends.ts'
import { MCP_HOSTS } from '../host-configuration.ts'
import { event, procedure } from '../procedure.ts'
import { messageRefSchema } from '../sentences/message-ref.ts'

export const connectionStateSchema = z.enum(['stopped', 'starting', 'ready', 'backoff', 'failed'])
export type ConnectionState = z.infer<typeof connectionStateSchema>

/** A graph-model (or any other MCP) server, a sandbox platform, or an endpoint that holds metrics or logs. */
const connectionKindSchema = z.enum(['model', 'platform', 'telemetry'])
export type ConnectionKind = z.infer<typeof connectionKindSchema>

/** Why a connection is not ready, and which step failed. */
export const connectionFailureSchema = z.object({
  step: z.enum(['spawn', 'signIn', 'handshake', 'version', 'list', 'running', 'request']),
  message: z.string(),
  hint: z.string().optional(),
  said: messageRefSchema.optional(),
  exitCode: z.number().nullable().optional(),
  signal: z.string().nullable().optional(),
  /** The last lines that the process wrote to stderr. */
  lastLines: z.array(z.string()),
})
export type ConnectionFailure = z.infer<typeof connectionFailureSchema>

/** Everything that starting a program would run. */
export const launchSchema = z.object({
  commandLine: z.string(),
  /** The folder it is started in, where the definition names one. */
  cwd: z.string().optional(),
  /** The variables that the definition sets; values that look like secrets are masked. */
  env: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type Launch = z.infer<typeof launchSchema>

export const connectionSchema = z.object({
  id: z.string(),
  kind: connectionKindSchema,
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
  /** Model servers: which revisions of MCP may be spoken, when not any: those with sessions, or the one without. */
  era: z.enum(['legacy', 'modern']).optional(),
  /** Model servers: the workspace in use and the identifier prefix the server speaks (`model`, `umodel`, …). */
  workspace: z.string().optional(),
  prefix: z.string().optional(),
  /** Platforms: base address, isolation backend, and whether sandboxes are isolated from this machine. */
  address: z.string().optional(),
  runtime: z.string().optional(),
  isolated: z.boolean().optional(),
  /** Telemetry: the protocol, and the storages that a person gave it. */
  speaks: z.enum(PROTOCOLS).optional(),
  storages: z.array(z.string()).optional(),
  /** The embedded platform: which backends it tried, why one does not work, and what helps. */
  backends: z.array(backendReportSchema).optional(),
  /** Where its APIs begin below the address, when not at the usual paths. */
  paths: z.object({ sandbox: z.string().optional(), gem: z.string().optional() }).optional(),
  /** Set while a program waits for the person's consent: what it would run, and what was allowed before under its name. */
  consent: z.object({ launch: launchSchema, before: launchSchema.optional() }).optional(),
  /** Whether it asked which folders it may work in. */
  asksRoots: z.boolean().optional(),
  /** Whether somebody signed in to it here. */
  signedIn: z.boolean().optional(),
  /** Of a server without sessions: whether it reports changes, `none` where it was asked in vain. */
  listening: z
    .object({
      state: z.enum(['open', 'ended', 'none']),
      /** Unix milliseconds. */
      since: z.number(),
      /** When it is asked again, after it ended what it had begun. */
      retryAt: z.number().optional(),
    })
    .optional(),
  /** Whether it came with Orrery, or is an entry of `connections.json`. */
  embedded: z.boolean().optional(),
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
const definition = z.record(z.string(), z.unknown())
const name = z.string().trim().min(1).max(80)
/** What one message can carry: a bundle of 40 MB. */
export const MAX_BUNDLE = 40 * 1024 * 1024
const base64 = z.string().max(Math.ceil(MAX_BUNDLE / 3) * 4)

const jsonProblemSchema = z.object({
  line: z.number(),
  column: z.number(),
  message: z.string(),
  hint: z.string().optional(),
  said: messageRefSchema.optional(),
})

/** What an import found in a file or a pasted snippet; nothing is started or written by looking. */
export const importPreviewSchema = z.object({
  format: z.enum(['mcpServers', 'servers', 'single', 'unknown']),
  servers: z.array(
    z.object({
      name: z.string(),
      definition,
      /** The exact command line, or the address. */
      summary: z.string(),
      /** Of a program: everything that would run. */
      launch: launchSchema.optional(),
      problems: z.array(z.object({ message: z.string(), said: messageRefSchema.optional() })),
    }),
  ),
  /** Values that the file asks its user for; each becomes a secret. */
  inputs: z.array(z.object({ id: z.string(), description: z.string() })),
  error: jsonProblemSchema.optional(),
})
export type ImportPreview = z.infer<typeof importPreviewSchema>

export const definitionsSchema = z.object({
  /** The file that holds them, for people who edit it by hand. */
  file: z.string(),
  servers: z.array(z.object({ name: z.string(), definition })),
  platforms: z.array(z.object({ name: z.string(), definition })),
  telemetry: z.array(z.object({ name: z.string(), definition })),
  refused: z.array(z.object({ name: z.string(), reason: z.string(), said: messageRefSchema })),
  error: jsonProblemSchema.optional(),
})
export type Definitions = z.infer<typeof definitionsSchema>

export const connections = {
  list: procedure({ input: z.object({}), output: z.array(connectionSchema) }),
  start: procedure({ input: byId, output: z.null() }),
  stop: procedure({ input: byId, output: z.null() }),
  restart: procedure({ input: byId, output: z.null() }),
  /** The token of the embedded platform, to be copied; null for a platform whose token is not ours. */
  token: procedure({ input: byId, output: z.object({ token: z.string().nullable() }) }),
  log: procedure({ input: byId, output: z.array(logLineSchema) }),
  /** How another host would start or reach an MCP server; secrets stay names. Ours is the sample model, as it comes. */
  definition: procedure({
    input: byId,
    output: z.object({ name, definition, files: z.record(z.enum(MCP_HOSTS), z.string()) }),
  }),
  /** Writes that into the file in which a host keeps its user's servers. @returns which */
  writeEntry: procedure({
    input: byId.extend({ host: z.enum(MCP_HOSTS) }),
    output: z.object({ path: z.string() }),
  }),
  definitions: procedure({ input: z.object({}), output: definitionsSchema }),
  /** Adds or replaces an entry of `connections.json` and opens the connection. */
  save: procedure({
    input: z.object({ kind: connectionKindSchema, name, definition }),
    output: z.object({ id: z.string() }),
  }),
  /** Looks at an address before it is saved: what is wrong with it, and the same where a platform does answer. */
  check: procedure({
    input: z.object({ kind: z.enum(['platform', 'telemetry']), definition }),
    output: z.object({
      problem: z
        .object({ message: z.string(), hint: z.string().optional(), said: messageRefSchema.optional() })
        .optional(),
      mended: definition.optional(),
    }),
  }),
  remove: procedure({ input: byId, output: z.null() }),
  previewImport: procedure({
    input: z.object({ text: z.string().max(4_000_000) }),
    output: importPreviewSchema,
  }),
  /** What a bundle (`.mcpb`, `.dxt`) would run; nothing is written by looking. */
  previewBundle: procedure({ input: z.object({ base64 }), output: importPreviewSchema }),
  /** Unpacks a bundle to where its preview said that it runs. */
  keepBundle: procedure({ input: z.object({ base64 }), output: z.null() }),
  /** Reads `connections.json` again, after it was edited by hand. */
  reload: procedure({ input: z.object({}), output: definitionsSchema }),
  /** Lets the shown command be started, now and later, and starts it. */
  consent: procedure({ input: byId, output: z.null() }),
  /** Lets the person sign in to a server in a browser; ends when that is done. `address` is what the browser shows. */
  signIn: procedure({
    input: byId.extend({
      clientId: z.string().max(400).optional(),
      clientSecret: z.string().max(4000).optional(),
    }),
    output: z.null(),
    progress: z.object({ address: z.string() }),
  }),
  /** The folders that a server is told that it may work in. */
  roots: procedure({ input: byId, output: z.array(z.string()) }),
  setRoots: procedure({
    input: byId.extend({ folders: z.array(z.string().min(1)).max(100) }),
    output: z.null(),
  }),
  /** Forgets what was granted. */
  signOut: procedure({ input: byId, output: z.null() }),
  changed: event(z.array(connectionSchema)),
  logged: event(z.object({ id: z.string(), lines: z.array(logLineSchema) })),
}
