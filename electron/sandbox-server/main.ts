import { createReadStream, closeSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isLoopback } from '#shared/net/loopback.ts'
import { awaitLock, LockHeld } from '../node/folder-lock.ts'
import { collectWhenIdle } from '../node/idle-memory.ts'
import { AuditLog } from '../node/access/audit.ts'
import { whyUnwritable } from '../node/folder-check.ts'
import { recoverAudit } from '../node/access/audit-recovery.ts'
import { readAudit } from '../node/access/audit-reader.ts'
import { KeyRing } from '../node/access/key-ring.ts'
import { InvalidKeyFile } from '../node/access/keys.ts'
import { serverId, SharedUsage } from '../node/access/shared-usage.ts'
import { Drain } from '../node/operation/drain.ts'
import { Metrics } from '../node/operation/metrics.ts'
import { addProcessMetrics } from '../node/operation/process-metrics.ts'
import { type ServedCall, ServedCalls } from '../node/operation/served-calls.ts'
import { jsonLine, jsonOf } from '../node/operation/server-log.ts'
import { Limits } from './access/limits.ts'
import type { ServerAccess } from './access/scopes.ts'
import type { Operating } from './api/operating.ts'
import type { Platform, WholePlatform } from './api/platform.ts'
import { type RunningServer, serve } from './api/server.ts'
import { Spool } from './api/spool.ts'
import { Commits } from './lifecycle/commits.ts'
import { ImageFolder } from './lifecycle/image-folder.ts'
import { ImageImport } from './lifecycle/image-import.ts'
import { Images } from './lifecycle/images.ts'
import { pluginIsolates } from './lifecycle/plugin-isolates.ts'
import { RecordStore } from './lifecycle/record-store.ts'
import { UsageHistory } from './lifecycle/usage-history.ts'
import { Sandboxes } from './lifecycle/sandboxes.ts'
import { UsageError } from './option-values.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { type Choice, chooseRuntime } from './runtime/choose.ts'
import { hasTerminals } from './runtime/local-process.ts'
import { type Runtime, RuntimeFailure } from './runtime/runtime.ts'
import { removeTree } from './runtime/trees.ts'

/** The O_CLOEXEC flag in the octal `flags` of `/proc/self/fdinfo/N`. */
const CLOSE_ON_EXEC = 0o2000000

/**
 * Closes file descriptors inherited from the parent process, except the standard ones: bubblewrap would pass them on into every
 * sandbox. Node's own descriptors are close-on-exec and remain open. Linux only; bubblewrap does not exist elsewhere.
 */
function closeInherited(): void {
  const channel = Number(process.env['NODE_CHANNEL_FD'] ?? Number.NaN)
  for (const name of listed()) {
    const descriptor = Number(name)
    if (descriptor <= 2 || descriptor === channel || closesOnExec(name)) continue
    try {
      closeSync(descriptor)
    } catch {
      // It was the descriptor of the directory listing.
    }
  }
}

function listed(): string[] {
  try {
    return readdirSync('/proc/self/fd')
  } catch {
    return []
  }
}

function closesOnExec(descriptor: string): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1]
    return flags === undefined || (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) !== 0
  } catch {
    return true
  }
}

/**
 * The sandbox server's entry point. Standard output carries exactly one JSON line, when the server is ready; log messages go to
 * standard error.
 */
const version = process.env['ORRERY_VERSION'] ?? 'dev'

/**
 * How long a start waits for a server that is about to exit: its workbench was killed, or it is stopping its
 * sandboxes.
 */
const MAX_LOCK_WAIT_MS = 8_000

let isJson = false
const log = (line: string): void => void process.stderr.write(isJson ? jsonOf(line) : `${line}\n`)

