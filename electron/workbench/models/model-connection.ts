import type { Notification } from '@modelcontextprotocol/sdk/types.js'
import type { OwnKey } from '#shared/sandbox/own-key.ts'
import type { Connection, LogLine } from '#shared/workbench/areas/connections.ts'
import type { TraceEntry } from '#shared/workbench/areas/trace.ts'
import { say, type LocalizedMessage } from '#shared/workbench/sentences/sentence.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { SecretMask } from '../../node/secret-mask.ts'
import { atExpiry, keyExpired } from '../connections/key-expiry.ts'
import { ConnectionLog } from '../supervision/log.ts'
import { StartFailure, Supervisor } from '../supervision/supervisor.ts'
import { isWrite, writingTool } from './is-write.ts'
import { type AskOptions, ModelSession, type RequestAnswer } from './model-session.ts'
import type { ServerQuestion } from './protocol-client.ts'
import { wantsSignIn } from './sign-in.ts'
import { Trace } from './trace.ts'
import type { TracedTransport, TransportObserver } from './traced-transport.ts'

/** Interval and timeout of pings in milliseconds; an unanswered ping means that the server hangs. */
export interface Pinging {
  readonly every: number
  readonly patience: number
}

/** docs/mcp.md#supervision. */
const PINGING: Pinging = { every: 20_000, patience: 5000 }

/** A request's result, and its sequence in the trace. */
type Answered = RequestAnswer & { readonly sequence: number }

/** Runs the call of a tool that writes. */
export type AroundWrite = (tool: string, send: () => Promise<Answered>) => Promise<Answered>

export interface ModelConnectionOptions {
  readonly id: string
  readonly name: string
  readonly transport: Connection['transport']
  /** The server's default workspace if none is named. */
  readonly workspace: string | undefined
  readonly version: string
  /**
   * The transports to try, in order. The next one is tried if the failure of the previous one suggests an older
   * server. Each call returns a new transport that is not started.
   */
  readonly routes: readonly ModelRoute[]
  /** Address of a remote server, for display. */
  readonly address?: string | undefined
  /** Whether the definition sends a key or token of the user's. */
  readonly sendsKey?: boolean
  /** The only protocol revisions allowed, for display. */
  readonly era?: Connection['era']
  readonly pinging?: Pinging
  /** Secrets passed to the server, masked in its output. */
  readonly mask?: SecretMask
  onChange(): void
  onLog(lines: LogLine[]): void
  onTrace(entries: TraceEntry[]): void
  onNotification(notification: Notification): void
  /** Called after a tool has changed the server's data. */
  onWritten?(): void
  /** Called with each call of a tool that writes, which it sends. */
  readonly aroundWrite?: AroundWrite
  onQuestion(question: ServerQuestion, signal: AbortSignal): Promise<Record<string, unknown>>
  /** The result of `roots/list`. */
  roots(): Record<string, unknown>
}

export interface ModelRoute {
  /** For the log: the exact command line, or the URL. */
  readonly label: string
  open(observer: TransportObserver): Promise<TracedTransport> | TracedTransport
  /** Whether this failure is a reason to try the next route. */
  tryNext?(error: unknown): boolean
  /** Whether the user has to fix the cause, since a retry would fail the same way. */
  isForPerson?(error: unknown): boolean
}

/** A supervised model server: started, health-checked, restarted and queried. */
export class ModelConnection {
  readonly id: string
  readonly log: ConnectionLog
  readonly trace: Trace
  readonly #options: ModelConnectionOptions
  readonly #supervisor: Supervisor<ModelSession>
  readonly #pinger: NodeJS.Timeout
  readonly #pinging: Pinging
  readonly #mask: SecretMask
  /** Whether the server has requested its roots. */
  #asksRoots = false
  #listening: Connection['listening']
  /** The key of the last session, which says when it expires. */
  #key: OwnKey | undefined
  #expiry: NodeJS.Timeout | undefined
  /** Whether it was ever ready: a configuration that worked once is retried. */
  #wasReady = false

