import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isLoopback } from '#shared/net/loopback.ts'
import { nearest } from '#shared/spl/index.ts'
import { readHostNames } from '../node/guard.ts'
import { LOG_FORMATS, type LogFormat } from '../node/operation/server-log.ts'
import { checkReport, Settings } from '../node/operation/settings.ts'
import { PROVIDERS, type Provider } from './graphstore/store.ts'
import { WORKSPACE_ID } from './mcp/service.ts'
import { OptionError } from './option-error.ts'
import { accessFolder, dataFolder, importRoot, telemetryFile } from './option-paths.ts'
import { findSample, sampleNames } from './samples/index.ts'

const SERVER_LOG_LEVELS = ['silent', 'error', 'info', 'debug'] as const
export type ServerLogLevel = (typeof SERVER_LOG_LEVELS)[number]

/** The server's options, complete after `readOptions`. */
export interface Options {
  readonly action: 'serve' | 'help' | 'version' | 'manifest'
  readonly data: string
  readonly graphstore: Provider
  readonly transport: 'stdio' | 'http'
  readonly host: string
  readonly port: number
  /** Host names, beside those of `host`, under which clients may address it. */
  readonly allowedHosts: readonly string[]
  readonly mcpPath: string
  /** If set, HTTP clients must send it; required for a non-loopback address. */
  readonly token: string | undefined
  /** Folder of keys, shared with the sandbox server; with it every request needs a key or the token. */
  readonly access: string | undefined
  readonly quickstart: boolean
  readonly quickstartWorkspace: string
  readonly quickstartSample: string
  readonly workspace: string
  /** Absolute, symbolic links resolved; `/` allows everything. Undefined: no files are read. */
  readonly importRoot: string | undefined
  readonly enableWrites: boolean
  readonly confirmWrites: boolean
  readonly maxMessageBytes: number
  readonly sessionIdleMs: number
  readonly logLevel: ServerLogLevel
  readonly logFormat: LogFormat
  /** Time limit in milliseconds for running work during a shutdown. */
  readonly drainMs: number
  /** Whether metrics need no token. */
  readonly openMetrics: boolean
  /** File that names the telemetry endpoints; without it, plans cannot be run. */
  readonly telemetry: string | undefined
}

interface Definition {
  readonly name: string
  /** Applies to a single run and is not part of the configuration. */
  readonly once?: boolean
  readonly value?: string
  readonly text: string
}