async function main(): Promise<number> {
  closeInherited()
  const options = readOptions(process.argv.slice(2), process.env)
  if (options === 'help' || options === 'version') {
    process.stdout.write(options === 'help' ? USAGE : `${version}\n`)
    return 0
  }
  if ('exitCode' in options) {
    process.stdout.write(options.text)
    return options.exitCode
  }
  isJson = options.logFormat === 'json'
  // Child processes must not inherit it, and nothing else needs it.
  delete process.env['ORRERY_SANDBOX_TOKEN']
  delete process.env['ORRERY_PROXY_SECRET']
  await mkdir(options.data, { recursive: true, mode: 0o700 })
  const dataFolder = await realpath(options.data)
  // A second server would remove the first one's sandboxes as leftovers.
  const lock = await awaitLock(join(dataFolder, 'server.lock'), MAX_LOCK_WAIT_MS, {})
  // Registered early, so that it also runs if the startup fails.
  process.once('exit', () => lock.release())
  const { runtime, backends } = await chooseRuntime({
    wanted: options.runtime,
    dataFolder,
    images: options.images,
    cluster: options.cluster,
    log,
  })
  // If isolates outlive their server, only the records tell which are leftovers.
  if (!runtime.adopt) await sweep(runtime)
  const keeping = await openAccess(options, dataFolder)
  const platform = await openPlatform(options, dataFolder, { runtime, backends }, keeping)
  const isolates = await pluginIsolates(runtime, join(dataFolder, 'gem'))
  const operating = operatingOf(options, runtime)
  const server = await serve(platform, { ...options, version, isolates, keeping, operating })
  // A process that reads the ready line may end the server at once.
  const end = endOfLife(options)
  collectWhenIdle()
  announce(server, { runtime, backends }, options)
  const signal = await end
  log(`shutting down (${signal ?? 'end of standard input'})`)
  if (signal === 'SIGTERM') await letGoOn(operating.drain, platform.commits, options)
  server.endStreams()
  platform.usage.close()
  await platform.sandboxes.dispose()
  await server.close()
  keeping.keys.close()
  keeping.limits.close()
  await keeping.audit.close()
  await runtime.dispose()
  return 0
}

async function openPlatform(
  options: Options,
  dataFolder: string,
  { runtime, backends }: Choice,
  { keys, limits }: ServerAccess,
): Promise<WholePlatform> {
  const workFolder = join(dataFolder, 'work')
  await rm(workFolder, { recursive: true, force: true })
  await mkdir(workFolder, { recursive: true })
  const imageFolder = new ImageFolder(options.images)
  await imageFolder.load()
  for (const problem of imageFolder.problems) log(`problem: ${problem}`)
  const images = new Images({
    runtime,
    folder: imageFolder,
    strict: options.strictImages,
    platform: options.platform,
  })
  const { defaultCpus, defaultMemory, idleMinutes, jobHours, maxSandboxes, maxEnvironments, network } =
    options
  const store = new RecordStore(dataFolder, undefined, runtime.records)
  const sandboxes = new Sandboxes({
    runtime,
    images,
    store,
    network,
    platform: options.platform,
    defaultCpus,
    defaultMemory,
    idleMinutes,
    jobHours,
    maxSandboxes,
    maxEnvironments,
    admit: limits.admit,
    log,
  })
  limits.follow(sandboxes.census, store.isShared)
  const known = await sandboxes.load()
  if (runtime.adopt) await sweep(runtime, known)
  const workshop = join(options.images, 'work')
  await removeTree(workshop)
  const imageImport = new ImageImport(runtime, imageFolder, workshop)
  if (imageImport.isPossible) await importArchives(imageFolder, imageImport)
  const commits = new Commits({ sandboxes, runtime, folder: imageFolder })
  const usage = new UsageHistory(() => sandboxes.running())
  const platform: Omit<WholePlatform, 'nothing'> = {
    sandboxes,
    runtime,
    backends,
    images,
    imageFolder,
    imageImport,
    commits,
    usage,
    spool: new Spool(workFolder),
    log,
    audit: {
      get isKept() {
        return !keys.isEmpty
      },
      read: (wish) => readAudit(options.access, wish),
    },
    admitSession: (id, key) => {
      const record = sandboxes.find(id)
      if (record) limits.admitSession(record, key, sandboxes.census)
    },
  }
  return { ...platform, nothing: emptied(platform, dataFolder, options) }
}

/** The same platform without sandboxes and images. */
function emptied(platform: Platform, dataFolder: string, options: Options): Platform {
  const { runtime, images } = platform
  const store = new RecordStore(dataFolder)
  const sandboxes = new Sandboxes({ ...options, runtime, images: images as Images, store, log })
  const imageFolder = new ImageFolder(options.images)
  const commits = new Commits({ sandboxes, runtime, folder: imageFolder })
  return { ...platform, sandboxes, imageFolder, commits }
}

/** @throws when the folder cannot be written: it would otherwise be said to each caller who changes something */
async function openAccess({ access }: Options, dataFolder: string): Promise<ServerAccess> {
  await mkdir(access, { recursive: true, mode: 0o700 })
  const why = whyUnwritable(access)
  if (why !== undefined)
    throw new UsageError(`--access ${access} cannot be written (${why}), and the audit is kept there`)
  const server = await serverId(dataFolder)
  const problem = (sentence: string): void => log(`problem: ${sentence}`)
  const keys = new KeyRing(access, problem)
  const audit = new AuditLog(access, dataFolder)
  await recoverAudit(audit, access, dataFolder)
  return { keys, limits: new Limits(keys, () => new SharedUsage(access, server, problem)), audit }
}

