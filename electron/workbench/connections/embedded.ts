import { gemSettings, sandboxSettings, settingValue } from '#shared/workbench/settings/index.ts'
import { JOB_HOURS } from '#shared/workbench/areas/sandboxes.ts'
import type { LogLine, Connection, ConnectionFailure } from '#shared/workbench/areas/connections.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Host, Programs } from '../host.ts'
import { ModelConnection } from '../models/model-connection.ts'
import { StdioTransport } from '../models/stdio-transport.ts'
import { commandLine, type ServerDefinition } from './definition.ts'
import type { Listeners } from './own-connections.ts'
import type { ConnectionRegistry } from './registry.ts'
import { say } from '#shared/workbench/sentences/sentence.ts'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { backendReportSchema } from '#shared/sandbox/backends.ts'
import { writeAtomically } from '../../node/atomic-file.ts'
import { Child } from '../supervision/child.ts'
import { ConnectionLog } from '../supervision/log.ts'
import { StartFailure, Supervisor, type Running } from '../supervision/supervisor.ts'
import type { Platform, PlatformAddress } from './platform.ts'

/** Milliseconds until the server must have said where it listens. */
const START_TIMEOUT = 15_000
const MAX_LINE_BYTES = 1 << 20
/** The exit code of a command line that the server does not take: another start would end the same way. */
const USAGE = 2
/** The first start waits this long, unless somebody asks: until then the processors belong to the window that opens. Milliseconds. */
const FIRST_WAIT = 1000

/** The one line that the sandbox server writes to stdout when it is ready. */
const listening = z.looseObject({
  event: z.literal('listening'),
  url: z.url(),
  runtime: z.string(),
  isolated: z.boolean(),
  version: z.string(),
  backends: z.array(backendReportSchema),
})

/** A running sandbox server of ours: where it is and what opens it. */
interface PlatformServer extends Running, Readonly<z.infer<typeof listening>> {
  readonly token: string
}

interface EmbeddedPlatformOptions {
  readonly id: string
  readonly name: string
  readonly programs: Programs
  /** Folder for the server's own state: images, records. */
  readonly data: string
  /** Asked at each start: the port to listen on, 0 for any. A fixed one has a fixed token, which is kept in this file. */
  port(): number
  readonly tokenFile: string
  /** Asked at each start, so that a changed setting takes effect with a restart. */
  extraArgs(): readonly string[]
  onChange(): void
  onLog(lines: LogLine[]): void
}

/** The sandbox server that Orrery brings along, under supervision. */
export class EmbeddedPlatform implements Platform {
  readonly id: string
  readonly log: ConnectionLog
  readonly #options: EmbeddedPlatformOptions
  readonly #supervisor: Supervisor<PlatformServer>
  /** One token for the life of the workbench, so that a restarted server is opened by the same clients. */
  readonly #fresh = freshToken()