/** Options in `--help` order. */
const definitions: readonly Definition[] = [
  { name: 'data', value: '<path>', text: 'data folder (default .model-data)' },
  {
    name: 'graphstore',
    value: '<provider>',
    text: 'memory, file.memory, local.ladybug or graphdb (default file.memory; memory with --quickstart)',
  },
  { name: 'transport', value: '<name>', text: 'stdio or http (default stdio)' },
  { name: 'addr', value: '<host:port>', text: 'address of the http transport (default 127.0.0.1:8090)' },
  {
    name: 'allowed-hosts',
    value: '<name,…>',
    text: 'host names by which clients reach it over http, as through a reverse proxy that passes Host on',
  },
  { name: 'mcp-path', value: '<path>', text: 'path of the Streamable HTTP endpoint (default /mcp)' },
  {
    name: 'token',
    value: '<text>',
    text: 'bearer token for http; also MODEL_SERVER_TOKEN, which no process list shows',
  },
  {
    name: 'access',
    value: '<folder>',
    text: 'keys of people for http, made with orrery sandbox keys: a namespace is a workspace, a viewer reads',
  },
  { name: 'quickstart', text: 'import a sample before serving' },
  { name: 'quickstart-workspace', value: '<name>', text: 'workspace of the sample (default demo)' },
  {
    name: 'quickstart-sample',
    value: '<name>',
    text: 'multi-domain-quickstart, incident-investigation or incident-telemetry',
  },
  { name: 'workspace', value: '<name>', text: 'workspace of requests that name none (default demo)' },
  {
    name: 'import-root',
    value: '<path>',
    text: 'folder that model_import may read (default: the working directory; none with --access)',
  },
  { name: 'enable-writes', text: 'enable model_import, entity_write and entity_expire' },
  {
    name: 'confirm-writes',
    text: 'ask the client before each of them; clients of MCP 2026-07-28 can be asked',
  },
  {
    name: 'telemetry',
    value: '<file>',
    text: 'endpoints that query_plan_run may ask, as in connections.json; without it there is no such tool',
  },
  { name: 'max-message-bytes', value: '<n>', text: 'longest message that is read (default 67108864)' },
  {
    name: 'session-idle-seconds',
    value: '<n>',
    text: 'http sessions end after so long without a request (default 1800)',
  },
  { name: 'manifest', once: true, text: 'print what the server offers as JSON and exit' },
  { name: 'log-level', value: '<level>', text: 'silent, error, info or debug, on stderr (default info)' },
  {
    name: 'log-format',
    value: '<format>',
    text: 'text, or json: a line of JSON for whatever happens, and for each call with its trace (default text)',
  },
  {
    name: 'drain-seconds',
    value: '<n>',
    text: 'grace period after TERM for running calls; new ones are refused (default 10)',
  },
  { name: 'open-metrics', text: 'tell /metrics to anybody, not only to the token and keys of admins' },
  {
    name: 'config',
    once: true,
    value: '<file>',
    text: 'JSON, with comments, of these options by their names; also MODEL_SERVER_CONFIG',
  },
  {
    name: 'check',
    once: true,
    text: 'say what counts and where it is from, and what is wrong with it; serve nothing',
  },
  { name: 'help', once: true, text: 'print this and exit' },
  { name: 'version', once: true, text: 'print the version and exit' },
]

const DEFAULT_MESSAGE_BYTES = 64 * 1024 * 1024
/** A smaller limit would not even fit an initialize request. */
const MIN_MESSAGE_BYTES = 1024
/** Node's maximum string length. */
const MAX_MESSAGE_BYTES = 512 * 1024 * 1024

export function helpText(): string {
  const left = definitions.map(({ name, value }) => `  --${name}${value ? ` ${value}` : ''}`)
  const width = Math.max(...left.map((text) => text.length))
  return [
    'Serves a graph model over the Model Context Protocol.',
    '',
    'Usage: orrery model [options]',
    '',
    ...definitions.map(({ text }, index) => `${(left[index] ?? '').padEnd(width)}  ${text}`),
    '',
    'Every option may also be in the environment, as MODEL_SERVER_ and its name in capitals (MODEL_SERVER_LOG_LEVEL). What is',
    'on the command line counts before the environment, and that before the file.',
    '',
    'The graphdb provider reads GRAPHDB_URI, GRAPHDB_USERNAME, GRAPHDB_PASSWORD, GRAPHDB_DATABASE, GRAPHDB_TIMEOUT',
    'and GRAPHDB_DIALECT (neo4j, also called native, or opencypher); GRAPHDB_PROFILE (neo4j, memgraph, neptune or',
    'arcadedb) and GRAPHDB_READER_URI set up an engine.',
    'The local.ladybug provider reads MODEL_SERVER_EMBEDDED_MB, its page memory per workspace in MiB.',
    '',
  ].join('\n')
}

type Values = { readonly [name: string]: string | boolean | undefined }

/** Accepts Go-style single dashes, which users of the upstream service type. */
function doubled(argument: string): string {
  return /^-[a-z][a-z-]+(?:=|$)/.test(argument) ? `-${argument}` : argument
}