  constructor(options: ModelConnectionOptions) {
    this.id = options.id
    this.#options = options
    const { mask = new SecretMask(), pinging = PINGING } = options
    this.#mask = mask
    this.#pinging = pinging
    this.log = new ConnectionLog(
      (lines) => options.onLog(lines),
      (text) => mask.text(text),
    )
    this.trace = new Trace(
      (entries) => options.onTrace(entries),
      (message) => mask.json(message),
    )
    this.#supervisor = new Supervisor({
      name: options.name,
      start: (signal) => this.#open(signal),
      onChange: () => this.#noteChange(),
    })
    this.#pinger = setInterval(() => void this.#ping(), pinging.every)
    this.#pinger.unref()
  }

  get info(): Connection {
    const { id, name, transport, workspace, address, era } = this.#options
    const { instance, status } = this.#supervisor
    return {
      id,
      kind: 'model',
      name,
      transport,
      workspace: workspace ?? instance?.facts.workspace ?? 'demo',
      address,
      era,
      asksRoots: this.#asksRoots || undefined,
      ...this.#mask.json(status),
      ...(instance
        ? {
            listening: this.#listening,
            server: instance.handshake.server,
            pid: instance.pid > 0 ? instance.pid : undefined,
            prefix: instance.facts.prefix,
            key: instance.facts.key,
          }
        : {}),
    }
  }

  start(): Promise<void> {
    return this.#supervisor.start()
  }

  stop(): Promise<void> {
    return this.#supervisor.stop()
  }

  restart(): Promise<void> {
    return this.#supervisor.restart()
  }

  /** Returns the running session. @throws WorkbenchError `NOT_CONNECTED` */
  session(signal?: AbortSignal): Promise<ModelSession> {
    return this.#supervisor.ready(undefined, signal)
  }

  /**
   * Sends a request; waits for a restart in progress.
   * @returns the result, and the request's sequence in the trace
   */
  request(method: string, params: Record<string, unknown>, options: AskOptions = {}): Promise<Answered> {
    const send = (): Promise<Answered> => this.#send(method, params, options)
    const tool = writingTool(method, params)
    const { aroundWrite } = this.#options
    return aroundWrite && tool !== undefined ? aroundWrite(tool, send) : send()
  }

  async #send(method: string, params: Record<string, unknown>, options: AskOptions): Promise<Answered> {
    const session = await this.session(options.signal)
    const answer = session.request(method, params, options)
    // The SDK passes the message to the transport synchronously, so the latest traced message is this one.
    const sequence = this.trace.lastSequence
    try {
      const answered = await answer
      if (isWrite(method, params, answered.result)) this.#options.onWritten?.()
      return { ...answered, sequence }
    } catch (error) {
      // The token has expired or lacks a scope; restarting reports that.
      if (!wantsSignIn(error)) throw error
      void session.stop()
      throw workbenchError('SIGN_IN_WANTED', { name: this.#options.name }, { cause: error })
    }
  }

  /** Notifies a running server that its roots changed. */
  async noteRoots(): Promise<void> {
    await this.#supervisor.instance?.noteRoots().catch(() => undefined)
  }

  kill(): void {
    this.#supervisor.kill()
  }

  async dispose(): Promise<void> {
    clearInterval(this.#pinger)
    clearTimeout(this.#expiry)
    await this.#supervisor.stop()
    this.log.dispose()
    this.trace.dispose()
  }

  async #open(signal: AbortSignal): Promise<ModelSession> {
    const { routes } = this.#options
    this.#listening = undefined
    for (const [index, route] of routes.entries()) {
      this.log.add('lifecycle', `Opening ${route.label}`)
      try {
        const transport = await route.open(this.#observer())
        const session = await ModelSession.start(transport, this.#sessionOptions(), signal)
        this.#wasReady = true
        this.#key = session.facts.key
        clearTimeout(this.#expiry)
        this.#expiry = atExpiry(this.#key, () => void this.#ping())
        return session
      } catch (error) {
        if (index < routes.length - 1 && route.tryNext?.(error) && !signal.aborted) continue
        if (!(error instanceof StartFailure) || this.#wasReady || !route.isForPerson?.(error)) throw error
        throw new StartFailure(error.failure, true, error.cause)
      }
    }
    throw new Error('There is no way to reach this server.')
  }

  #sessionOptions() {
    const { name, version, sendsKey = false, onNotification, onQuestion } = this.#options
    const roots = (): Record<string, unknown> => {
      this.#asksRoots = true
      this.#options.onChange()
      return this.#options.roots()
    }
    const keyRefusal = (): LocalizedMessage =>
      keyExpired(name, this.#key) ?? say('START.keyRefused', { name })
    return {
      name,
      version,
      keyRefusal: sendsKey ? keyRefusal : undefined,
      showsApps: true,
      onQuestion,
      roots,
      onListening: (listening: Connection['listening']) => {
        this.#listening = listening
        if (listening?.state === 'ended') this.log.add('lifecycle', 'The server ended its announcements')
        this.#options.onChange()
      },
      onNotification: (notification: Notification) => {
        const masked = this.#mask.json(notification)
        this.#noteNotification(masked)
        onNotification(masked)
      },
    }
  }

  #observer(): TransportObserver {
    return {
      onStderr: (line) => this.log.add('stderr', line),
      onNoise: (line) => this.log.add('stdout', line),
      onTrace: (direction, message, bytes, exchange) => this.trace.add(direction, message, bytes, exchange),
      onExchange: (exchange, message) => this.trace.addExchange(exchange, message),
    }
  }

  #noteNotification({ method, params }: Notification): void {
    if (method !== 'notifications/message')
      return this.log.add('notification', `${method} ${JSON.stringify(params ?? {})}`)
    const { level, data, logger } = (params ?? {}) as { level?: unknown; data?: unknown; logger?: unknown }
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    this.log.add(
      'notification',
      typeof logger === 'string' ? `${logger}: ${text}` : text,
      typeof level === 'string' ? level : 'info',
    )
  }

  #noteChange(): void {
    const { state, failure } = this.#supervisor.status
    this.log.add('lifecycle', failure && state !== 'ready' ? `${state}: ${failure.message}` : state)
    this.#options.onChange()
  }

  async #ping(): Promise<void> {
    const { instance } = this.#supervisor
    // Many servers handle one request at a time, so an unanswered ping during a call does not mean that they
    // hang.
    if (!instance || instance.isBusy) return
    const { patience } = this.#pinging
    try {
      await instance.ping(patience)
    } catch (error) {
      if (wantsSignIn(error)) {
        // Restarting reports that the key or the sign-in counts no longer.
        this.log.add('lifecycle', 'The server refuses the key or the sign-in')
        return void instance.stop()
      }
      const silent = (error as { code?: unknown }).code === -32_001
      if (!silent || instance.isBusy || this.#supervisor.instance !== instance) return
      this.log.add('lifecycle', `No answer to ping within ${patience} ms; restarting`)
      instance.kill()
    }
  }
}
