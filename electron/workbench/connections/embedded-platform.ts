import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { backendReportSchema } from '#shared/sandbox/backends.ts'
import type { LogLine, Connection, ConnectionFailure } from '#shared/workbench/areas/connections.ts'
import { say } from '#shared/workbench/sentences/sentence.ts'
import { writeAtomically } from '../../node/atomic-file.ts'
import type { Programs } from '../host.ts'
import { Child } from '../supervision/child.ts'
import { ConnectionLog } from '../supervision/log.ts'
import { StartFailure, Supervisor, type Running } from '../supervision/supervisor.ts'
import type { Platform, PlatformAddress } from './platform.ts'

/** Milliseconds until the server must have said where it listens. */
const START_TIMEOUT_MS = 15_000
const MAX_LINE_BYTES = 1 << 20
/** The exit code of a command line that the server does not take: another start would end the same way. */
const USAGE = 2
/** The first start waits this long, unless it is asked for: until then the processors belong to the window that opens. Milliseconds. */
const FIRST_WAIT_MS = 1000

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
      timer = setTimeout(() => resolve('timeout'), START_TIMEOUT_MS)
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
