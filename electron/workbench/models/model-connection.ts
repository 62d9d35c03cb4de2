import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { Connection, LogLine } from '#shared/workbench/areas/connections.ts'
import { ConnectionLog } from '../supervision/log.ts'
import { Supervisor } from '../supervision/supervisor.ts'
import { ModelSession } from './model-session.ts'

/** Milliseconds between pings and how long an answer may take; an unanswered ping means that the server hangs. */
const PING_EVERY = 20_000
const PING_PATIENCE = 5000

export interface ModelConnectionOptions {
  readonly id: string
  readonly name: string
  readonly transport: 'embedded' | 'stdio'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly workspace: string
  readonly version: string
  onChange(): void
  onLog(lines: LogLine[]): void
}

/** A model server under supervision: it is started, watched, restarted, and asked. */
export class ModelConnection {
  readonly id: string
  readonly log: ConnectionLog
  private readonly options: ModelConnectionOptions
  private readonly supervisor: Supervisor<ModelSession>
  private readonly pinger: NodeJS.Timeout

  constructor(options: ModelConnectionOptions) {
    this.id = options.id
    this.options = options
    this.log = new ConnectionLog((lines) => options.onLog(lines))
    this.supervisor = new Supervisor({
      name: options.name,
      start: (signal) => this.open(signal),
      onChange: () => this.noteChange(),
    })
    this.pinger = setInterval(() => void this.ping(), PING_EVERY)
    this.pinger.unref()
  }

  get info(): Connection {
    const { id, name, transport, workspace } = this.options
    const { instance, status } = this.supervisor
    return {
      id,
      kind: 'model',
      name,
      transport,
      workspace,
      ...status,
      ...(instance ? { pid: instance.pid, server: instance.server, prefix: instance.prefix } : {}),
    }
  }

  start(): Promise<void> {
    return this.supervisor.start()
  }

  stop(): Promise<void> {
    return this.supervisor.stop()
  }

  restart(): Promise<void> {
    return this.supervisor.restart()
  }

  /** The running session. @throws WorkbenchError `NOT_CONNECTED` */
  session(signal?: AbortSignal): Promise<ModelSession> {
    return this.supervisor.ready(undefined, signal)
  }

  /** A request to the server; waits for it to come up when it is being restarted. */
  async request(
    method: string,
    params: Record<string, unknown>,
    options: RequestOptions = {},
  ): Promise<{ result: Record<string, unknown>; bytes: number }> {
    const session = await this.session(options.signal)
    return session.request(method, params, options)
  }

  kill(): void {
    this.supervisor.kill()
  }

  async dispose(): Promise<void> {
    clearInterval(this.pinger)
    await this.supervisor.stop()
    this.log.dispose()
  }

  private open(signal: AbortSignal): Promise<ModelSession> {
    const { command, args, env, name, version } = this.options
    this.log.add('lifecycle', `Starting ${[command, ...args].join(' ')}`)
    return ModelSession.start(
      {
        name,
        version,
        command,
        args,
        env,
        onStderr: (line) => this.log.add('stderr', line),
        onNoise: (line) => this.log.add('stdout', line),
        onNotification: (notification) =>
          this.log.add('notification', `${notification.method} ${JSON.stringify(notification.params ?? {})}`),
      },
      signal,
    )
  }

  private noteChange(): void {
    const { state, failure } = this.supervisor.status
    this.log.add('lifecycle', failure && state !== 'ready' ? `${state}: ${failure.message}` : state)
    this.options.onChange()
  }

  private async ping(): Promise<void> {
    const { instance } = this.supervisor
    if (!instance) return
    try {
      await instance.request('ping', {}, { timeout: PING_PATIENCE })
    } catch {
      if (this.supervisor.instance !== instance) return
      this.log.add('lifecycle', `No answer to ping within ${PING_PATIENCE} ms; restarting`)
      instance.kill()
    }
  }
}
