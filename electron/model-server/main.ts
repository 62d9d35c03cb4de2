import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isMainThread } from 'node:worker_threads'
import { isLoopback } from '#shared/net/loopback.ts'
import { collectWhenIdle } from '../node/idle-memory.ts'
import { Drain } from '../node/operation/drain.ts'
import { Metrics } from '../node/operation/metrics.ts'
import { addProcessMetrics } from '../node/operation/process-metrics.ts'
import { jsonLine } from '../node/operation/server-log.ts'
import { runParseWorker, workerParser } from './elements/parse-worker.ts'
import { Changes } from './mcp/changes.ts'
import { discovery } from './mcp/methods/discovery.ts'
import type { Service } from './mcp/service.ts'
import { serveStdio } from './mcp/transports/stdio.ts'
import { openStore } from './graphstore/open.ts'
import type { GraphStore } from './graphstore/store.ts'
import { Log } from './log.ts'
import { OptionError } from './option-error.ts'
import { type CheckReport, type Options, helpText, readOptions } from './options.ts'
import { importSample } from './samples/import.ts'
import type { readTelemetry as readTelemetryIn, Telemetry } from './telemetry/plan-run.ts'
import { ServiceError, invalidArgument, toServiceError } from './service-error.ts'

const version = process.env['ORRERY_VERSION'] ?? '0.0.0'

/** Exit codes: 0 at the end of the input or after a signal, 1 when the service cannot run, 2 for a wrong option. */
const FAILED = 1
const WRONG_OPTION = 2

/** @returns when the stdio client has disconnected, or the server was asked to shut down */
async function serve(options: Options, service: Service, { log, metrics, drain, end }: Life): Promise<void> {
  const onError = (error: unknown): void =>
    log.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
  const { maxMessageBytes, drainMs, openMetrics } = options
  if (options.transport === 'stdio') {
    const { stdin: input, stdout: output } = process
    const client = serveStdio(service, { input, output, maxMessageBytes, onError, end })
    const late = async (): Promise<void> => {
      await aborted(end)
      // Answers completed within the limit are also written.
      if ((await drain.drained(drainMs)) === 0) await client
    }
    return Promise.race([client, late()])
  }
  // Loaded lazily, so that a start over stdio takes no longer.
  const [{ serveHttp }, { openAccess }, { ServedCalls }] = await Promise.all([
    import('./mcp/transports/http.ts'),
    import('./server-access.ts'),
    import('../node/operation/served-calls.ts'),
  ])
  const { access } = options
  const keeping =
    access === undefined ? undefined : await openAccess({ ...options, access }, (text) => log.problem(text))
  const calls = new ServedCalls(metrics, (call) => {
    // Successful protocol calls have their own log line.
    if (call.status >= 400) log.call(call)
  })
  const operating = { metrics, drain, calls, openMetrics, audit: keeping?.shelf }
  const { keys, audit, usage } = keeping ?? {}
  const http = { ...options, keys, audit, usage, operating, loopback: isLoopback(options.host), onError }
  const server = await serveHttp(service, http).catch((error: NodeJS.ErrnoException) => {
    throw cannotListen(options, error)
  })
  log.info(`listening on ${server.url}`)
  await aborted(end)
  log.info('shutting down')
  const left = await drain.drained(drainMs)
  if (left > 0) log.error(`time is up; ending with ${left} running ${left === 1 ? 'call' : 'calls'}`)
  server.endStreams()
  await server.close()
  await keeping?.close()
}

/** Process-wide state, and the shutdown signal. */
interface Life {
  readonly log: Log
  readonly metrics: Metrics
  readonly drain: Drain
  readonly end: AbortSignal
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Explains in one sentence why an address cannot be bound. */
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
  const life: Life = { log, metrics: new Metrics(), drain: new Drain(), end: endOnSignal(store) }
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
      // The build bundles everything into this file, which is also the worker's entry point.
      parse: workerParser(new URL(import.meta.url)),
      version,
      graphApp: appBeside(new URL(import.meta.url)),
      changes: new Changes(),
      ...watchOf(options, life),
      telemetry: options.telemetry === undefined ? undefined : await telemetryIn(options.telemetry),
    }
    if (options.action === 'manifest') {
      const manifest = await discovery(service, options.workspace)
      process.stdout.write(`${JSON.stringify(manifest, null, 2)}\n`)
    } else {
      collectWhenIdle()
      await serve(options, service, life)
    }
  } finally {
    await store.close()
  }
}

