import { z } from 'zod'
import { PROTOCOLS } from '../../telemetry/answer.ts'
import { ownKey } from '../../sandbox/own-key.ts'
import { backendReportSchema } from '../../sandbox/backends.ts'
import { MCP_HOSTS } from '../host-configuration.ts'
import { event, procedure } from '../procedure.ts'
import { messageRefSchema } from '../sentences/message-ref.ts'

const connectionStateSchema = z.enum(['stopped', 'starting', 'ready', 'backoff', 'failed'])
export type ConnectionState = z.infer<typeof connectionStateSchema>

/** A graph-model (or any other MCP) server, a sandbox platform, or an endpoint for metrics or logs. */
const connectionKindSchema = z.enum(['model', 'platform', 'telemetry'])
export type ConnectionKind = z.infer<typeof connectionKindSchema>

/** Why a connection is not ready, and the step that failed. */
const connectionFailureSchema = z.object({
  step: z.enum(['spawn', 'signIn', 'handshake', 'version', 'list', 'running', 'request']),
  message: z.string(),
  hint: z.string().optional(),
  said: messageRefSchema.optional(),
  exitCode: z.number().nullable().optional(),
  signal: z.string().nullable().optional(),
  /** Last lines of the process's stderr. */
  lastLines: z.array(z.string()),
})
export type ConnectionFailure = z.infer<typeof connectionFailureSchema>