  #firstWait: NodeJS.Timeout | undefined
  #letGo: () => void = () => undefined
  readonly #wanted = new Promise<void>((resolve) => {
    this.#letGo = resolve
  })

  constructor(options: EmbeddedPlatformOptions) {
    this.id = options.id
    this.#options = options
    this.log = new ConnectionLog((lines) => options.onLog(lines))
    this.#supervisor = new Supervisor({
      name: options.name,
      start: (signal) => this.#open(signal),
      onChange: () => this.#noteChange(),
    })
  }

  get info(): Connection {
    const { instance, status } = this.#supervisor
    return {
      id: this.id,
      kind: 'platform',
      name: this.#options.name,
      transport: 'embedded',
      ...status,
      ...(instance
        ? {
            pid: instance.pid ?? -1,
            address: instance.url,
            runtime: instance.runtime,
            isolated: instance.isolated,
            backends: instance.backends,
            server: { name: 'orrery-sandbox', version: instance.version },
          }
        : {}),
    }
  }

  start(): Promise<void> {
    this.#firstWait ??= setTimeout(() => this.#letGo(), FIRST_WAIT)
    return this.#supervisor.start()
  }

  stop(): Promise<void> {
    this.#letGo()
    return this.#supervisor.stop()
  }

  restart(): Promise<void> {
    return this.#supervisor.restart()
  }

  /** What opens the server: for programs of the person's own. */
  async token(): Promise<string> {
    return this.#options.port() === 0 ? this.#fresh : keptToken(this.#options.tokenFile)
  }

  async address(signal?: AbortSignal): Promise<PlatformAddress> {
    this.#letGo()
    const { url, token } = await this.#supervisor.ready(undefined, signal)
    return { url, headers: { authorization: `Bearer ${token}` } }
  }

  kill(): void {
    this.#letGo()
    this.#supervisor.kill()
  }

  async dispose(): Promise<void> {
    clearTimeout(this.#firstWait)
    this.#letGo()
    await this.#supervisor.stop()
    this.log.dispose()
  }

  async #open(signal: AbortSignal): Promise<PlatformServer> {
    await this.#wanted
    signal.throwIfAborted()
    const { programs, data, port, extraArgs } = this.#options
    const token = await this.token()
    const args = [
      programs.sandboxServer,
      '--addr',
      `127.0.0.1:${port()}`,
      '--data',
      data,
      '--exit-on-stdin-end',
      ...extraArgs(),
    ]
    this.log.add('lifecycle', `Starting ${[programs.node, ...args].join(' ')}`)
    let announce: (line: string) => void = () => undefined
    const announced = new Promise<string>((resolve) => {
      announce = resolve
    })
    const child = await Child.start({
      command: programs.node,
      args,
      env: { ...programs.env, ORRERY_SANDBOX_TOKEN: token },
      maxLineBytes: MAX_LINE_BYTES,
      onStdoutLine: (line) => announce(line.toString('utf8')),
      onStderrLine: (line) => this.log.add('stderr', line),
    }).catch((error: unknown) => {
      throw new StartFailure(
        {
          step: 'spawn',
          ...say('START.platform', { name: this.#options.name, reason: String(error) }),
          lastLines: [],
        },
        true,
      )
    })
    const server = await this.#waitForAnnouncement(child, announced, signal)
    return {
      ...server,
      token,
      pid: child.pid,
      ended: child.ended,
      get lastLines() {
        return child.lastLines
      },
      stop: () => child.stop(),
      kill: () => child.kill(),
    }
  }

  async #waitForAnnouncement(
    child: Child,
    announced: Promise<string>,
    signal: AbortSignal,
  ): Promise<z.infer<typeof listening>> {
    let timer: NodeJS.Timeout | undefined
    const giveUp = new Promise<'timeout' | 'aborted'>((resolve) => {
      timer = setTimeout(() => resolve('timeout'), START_TIMEOUT)
      signal.addEventListener('abort', () => resolve('aborted'), { once: true })
    })
    const first = await Promise.race([announced, giveUp, child.ended])
    clearTimeout(timer)
    if (typeof first === 'string' && first !== 'timeout' && first !== 'aborted') {
      const parsed = listening.safeParse(safeJson(first))
      if (parsed.success) return parsed.data
    }
    await child.stop()
    const ended = await child.ended
    const { name } = this.#options
    const reason = child.lastLines.at(-1)
    const failure: ConnectionFailure = {
      step: 'spawn',
      ...(reason === undefined
        ? say('START.platformSilent', { name })
        : say('START.platform', { name, reason })),
      exitCode: ended.exitCode,
      signal: ended.signal,
      lastLines: child.lastLines,
    }
    throw new StartFailure(failure, ended.exitCode === USAGE)
  }

  #noteChange(): void {
    const { state, failure } = this.#supervisor.status
    this.log.add('lifecycle', failure && state !== 'ready' ? `${state}: ${failure.message}` : state)
    this.#options.onChange()
  }
}

const freshToken = (): string => randomBytes(24).toString('base64url')

