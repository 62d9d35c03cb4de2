import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isMainThread } from 'node:worker_threads'
import { isLoopback } from '#shared/net/loopback.ts'
import type { KeyRing } from '../node/access/key-ring.ts'
import { answerParse, parserIn } from './elements/parse-aside.ts'
import { Changes } from './mcp/changes.ts'
import { discovery } from './mcp/methods/discovery.ts'
import type { Service } from './mcp/service.ts'
import { serveStdio } from './mcp/transports/stdio.ts'
import { openStore } from './graphstore/open.ts'
import type { GraphStore } from './graphstore/store.ts'
import { OptionError, type Options, helpText, readOptions, type ServerLogLevel } from './options.ts'
import { importSample } from './samples/import.ts'
import type { readTelemetry as readTelemetryIn, Telemetry } from './telemetry/plan-run.ts'
import { ServiceError, invalidArgument, toServiceError } from './service-error.ts'

const ORDER: { readonly [level in ServerLogLevel]: number } = { silent: 0, error: 1, info: 2, debug: 3 }

/** Lines for people, on stderr: stdout belongs to the protocol. */
class Log {
  readonly #most: number
  readonly #write: (line: string) => void

  constructor(level: ServerLogLevel, write: (line: string) => void = (line) => process.stderr.write(line)) {
    this.#most = ORDER[level]
    this.#write = write
  }

  error(message: string): void {
    this.#line('error', message)
  }

  /** Something kept that is damaged or missing. The workbench shows such lines to the person. */
  problem(message: string): void {
    this.#line('error', message, 'problem')
  }

  info(message: string): void {
    this.#line('info', message)
  }

  debug(message: string): void {
    this.#line('debug', message)
  }

  #line(level: Exclude<ServerLogLevel, 'silent'>, message: string, word: string = level): void {
    if (ORDER[level] <= this.#most) this.#write(`model-server ${word}: ${message.replaceAll('\n', ' ')}\n`)
  }
}

const version = process.env['ORRERY_VERSION'] ?? '0.0.0'

/** Exit codes: 0 at the end of the input or a signal, 1 when the service cannot run, 2 for a wrong option. */
const FAILED = 1
const WRONG_OPTION = 2

async function serve(options: Options, service: Service, log: Log): Promise<void> {
  const onError = (error: unknown): void =>
    log.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
  const { maxMessageBytes } = options
  if (options.transport === 'stdio') {
    return serveStdio(service, { input: process.stdin, output: process.stdout, maxMessageBytes, onError })
  }
  // Loaded only where it is needed: over stdio a start should take no longer for it.
  const { serveHttp } = await import('./mcp/transports/http.ts')
  const keys = options.access === undefined ? undefined : await keysIn(options.access, log)
  const http = { ...options, keys, loopback: isLoopback(options.host), onError }
  const server = await serveHttp(service, http).catch((error: NodeJS.ErrnoException) => {
    throw cannotListen(options, error)
  })
  log.info(`listening on ${server.url}`)
  // Until a signal ends the process; see stopOnSignal.
  await new Promise<never>(() => undefined)
}

/** Loaded only where keys are asked for. */
async function keysIn(folder: string, log: Log): Promise<KeyRing> {
  const { KeyRing: Ring } = await import('../node/access/key-ring.ts')
  try {
    return new Ring(folder, (sentence) => log.problem(sentence))
  } catch (error) {
    throw invalidArgument('access', `The keys in ${folder} cannot be used: ${(error as Error).message}.`)
  }
}

/** Why the requested address cannot be used, in one sentence. */
function cannotListen({ host, port }: Options, error: NodeJS.ErrnoException): unknown {
  const { code = '' } = error
  if (code === 'EADDRINUSE' || code === 'EACCES') {
    const why = code === 'EACCES' ? 'may not be used by this user' : 'is in use'
    return new ServiceError('CONFLICT', `Port ${port} on ${host} ${why}; choose another with --addr.`)
  }
  return code === ''
    ? error
    : invalidArgument('addr', `--addr ${host} is no address of this machine (${code}).`)
}

async function run(options: Options, log: Log): Promise<void> {
  const store = await openStore(options, (message) => log.problem(message))
  const stop = stopOnSignal(store)
  try {
    const health = await store.health()
    if (health.status === 'unavailable') throw new Error(health.message ?? `${store.provider} is unavailable`)
    if (options.quickstart) {
      const summary = await importSample(store, options.quickstartWorkspace, options.quickstartSample)
      log.info(
        `quickstart workspace=${options.quickstartWorkspace} sample=${summary.sample} imported=${summary.imported} ` +
          `skipped=${summary.skipped} entities=${summary.entities} relations=${summary.relations}`,
      )
    }
    const service: Service = {
      store,
      defaultWorkspace: options.workspace,
      writesEnabled: options.enableWrites,
      confirmsWrites: options.confirmWrites,
      importRoot: options.importRoot,
      // Built, all of this is one file: the thread starts from it, too.
      parse: parserIn(new URL(import.meta.url)),
      version,
      graphApp: appBeside(new URL(import.meta.url)),
      changes: new Changes(),
      telemetry: options.telemetry === undefined ? undefined : await telemetryIn(options.telemetry),
    }
    if (options.action === 'manifest') {
      const manifest = await discovery(service, options.workspace)
      process.stdout.write(`${JSON.stringify(manifest, null, 2)}\n`)
    } else {
      await serve(options, service, log)
    }
  } finally {
    stop()
    await store.close()
  }
}

/** What runs plans is a program beside this file: it is large, and few servers need it. @throws ServiceError INVALID_ARGUMENT for a file that cannot be used */
async function telemetryIn(path: string): Promise<Telemetry> {
  const program = new URL('model-telemetry.mjs', import.meta.url)
  if (!existsSync(program)) throw invalidArgument('telemetry', '--telemetry is not part of this package.')
  const { readTelemetry } = (await import(program.href)) as { readTelemetry: typeof readTelemetryIn }
  return readTelemetry(path, process.env).catch((error: Error) => {
    throw invalidArgument('telemetry', error.message)
  })
}

/** The page that the build puts beside this file. */
function appBeside(file: URL): (() => Promise<string>) | undefined {
  const page = new URL('graph-app.html', file)
  return existsSync(page) ? () => readFile(page, 'utf8') : undefined
}

/** SIGINT and SIGTERM end the process in order; the store is closed first so that nothing is lost or left locked. */
function stopOnSignal(store: GraphStore): () => void {
  const end = (): void => {
    void store.close().finally(() => process.exit(0))
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  return () => {
    process.off('SIGINT', end)
    process.off('SIGTERM', end)
  }
}

async function main(): Promise<void> {
  let options: Options
  try {
    options = readOptions(process.argv.slice(2), process.env)
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    process.stderr.write(`model-server: ${error.message}\n`)
    process.exitCode = WRONG_OPTION
    return
  }
  if (options.action === 'help') process.stdout.write(helpText())
  else if (options.action === 'version') process.stdout.write(`${version}\n`)
  else {
    try {
      await run(options, new Log(options.logLevel))
    } catch (error) {
      const { code, message } = toServiceError(error)
      process.stderr.write(`model-server: ${message.replaceAll('\n', ' ')}\n`)
      // A wrong environment variable is a wrong option.
      process.exitCode = code === 'INVALID_ARGUMENT' ? WRONG_OPTION : FAILED
    }
  }
}

if (isMainThread) {
  await main()
  // A half-open stdin or a timer of a library must not keep a server without a client alive.
  process.exit()
} else {
  answerParse()
}
