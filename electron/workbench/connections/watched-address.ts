import type { Connection, ConnectionFailure, LogLine } from '#shared/workbench/areas/connections.ts'
import type { Placeholders } from '../../node/placeholders.ts'
import { ConnectionLog } from '../supervision/log.ts'
import type { ProbeFailure } from './platform-probe.ts'

/** Milliseconds between health checks. */
const PROBE_EVERY_MS = 30_000

export interface WatchedOptions {
  readonly id: string
  readonly name: string
  readonly placeholders: Placeholders
  onChange(): void
  onLog(lines: LogLine[]): void
}

/** A service at a URL that Orrery does not start, only checks regularly. */
export abstract class WatchedAddress {
  readonly id: string
  readonly log: ConnectionLog
  readonly #options: WatchedOptions
  #state: Connection['state'] = 'stopped'
  #since = Date.now()
  #failure: ConnectionFailure | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: WatchedOptions) {
    this.id = options.id
    this.#options = options
    this.log = new ConnectionLog((lines) => options.onLog(lines))
  }

  /** Checks the service and returns what is wrong, if anything. */
  protected abstract probe(): Promise<ProbeFailure | undefined>

  /** Reports what else of the description has changed. */
  protected changed(): void {
    this.#options.onChange()
  }

  /** The common part of the connection's description. */
  protected get watched() {
    return {
      id: this.id,
      name: this.#options.name,
      transport: 'rest' as const,
      state: this.#state,
      since: this.#since,
      restarts: 0,
      failure: this.#failure,
    }
  }

  async start(): Promise<void> {
    this.#become('starting')
    await this.#probe()
    clearInterval(this.#timer)
    this.#timer = setInterval(() => void this.#probe(), PROBE_EVERY_MS)
    this.#timer.unref()
  }

  stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#become('stopped')
    return Promise.resolve()
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  /** Checks now, after a refusal, rather than at the next regular check. */
  async recheck(): Promise<void> {
    if (this.#state === 'ready') await this.#probe()
  }

  kill(): void {
    clearInterval(this.#timer)
  }

  dispose(): Promise<void> {
    clearInterval(this.#timer)
    this.log.dispose()
    return Promise.resolve()
  }

  async #probe(): Promise<void> {
    const trouble = await this.probe()
    if (trouble) this.#become('failed', trouble)
    else if (this.#state !== 'ready') this.#become('ready')
  }

  #become(state: Connection['state'], trouble?: ProbeFailure): void {
    if (state === this.#state && trouble?.why.message === this.#failure?.message) return
    this.#state = state
    this.#since = Date.now()
    this.#failure = trouble && {
      step: trouble.kind === 'refused' ? 'signIn' : 'request',
      ...trouble.why,
      lastLines: [],
    }
    this.log.add('lifecycle', trouble === undefined ? state : `${state}: ${trouble.why.message}`)
    this.#options.onChange()
  }
}