/** The complete command to start a program. */
export const launchSchema = z.object({
  commandLine: z.string(),
  /** Its working directory, if the definition sets one. */
  cwd: z.string().optional(),
  /** Environment variables set by the definition; values that look like secrets are masked. */
  env: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type Launch = z.infer<typeof launchSchema>

const connectionSchema = z.object({
  id: z.string(),
  kind: connectionKindSchema,
  name: z.string(),
  transport: z.enum(['embedded', 'stdio', 'http', 'sse', 'rest']),
  state: connectionStateSchema,
  /** Unix milliseconds of the last state change. */
  since: z.number(),
  pid: z.number().optional(),
  /** Number of automatic restarts after failures. */
  restarts: z.number(),
  /** Time of the next attempt (Unix milliseconds), while in `backoff`. */
  retryAt: z.number().optional(),
  failure: connectionFailureSchema.optional(),
  server: z.object({ name: z.string(), version: z.string(), protocol: z.string().optional() }).optional(),
  /** Model servers: MCP revisions to negotiate, if restricted: with sessions (`legacy`) or without (`modern`). */
  era: z.enum(['legacy', 'modern']).optional(),
  /** Model servers: the current workspace, and the prefix of the server's identifiers (`model`, `umodel`, …). */
  workspace: z.string().optional(),
  prefix: z.string().optional(),
  /** Platforms: base address, isolation backend, and whether sandboxes are isolated from this machine. */
  address: z.string().optional(),
  runtime: z.string().optional(),
  isolated: z.boolean().optional(),
  /** Telemetry: the protocol, and the storages assigned by the user. */
  speaks: z.enum(PROTOCOLS).optional(),
  storages: z.array(z.string()).optional(),
  /** The embedded platform: the backends it tried, why each one does not work, and how to fix it. */
  backends: z.array(backendReportSchema).optional(),
  /** Base paths of its APIs, if not the default ones. */
  paths: z.object({ sandbox: z.string().optional(), gem: z.string().optional() }).optional(),
  /** Set while a program waits for the user's consent: its command, and the one allowed earlier under this name. */
  consent: z.object({ launch: launchSchema, before: launchSchema.optional() }).optional(),
  /** Whether the server requested the roots, the folders it may work in. */
  asksRoots: z.boolean().optional(),
  /** Servers of ours: the key that was sent, and what it may do; absent for a server's own token. */
  key: ownKey.optional(),
  /** Whether the user is signed in. */
  signedIn: z.boolean().optional(),
  /** Servers without sessions: whether they report changes; `none` if they do not support it. */
  listening: z
    .object({
      state: z.enum(['open', 'ended', 'none']),
      /** Unix milliseconds. */
      since: z.number(),
      /** Time of the next subscription attempt, after the server closed the previous one. */
      retryAt: z.number().optional(),
    })
    .optional(),
  /** Whether it is part of Orrery, rather than an entry of `connections.json`. */
  embedded: z.boolean().optional(),
})
export type Connection = z.infer<typeof connectionSchema>

const logLineSchema = z.object({
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
/** Largest bundle that fits into one message: 40 MB. */
export const MAX_BUNDLE = 40 * 1024 * 1024
const base64 = z.string().max(Math.ceil(MAX_BUNDLE / 3) * 4)

const jsonProblemSchema = z.object({
  line: z.number(),
  column: z.number(),
  message: z.string(),
  hint: z.string().optional(),
  said: messageRefSchema.optional(),
})

/** What an import found in a file or a pasted snippet; a preview starts and writes nothing. */
const importPreviewSchema = z.object({
  format: z.enum(['mcpServers', 'servers', 'single', 'unknown']),
  servers: z.array(
    z.object({
      name: z.string(),
      definition,
      /** The exact command line, or the address. */
      summary: z.string(),
      /** Programs: the complete command. */
      launch: launchSchema.optional(),
      problems: z.array(z.object({ message: z.string(), said: messageRefSchema.optional() })),
    }),
  ),
  /** Values that the file asks the user for; each becomes a secret. */
  inputs: z.array(z.object({ id: z.string(), description: z.string() })),
  error: jsonProblemSchema.optional(),
})
export type ImportPreview = z.infer<typeof importPreviewSchema>

const definitionsSchema = z.object({
  /** The file with the definitions, for manual editing. */
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
  /** The embedded platform's token, to be copied; null for other platforms. */
  token: procedure({ input: byId, output: z.object({ token: z.string().nullable() }) }),
  log: procedure({ input: byId, output: z.array(logLineSchema) }),
  /**
   * How another host would start or reach an MCP server; secrets appear by name only. For our own server,
   * with the sample model.
   */
  definition: procedure({
    input: byId,
    output: z.object({ name, definition, files: z.record(z.enum(MCP_HOSTS), z.string()) }),
  }),
  /** Writes that entry to the host's configuration file. @returns its path */
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
  /** Checks an address before it is saved, and suggests a corrected one if a platform answers there. */
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
  /** Asks an address, without credentials, whether it is that of an MCP server or of a sandbox platform. */
  whatAnswers: procedure({
    input: z.object({ url: z.url({ protocol: /^https?$/ }).max(2000) }),
    output: z.object({
      service: z.enum(['model', 'platform', 'unknown']),
      message: z.string(),
      hint: z.string().optional(),
      said: messageRefSchema.optional(),
    }),
  }),
  /** Returns the command that a bundle (`.mcpb`, `.dxt`) would run; writes nothing. */
  previewBundle: procedure({ input: z.object({ base64 }), output: importPreviewSchema }),
  /** Unpacks a bundle to the folder that its preview named. */
  keepBundle: procedure({ input: z.object({ base64 }), output: z.null() }),
  /** Reloads `connections.json` after manual editing. */
  reload: procedure({ input: z.object({}), output: definitionsSchema }),
  /** Allows the displayed command from now on, and starts it. */
  consent: procedure({ input: byId, output: z.null() }),
  /** Signs the user in to a server in a browser; resolves when done. `address` is the page to open. */
  signIn: procedure({
    input: byId.extend({
      clientId: z.string().max(400).optional(),
      clientSecret: z.string().max(4000).optional(),
    }),
    output: z.null(),
    progress: z.object({ address: z.string() }),
  }),
  /** The roots announced to a server. */
  roots: procedure({ input: byId, output: z.array(z.string()) }),
  setRoots: procedure({
    input: byId.extend({ folders: z.array(z.string().min(1)).max(100) }),
    output: z.null(),
  }),
  /** Deletes the stored authorisation. */
  signOut: procedure({ input: byId, output: z.null() }),
  changed: event(z.array(connectionSchema)),
  logged: event(z.object({ id: z.string(), lines: z.array(logLineSchema) })),
}
