import { z } from 'zod'
import { GEM_BASE } from '#shared/gem/rest.ts'
import type { Connection, ConnectionFailure, LogLine } from '#shared/workbench/areas/connections.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { say, type LocalizedMessage } from '#shared/workbench/sentences/sentence.ts'
import { ConnectionLog } from '../supervision/log.ts'
import { expandRecord, type Placeholders } from './expand.ts'
import { basePath } from '../sandboxes/client/platform-options.ts'
import type { PlatformDefinition } from './definition.ts'
import type { Platform, PlatformAddress } from './platform.ts'

/** Milliseconds between looks at a platform, and how long one may take. Looking renews no sandbox's life. */
const LOOK_EVERY = 30_000
const LOOK_PATIENCE = 8000

/** What people paste as the address of a platform, though it is that of one of its APIs. */
const API_SUFFIX = /\/apis\/(?:envs\/sandbox\/v1|v1\/envs\/(?:gem|sandbox)|envs\/gem\/v1)\/?$/

/** Every answer of the Sandbox API, and of the GEM API to a field that is missing (docs/sandbox-platform.md#envelope). */
const envelopeShape = z.looseObject({ status: z.enum(['Success', 'Failed']) })

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
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY)
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
    const { url, headers = {}, paths } = this.#options.definition
    this.#reached = {
      url: url.replace(API_SUFFIX, '').replace(/\/+$/, ''),
      headers: await expandRecord(headers, this.#options.placeholders),
      paths,
    }
    return this.#reached
  }

  /** Asks one of the APIs for something that is not there: whoever answers that in their words is a platform. */
  async #look(): Promise<void> {
    try {
      const address = await this.#resolve()
      const { url, paths } = address
      const sandbox = paths?.sandbox ?? basePath
      const gem = paths?.gem ?? GEM_BASE
      const nobody = 'sandbox_id=none&refresh_timeout=false'
      const answer = await this.#ask(`${url}${sandbox}/get_status?${nobody}`, address)
      if (answer.status === 401 || answer.status === 403) {
        return this.#become('failed', say('START.refused', { status: answer.status }))
      }
      if (answer.status >= 500)
        return this.#become('failed', say('START.answered', { status: answer.status }))
      if (!answer.isOurs && !(await this.#ask(`${url}${gem}/step`, address, '{}')).isOurs)
        return this.#become(
          'failed',
          say('START.noApi', { address: `${url}${sandbox}`, status: answer.status }),
        )
      if (this.#state !== 'ready') this.#become('ready')
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined
      const reason = cause ?? (error instanceof Error ? error.message : String(error))
      this.#become('failed', say('START.unreachable', { reason }))
    }
  }

  async #ask(
    url: string,
    { headers }: PlatformAddress,
    body?: string,
  ): Promise<{ readonly status: number; readonly isOurs: boolean }> {
    const method = body === undefined ? {} : { method: 'POST', body }
    const response = await fetch(url, {
      ...method,
      headers: { ...headers, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(LOOK_PATIENCE),
    })
    const answer = (await response.json().catch(() => undefined)) as unknown
    const { success } = envelopeShape.safeParse(answer)
    return { status: response.status, isOurs: success }
  }

  #become(state: Connection['state'], why?: LocalizedMessage): void {
    if (state === this.#state && why?.message === this.#failure?.message) return
    this.#state = state
    this.#since = Date.now()
    this.#failure = why === undefined ? undefined : { step: 'request', ...why, lastLines: [] }
    this.log.add('lifecycle', why === undefined ? state : `${state}: ${why.message}`)
    this.#options.onChange()
  }
}