function parse(argv: readonly string[]): Values {
  const known = definitions.map(({ name }) => `--${name}`)
  const args = argv.map(doubled)
  for (const [index, argument] of args.entries()) {
    const name = argument.split('=')[0] ?? ''
    const before = definitions.find((one) => `--${one.name}` === args[index - 1])
    if (before?.value !== undefined) continue
    if (!name.startsWith('-'))
      throw new OptionError(`unexpected argument ${argument}; --help lists the options`)
    if (known.includes(name)) continue
    const suggestion = nearest(name, known)
    throw new OptionError(
      `unknown option ${name}; ${suggestion ? `did you mean ${suggestion}?` : '--help lists the options'}`,
    )
  }
  try {
    const { values } = parseArgs({
      args,
      strict: true,
      options: Object.fromEntries(
        definitions.map(
          ({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
        ),
      ),
    })
    return values as Values
  } catch (error) {
    const text = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new OptionError(text.replace(/\.$/, ''))
  }
}

function choice<T extends string>(values: Values, name: string, choices: readonly T[], fallback: T): T {
  const value = values[name]
  if (value === undefined) return fallback
  const found = choices.find((one) => one === value)
  if (found !== undefined) return found
  throw new OptionError(`--${name} ${String(value)} is unknown; use ${choices.join(', ')}`)
}

function whole(values: Values, name: string, least: number, most: number, fallback: number): number {
  const value = values[name]
  if (value === undefined) return fallback
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  throw new OptionError(`--${name} takes a whole number from ${least} to ${most}, not ${String(value)}`)
}

function workspaceName(values: Values, name: string, fallback: string): string {
  const value = values[name] ?? fallback
  if (typeof value === 'string' && WORKSPACE_ID.test(value)) return value
  throw new OptionError(
    `--${name} ${String(value)} is no workspace name; use lower-case letters, digits, - and _`,
  )
}

/** Parses `host:port`, also `[::1]:8090` and `:8090`; port 0 means any free port. */
function address(value: string): { host: string; port: number } {
  const match = /^(?:\[([^\]]+)\]|([^:[\]]*)):(\d{1,5})$/.exec(value)
  const port = Number(match?.[3])
  if (!match || port > 65_535)
    throw new OptionError(`--addr takes host:port, as in 127.0.0.1:8090, not ${value}`)
  return { host: (match[1] ?? match[2]) || '127.0.0.1', port }
}

function hostNames(text: string | boolean | undefined): string[] {
  if (typeof text !== 'string') return []
  const names = readHostNames(text)
  if (names) return names
  throw new OptionError(
    `--allowed-hosts takes host names without ports, as in models.example.org, not ${text}`,
  )
}

/** Other HTTP paths (docs/model-service.md#http), which the endpoint must not use. */
const OTHER_PATHS = new Set(['/healthz', '/readyz', '/metrics', '/audit', '/sse', '/messages'])

const PROVIDER_NAMES = [...PROVIDERS, 'neo4j'] as const

const settingsOf = (flags: Values, environment: Environment): Settings =>
  new Settings(
    Object.fromEntries(
      definitions.map(({ name, value, text, once }) => [
        name,
        {
          type: value === undefined ? 'boolean' : 'string',
          usual: /\(default ([^;)]+)/.exec(text)?.[1],
          secret: name === 'token',
          ...(once ? { once } : {}),
        },
      ]),
    ),
    { flags, environment, prefix: 'MODEL_SERVER_', readFile: (path) => readFileSync(path, 'utf8') },
  )

type Environment = { readonly [name: string]: string | undefined }

/**
 * Reads the command line, the environment and the configuration file.
 *
 * @throws OptionError with one line that names the option and its accepted values, unless `--check` requests
 *   all problems
 */
export function readOptions(argv: readonly string[], environment: Environment): Options | CheckReport {
  const flags = parse(argv)
  const action = (['help', 'version', 'manifest'] as const).find((one) => flags[one]) ?? 'serve'
  if (flags['token'] === '') throw new OptionError('--token must not be empty; leave it out to demand none')
  const settings = settingsOf(flags, environment)
  const options = optionsOf(settings, action)
  if (flags['check']) {
    const writes = options.graphstore !== 'memory' || options.access !== undefined
    return checkReport(settings, { access: options.access, data: writes ? options.data : undefined })
  }
  const [problem] = settings.problems
  if (problem !== undefined && action !== 'help' && action !== 'version') throw new OptionError(problem)
  return options
}

export type CheckReport = ReturnType<typeof checkReport>

/** Reads the options. Errors are recorded as problems of the settings, in which case the result is not used. */
function optionsOf(settings: Settings, action: Options['action']): Options {
  const values: Values = Object.fromEntries(
    definitions.map(({ name, value }) => [
      name,
      value === undefined ? settings.flag(name) : settings.text(name),
    ]),
  )
  const take = <Value>(work: () => Value): Value => settings.attempt(work) as Value
  const among = <Word extends string>(name: string, words: readonly Word[], usual: Word): Word =>
    take(() => choice(values, name, words, usual))
  const number = (name: string, least: number, most: number, usual: number): number =>
    take(() => whole(values, name, least, most, usual))
  const quickstart = values['quickstart'] === true
  const provider = among('graphstore', PROVIDER_NAMES, quickstart ? 'memory' : 'file.memory')
  const quickstartWorkspace = take(() => workspaceName(values, 'quickstart-workspace', 'demo'))
  const transport = among('transport', ['stdio', 'http', 'streamable-http', 'sse'], 'stdio')
  const addr = take(() => address(String(values['addr'] ?? '127.0.0.1:8090')))
  if (transport === 'stdio' && values['addr'] !== undefined)
    settings.remarks.push(`${settings.called('addr')} counts with --transport http only`)
  const token = typeof values['token'] === 'string' ? values['token'] : undefined
  take(() => refuseOpenHttp(transport, addr?.host, token || values['access']))
  return {
    action,
    data: take(() => dataFolder(String(values['data'] ?? '.model-data'))),
    graphstore: provider === 'neo4j' ? 'graphdb' : provider,
    transport: transport === 'stdio' ? 'stdio' : 'http',
    host: addr?.host,
    port: addr?.port,
    allowedHosts: take(() => hostNames(values['allowed-hosts'])),
    mcpPath: take(() => httpPath(String(values['mcp-path'] ?? '/mcp'))),
    token: token || undefined,
    access: take(() => accessFolder(values['access'])),
    quickstart,
    quickstartWorkspace,
    quickstartSample: take(() =>
      sampleName(String(values['quickstart-sample'] ?? 'multi-domain-quickstart')),
    ),
    workspace: take(() => workspaceName(values, 'workspace', quickstart ? quickstartWorkspace : 'demo')),
    importRoot: take(() =>
      importRoot(values['import-root'], transport !== 'stdio' && values['access'] !== undefined),
    ),
    enableWrites: values['enable-writes'] === true,
    confirmWrites: values['confirm-writes'] === true,
    maxMessageBytes: number('max-message-bytes', MIN_MESSAGE_BYTES, MAX_MESSAGE_BYTES, DEFAULT_MESSAGE_BYTES),
    sessionIdleMs: number('session-idle-seconds', 1, 7 * 24 * 3600, 1800) * 1000,
    telemetry: take(() => telemetryFile(values['telemetry'])),
    logLevel: among('log-level', SERVER_LOG_LEVELS, 'info'),
    logFormat: among('log-format', LOG_FORMATS, 'text'),
    drainMs: number('drain-seconds', 0, 3600, 10) * 1000,
    openMetrics: values['open-metrics'] === true,
  }
}

/** @throws OptionError for HTTP on a non-loopback address without authentication */
function refuseOpenHttp(transport: string | undefined, host: string | undefined, isClosed: unknown): void {
  if (transport === 'stdio' || host === undefined || isLoopback(host) || isClosed) return
  throw new OptionError(
    `--addr ${host} can be reached from other machines; set --token, MODEL_SERVER_TOKEN or --access`,
  )
}

function sampleName(sample: string): string {
  if (findSample(sample)) return sample
  throw new OptionError(`--quickstart-sample ${sample} is unknown; use ${sampleNames().join(', ')}`)
}

function httpPath(path: string): string {
  if (!/^\/[\w\-./]*$/.test(path)) throw new OptionError(`--mcp-path starts with /, as in /mcp, not ${path}`)
  if (OTHER_PATHS.has(path))
    throw new OptionError(`--mcp-path ${path} has a meaning of its own; choose another`)
  return path
}
