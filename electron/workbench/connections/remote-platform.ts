import type { Connection, ConnectionFailure, LogLine } from '#shared/workbench/areas/connections.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { ConnectionLog } from '../supervision/log.ts'
import type { PlatformDefinition } from './definition.ts'
import type { Placeholders } from './expand.ts'
import type { Platform, PlatformAddress } from './platform.ts'
import { addressOf, lookAt, type Trouble, unresolved } from './platform-look.ts'

/** Milliseconds between looks at a platform. */
const LOOK_EVERY_MS = 30_000

export interface RemotePlatformOptions {
  readonly id: string
  readonly name: string
  readonly definition: PlatformDefinition
  readonly placeholders: Placeholders
  onChange(): void
  onLog(lines: LogLine[]): void
}

/** A platform at an address. It is not ours to start; we only look whether it answers. */
export class RemotePlatform implements Platform {
  readonly id: string
  readonly log: ConnectionLog
  readonly #options: RemotePlatformOptions
  #state: Connection['state'] = 'stopped'
  #since = Date.now()
  #failure: ConnectionFailure | undefined
  #reached: PlatformAddress | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: RemotePlatformOptions) {
    this.id = options.id
    this.#options = options
    this.log = new ConnectionLog((lines) => options.onLog(lines))
  }

  get info(): Connection {
    const { paths } = this.#options.definition
    return {
      id: this.id,
      kind: 'platform',
      name: this.#options.name,
      transport: 'rest',
      state: this.#state,
      since: this.#since,
      restarts: 0,
      address: this.#options.definition.url,
      ...(paths === undefined ? {} : { paths: { sandbox: paths.sandbox, gem: paths.gem } }),
      ...(this.#failure === undefined ? {} : { failure: this.#failure }),
    }
  }

  async start(): Promise<void> {
    this.#become('starting')
    await this.#look()
    clearInterval(this.#timer)
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS)
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

  async address(): Promise<PlatformAddress> {
    if (this.#state === 'stopped') {
      throw workbenchError('NOT_CONNECTED.off', { name: this.#options.name })
    }
    return this.#reached ?? this.#resolve()
  }

  kill(): void {
    clearInterval(this.#timer)
  }

  dispose(): Promise<void> {
    clearInterval(this.#timer)
    this.log.dispose()
    return Promise.resolve()
  }

  async #resolve(): Promise<PlatformAddress> {
    this.#reached = await addressOf(this.#options.definition, this.#options.placeholders)
    return this.#reached
  }

  async #look(): Promise<void> {
    const trouble = await this.#resolve().then(lookAt, unresolved)
    if (trouble) this.#become('failed', trouble)
    else if (this.#state !== 'ready') this.#become('ready')
  }

  #become(state: Connection['state'], trouble?: Trouble): void {
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