/** The token of a fixed address: made once, for its owner's eyes only. */
async function keptToken(path: string): Promise<string> {
  const kept = await readFile(path, 'utf8').catch(() => '')
  if (/^[\w-]{32,}$/.test(kept.trim())) return kept.trim()
  const token = freshToken()
  await writeAtomically(path, `${token}\n`)
  return token
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The ids of the two servers that Orrery brings along. */
export const EMBEDDED_MODEL = 'embedded-model'
export const EMBEDDED_PLATFORM = 'embedded-platform'

export interface EmbeddedOptions {
  readonly host: Host
  readonly programs: Programs
  readonly dataFolder: string
  /** Whether the model server may change its model; asked at each of its starts. */
  allowWrites(): boolean
  /** What the person set, asked at each start of the sandbox server. */
  settings(): Readonly<Record<string, unknown>>
  listeners(id: string): Listeners
  /** Told of something kept that a server found damaged, in the server's sentence. */
  onProblem(problem: string): void
}

/** How both servers tell on stderr what they found damaged. */
const PROBLEM = /^(?:model-server )?problem: (.+)/

function platformArgs(settings: Readonly<Record<string, unknown>>): string[] {
  const plugins = settingValue(gemSettings.plugins, settings)
  const python = settingValue(gemSettings.python, settings)
  return [
    '--runtime',
    settingValue(sandboxSettings.runtime, settings),
    '--network',
    networkArg(settings),
    '--job-hours',
    String(JOB_HOURS),
    ...(plugins === '' ? [] : ['--gem-plugins', plugins]),
    ...(python === '' ? [] : ['--gem-python', python]),
    '--gem-call-seconds',
    String(settingValue(gemSettings.callSeconds, settings)),
  ]
}

/** A list that is empty allows nobody, which is what was asked for. */
function networkArg(settings: Readonly<Record<string, unknown>>): string {
  const mode = settingValue(sandboxSettings.network, settings)
  const hosts = settingValue(sandboxSettings.allowedHosts, settings).replaceAll(/\s+/g, '')
  if (mode !== 'allow') return mode
  return hosts === '' ? 'none' : `allow:${hosts}`
}

/** How another program starts the sample model: with a store of its own in memory, since ours has the data folder. */
export const sampleModel = ({ node, env, modelServer }: Programs): ServerDefinition => {
  const asNode = env['ELECTRON_RUN_AS_NODE']
  return {
    command: node,
    args: [modelServer, '--quickstart'],
    env: asNode === undefined ? undefined : { ELECTRON_RUN_AS_NODE: asNode },
  }
}

/** Adds and starts the two servers that Orrery brings along: the model server over stdio, the sandbox server on loopback. */
export function addEmbedded(registry: ConnectionRegistry, options: EmbeddedOptions): void {
  const { host, programs, dataFolder, listeners, allowWrites, settings } = options
  const command = programs.node
  const note = (id: string, lines: LogLine[]): void => {
    registry.logged(id, lines)
    for (const { source, text } of lines) {
      const [, problem] = (source === 'stderr' && PROBLEM.exec(text)) || []
      if (problem) options.onProblem(problem)
    }
  }
  const folder = join(dataFolder, 'model')
  // What was written stays, and stays visible when writing is forbidden again; until then nothing is put on the disk.
  const args = (): string[] => [
    programs.modelServer,
    '--quickstart',
    ...(allowWrites() || existsSync(folder)
      ? ['--graphstore', 'file.memory', '--data', folder]
      : ['--graphstore', 'memory']),
    ...(allowWrites() ? ['--enable-writes'] : []),
  ]
  const model = new ModelConnection({
    id: EMBEDDED_MODEL,
    name: 'Sample model',
    transport: 'embedded',
    workspace: 'demo',
    version: host.capabilities.version,
    routes: [
      {
        get label() {
          return commandLine(command, args())
        },
        open: (observer) => new StdioTransport({ command, args: args(), env: programs.env, observer }),
      },
    ],
    onChange: registry.changed,
    onLog: (lines) => note(EMBEDDED_MODEL, lines),
    ...listeners(EMBEDDED_MODEL),
  })
  const platform = new EmbeddedPlatform({
    id: EMBEDDED_PLATFORM,
    name: 'Local sandboxes',
    programs,
    data: join(dataFolder, 'sandboxes'),
    port: () => settingValue(sandboxSettings.port, settings()),
    tokenFile: join(dataFolder, 'sandbox-token'),
    extraArgs: () => platformArgs(settings()),
    onChange: registry.changed,
    onLog: (lines) => note(EMBEDDED_PLATFORM, lines),
  })
  for (const connection of [model, platform]) {
    registry.add({ connection, embedded: true })
    void connection.start()
  }
}