/**
 * Loads the plan runner, a separate program beside this file because it is large and few servers need it.
 * @throws ServiceError INVALID_ARGUMENT for an unusable file
 */
async function telemetryIn(path: string): Promise<Telemetry> {
  const program = new URL('model-telemetry.mjs', import.meta.url)
  if (!existsSync(program)) throw invalidArgument('telemetry', '--telemetry is not part of this package.')
  const { readTelemetry } = (await import(program.href)) as { readTelemetry: typeof readTelemetryIn }
  return readTelemetry(path, process.env).catch((error: Error) => {
    throw invalidArgument('telemetry', error.message)
  })
}

/** Returns the page that the build places beside this file. */
function appBeside(file: URL): (() => Promise<string>) | undefined {
  const page = new URL('graph-app.html', file)
  return existsSync(page) ? () => readFile(page, 'utf8') : undefined
}

/** Returns the callback that counts and logs requests, if anything consumes it. */
function watchOf(
  { transport, logFormat, graphstore }: Options,
  { log, metrics, drain }: Life,
): Partial<Service> {
  if (transport === 'stdio' && logFormat === 'text') return { drain }
  addProcessMetrics(metrics, { program: 'model', version, graphstore })
  metrics.gauge('orrery_draining', 'Whether the server is shutting down: 1 or 0.', () =>
    Number(drain.isDraining),
  )
  metrics.gauge('orrery_work_running', 'Calls that an end of the server waits for.', () => drain.running)
  const took = metrics.histogram(
    'orrery_mcp_request_duration_seconds',
    'Requests of the protocol by method, tool and outcome, and how long their answers took.',
  )
  return {
    drain,
    onCall(call) {
      const { method, tool = '', outcome, ms } = call
      took.observe({ method, tool, outcome }, ms / 1000)
      log.call(call)
    },
  }
}

/**
 * SIGTERM shuts down gracefully; SIGINT, or a second SIGTERM, ends the process immediately. Either way the
 * store is closed first, so that nothing is lost or left locked.
 */
function endOnSignal(store: GraphStore): AbortSignal {
  const draining = new AbortController()
  const now = (): void => void store.close().finally(() => process.exit(0))
  process.once('SIGINT', now)
  process.once('SIGTERM', () => {
    process.once('SIGTERM', now)
    draining.abort()
  })
  return draining.signal
}

async function main(): Promise<void> {
  let options: Options | CheckReport
  try {
    options = readOptions(process.argv.slice(2), process.env)
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    process.stderr.write(`model-server: ${error.message}\n`)
    process.exitCode = WRONG_OPTION
    return
  }
  if ('exitCode' in options) {
    process.stdout.write(options.text)
    process.exitCode = options.exitCode
  } else if (options.action === 'help') process.stdout.write(helpText())
  else if (options.action === 'version') process.stdout.write(`${version}\n`)
  else {
    try {
      await run(options, new Log(options))
    } catch (error) {
      const { code, message } = toServiceError(error)
      const line = `model-server: ${message.replaceAll('\n', ' ')}`
      process.stderr.write(options.logFormat === 'json' ? jsonLine('error', line) : `${line}\n`)
      // A wrong environment variable counts as a wrong option.
      process.exitCode = code === 'INVALID_ARGUMENT' ? WRONG_OPTION : FAILED
    }
  }
}

if (isMainThread) {
  await main()
  // A half-open stdin or a library's timer must not keep a server without a client alive.
  process.exit()
} else {
  runParseWorker()
}
