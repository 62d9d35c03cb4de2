import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { backendReportSchema } from '#shared/sandbox/backends.ts'
import type { LogLine, Connection, ConnectionFailure } from '#shared/workbench/areas/connections.ts'
import { say } from '#shared/workbench/sentences/sentence.ts'
import { tryJson } from '#shared/json/try-json.ts'
import { writeAtomically } from '../../node/atomic-file.ts'
import type { Programs } from '../host.ts'
import { Child } from '../supervision/child.ts'
import { ConnectionLog } from '../supervision/log.ts'
import { StartFailure, Supervisor, type Running } from '../supervision/supervisor.ts'
import type { Platform, PlatformAddress } from './platform.ts'

/** Milliseconds within which the server has to report its address. */
const START_TIMEOUT_MS = 15_000
const MAX_LINE_BYTES = 1 << 20
/** The exit code for an invalid command line, which a restart would not fix. */
const USAGE = 2
/** Delays the first start unless it is requested, so that the opening window gets the CPU. Milliseconds. */
const FIRST_WAIT_MS = 1000

/** The line that the sandbox server writes to stdout when it is ready. */
const listening = z.looseObject({
  event: z.literal('listening'),
  url: z.url(),
  runtime: z.string(),
  isolated: z.boolean(),
  version: z.string(),
  backends: z.array(backendReportSchema),
})

/** A running embedded sandbox server: its URL and token. */
interface PlatformServer extends Running, Readonly<z.infer<typeof listening>> {
  readonly token: string
}

interface EmbeddedPlatformOptions {
  readonly id: string
  readonly name: string
  readonly programs: Programs
  /** The server's own data folder: images and records. */
  readonly data: string
  /**
   * Called on each start: the port to listen on, 0 for any. A fixed port has a fixed token, which is stored in this file.
   */
  port(): number
  readonly tokenFile: string
  /** Called on each start, so that changed settings take effect with a restart. */
  extraArgs(): readonly string[]
  onChange(): void
  onLog(lines: LogLine[]): void
}

/** The embedded sandbox server, under supervision. */
export class EmbeddedPlatform implements Platform {
  readonly id: string
  readonly log: ConnectionLog
  readonly #options: EmbeddedPlatformOptions
  readonly #supervisor: Supervisor<PlatformServer>
  /** One token per workbench process, so that clients survive a restart of the server. */
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
    this.#firstWait ??= setTimeout(() => this.#letGo(), FIRST_WAIT_MS)
    return this.#supervisor.start()
  }

  stop(): Promise<void> {
    this.#letGo()
    return this.#supervisor.stop()
  }

  restart(): Promise<void> {
    return this.#supervisor.restart()
  }

  /** The server's token, for the user's own programs. */
  async token(): Promise<string> {
    return this.#options.port() === 0 ? this.#fresh : storedToken(this.#options.tokenFile)
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
      timer = setTimeout(() => resolve('timeout'), START_TIMEOUT_MS)
      signal.addEventListener('abort', () => resolve('aborted'), { once: true })
    })
    const first = await Promise.race([announced, giveUp, child.ended])
    clearTimeout(timer)
    if (typeof first === 'string' && first !== 'timeout' && first !== 'aborted') {
      const parsed = listening.safeParse(tryJson(first))
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

/** Reads or creates the token of a fixed port; the file is readable only by its owner. */
async function storedToken(path: string): Promise<string> {
  const stored = await readFile(path, 'utf8').catch(() => '')
  if (/^[\w-]{32,}$/.test(stored.trim())) return stored.trim()
  const token = freshToken()
  await writeAtomically(path, `${token}\n`)
  return token
}