async function sweep(runtime: Runtime, known?: readonly string[]): Promise<void> {
  const swept = await runtime.sweep(known)
  if (swept > 0) log(`an earlier run left something behind, which is ended now (${swept})`)
}

/** Imports archives in the images folder; one that cannot be imported is reported and left in place. */
async function importArchives(folder: ImageFolder, imageImport: ImageImport): Promise<void> {
  for (const { reference, path } of await folder.archives()) {
    await imageImport.import(reference, createReadStream(path)).then(
      () => log(`imported ${path} as image ${reference}`),
      (error: Error) => log(`${path} is no image: ${error.message}`),
    )
  }
}

function announce(server: RunningServer, { runtime, backends }: Choice, options: Options): void {
  const { name, isolated, missing } = runtime.info
  if (options.tokenIsNew) log(`token: ${options.token}`)
  if (options.token === undefined && !isLoopback(options.host)) {
    log('warning: no token is demanded: whoever reaches this address runs programs here; leave out --no-auth')
  }
  for (const sentence of missing) log(`note: ${sentence}`)
  if (!hasTerminals())
    log('note: the package @lydell/node-pty is not installed: no terminals, so no sessions.')
  const engine = runtime.infoOf({ kind: 'engine', layers: [], reference: '', env: {} }).name
  const others = engine === name ? '' : ` (${engine} for images that are not here)`
  log(
    `sandbox server ${version} on ${server.url}, runtime ${name}${others}${isolated ? '' : ' (NOT ISOLATED)'}`,
  )
  for (const { name: backend, reason, commands } of backends) {
    if (name === 'none') log(`note: ${backend}: ${reason}`)
    for (const command of commands) log(`try: ${command}`)
  }
  const ready = { event: 'listening', url: server.url, runtime: name, isolated, version, backends }
  process.stdout.write(`${JSON.stringify(ready)}\n`)
}

function operatingOf({ openMetrics }: Options, runtime: Runtime): Operating {
  const metrics = new Metrics()
  addProcessMetrics(metrics, { program: 'sandbox', version, runtime: runtime.info.name })
  const onServed = (call: ServedCall): void => {
    if (isJson) process.stderr.write(jsonLine('info', 'call', call))
  }
  return { metrics, drain: new Drain(), calls: new ServedCalls(metrics, onServed), openMetrics }
}

/**
 * Resolves when the server should exit: with the signal received, or with undefined when standard input ended and that was
 * requested.
 */
function endOfLife({ exitOnStdinEnd }: Options): Promise<NodeJS.Signals | undefined> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve(signal))
    if (!exitOnStdinEnd) return
    const ended = (): void => resolve(undefined)
    process.stdin.once('end', ended).once('close', ended).once('error', ended).resume()
  })
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Accepts no new work and waits a while for running work; another signal ends the wait. */
async function letGoOn(drain: Drain, commits: Commits, { drainMs }: Options): Promise<void> {
  for (const signal of SIGNALS) process.on(signal, () => drain.hurry())
  const running = (): string =>
    [[drain.running, 'call'] as const, [commits.running, 'commit'] as const]
      .filter(([count]) => count > 0)
      .map(([count, what]) => `${count} running ${what}${count === 1 ? '' : 's'}`)
      .join(' and ')
  if (running() !== '') log(`waiting up to ${drainMs / 1000} s for ${running()}`)
  // A commit goes on after its call was answered.
  await drain.drained(drainMs, () => commits.running > 0)
  if (running() !== '') log(`warning: time is up; ending with ${running()}`)
}

/** Expected errors are reported in one sentence; any other is a bug and shows its stack. */
function sentence(error: unknown): string {
  if (error instanceof UsageError || error instanceof RuntimeFailure) return error.message
  if (error instanceof InvalidKeyFile) return `the file of keys cannot be used: ${error.message}`
  if (error instanceof LockHeld)
    return `${error.message} A server has that data folder already: use it, end it, or choose another folder with --data.`
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE') return `port ${port} on ${address} is in use; choose another with --addr`
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `${(error as Error).message}: free the disk of the data folder, or choose another with --data`
  // For system errors the message suffices; the stack adds nothing.
  if (code !== undefined && error instanceof Error && 'syscall' in error) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

try {
  process.exit(await main())
} catch (error) {
  const text = `sandbox-server: ${sentence(error)}`
  process.stderr.write(isJson ? jsonLine('error', text) : `${text}\n`)
  process.exit(error instanceof UsageError ? 2 : 1)
}
