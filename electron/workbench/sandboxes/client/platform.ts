import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { auditAnswer } from '#shared/sandbox/audit.ts'
import {
  aliveSchema,
  commitSchema,
  type CommitRecord,
  connectionsSchema,
  networkChangedSchema,
  portsSchema,
  usageHistorySchema,
  type Executed,
  executedSchema,
  listSchema,
  startedSchema,
  statisticsSchema,
  type StatisticsRecord,
  statusSchema,
  type StatusRecord,
} from '#shared/sandbox/records.ts'
import { type PlatformCapabilities, probeCapabilities } from './capabilities.ts'
import type { ExecuteOptions, SandboxCommands } from './commands.ts'
import { Files } from './files.ts'
import { Forwards } from './forwards.ts'
import { PlatformImages } from './images.ts'
import { SandboxPlatformError } from './platform-error.ts'
import type { PlatformOptions } from './platform-options.ts'
import { type CallOptions, RestClient } from './rest-client.ts'
import { openSession } from './open-session.ts'
import type { Session, SessionOptions } from './session.ts'

export interface StartOptions {
  readonly image: string
  readonly cpus?: number
  /** With a unit suffix: `2g`. */
  readonly memory?: string
  readonly disk?: string
  /** Idle minutes before the platform stops it. */
  readonly autoStopMinutes?: number
  readonly autoDeleteSeconds?: number
  readonly sandboxId?: string
  /** Orrery's server only: `own`, `shared`, `none` or `allow:HOST[:PORT],…`. */
  readonly network?: string
  /** Platform of the image, such as `linux/arm64`; Orrery's server only. */
  readonly imagePlatform?: string
  /** Credentials for the image's registry. */
  readonly registryLogin?: { readonly username: string; readonly password: string }
  /** Display name, stored by Orrery's server. */
  readonly name?: string
  readonly notes?: string
  /** Environment of every process; Orrery's server only. */
  readonly env?: Readonly<Record<string, string>>
}

/** Milliseconds added to a command's own timeout for the response. */
const MARGIN_MS = 15_000
/** `/start` waits up to 85 s for the sandbox. */
const START_MS = 120_000
const PAGE_SIZE = 500

/**
 * A sandbox platform: the embedded server or a real cluster. Reads never extend a sandbox's idle deadline; commands and files do.
 * Call {@link close} when done.
 */
export class SandboxPlatform implements SandboxCommands {
  readonly client: RestClient
  readonly files: Files
  readonly forwards: Forwards
  readonly images: PlatformImages
  #capabilities: Promise<PlatformCapabilities> | undefined

  constructor(options: PlatformOptions) {
    this.client = new RestClient(options)
    this.files = new Files(this)
    this.forwards = new Forwards(this.client)
    this.images = new PlatformImages(this.client)
  }

  /** Probed once, on first use. */
  capabilities(signal?: AbortSignal): Promise<PlatformCapabilities> {
    this.#capabilities ??= probeCapabilities(this.client, signal).catch((error: unknown) => {
      this.#capabilities = undefined
      throw error
    })
    return this.#capabilities
  }

  /** Checks that the platform answers and accepts the token. @throws SandboxPlatformError */
  async check(options: CallOptions = {}): Promise<void> {
    await this.client
      .get('alive', { sandbox_id: 'none', refresh_timeout: false }, z.unknown(), options)
      .catch((error) => {
        // "Unknown sandbox" is the expected answer.
        if (!(error instanceof SandboxPlatformError && error.code === 'FAILED')) throw error
      })
  }

  /** Lists all visible sandboxes: on Orrery's server including stopped ones, elsewhere only running ones. */
  async list(options: CallOptions = {}): Promise<StatusRecord[]> {
    const { listsStopped } = await this.capabilities(options.signal)
    if (listsStopped) return (await this.client.get('listAll', {}, listSchema, options)).items
    const all: StatusRecord[] = []
    for (let page = 1; ; page++) {
      const { items, has_more: more } = await this.client.get(
        'list',
        { page, page_size: PAGE_SIZE },
        listSchema,
        options,
      )
      all.push(...items)
      if (!more || items.length === 0) return all
    }
  }

  /**
   * Starts a sandbox and waits until the platform reports it alive. Never retried, because that could start
   * two.
   */
  async start(request: StartOptions, options: CallOptions = {}): Promise<string> {
    const answer = await this.client.post('start', startBody(request), startedSchema, {
      timeout: START_MS,
      ...options,
    })
    return answer.sandbox_id
  }

  /** Starts a sandbox and returns its id immediately; see {@link whenAlive}. */
  async startAsync(request: StartOptions, options: CallOptions = {}): Promise<string> {
    return (await this.client.post('startAsync', startBody(request), startedSchema, options)).sandbox_id
  }

  /**
   * Polls a starting sandbox until it is alive and reports each new status.
   * @throws SandboxPlatformError FAILED with the phase's message when a phase failed
   */
  async whenAlive(
    id: string,
    { onStatus, ...options }: CallOptions & { onStatus?: (status: StatusRecord) => void } = {},
  ): Promise<StatusRecord> {
    for (let pause = 60; ; pause = Math.min(pause * 1.5, 2_000)) {
      const status = await this.status(id, options)
      onStatus?.(status)
      if (status.is_alive) return status
      const broken = Object.entries(status.status ?? {}).find(([, { status }]) =>
        /^(?:failed|timeout)$/.test(status),
      )
      if (broken)
        throw new SandboxPlatformError(
          'FAILED',
          'startAsync',
          `${broken[0]}: ${broken[1].message ?? 'failed'}`,
        )
      await setTimeout(pause, undefined, options.signal ? { signal: options.signal } : {})
    }
  }

  /** Does not extend the idle deadline; also finds stopped sandboxes. */
  status(id: string, options: CallOptions = {}): Promise<StatusRecord> {
    return this.client.get(
      'status',
      { sandbox_id: id, include_all_states: true, refresh_timeout: false },
      statusSchema,
      options,
    )
  }

  /** Extends the idle deadline; only for an explicit request of the user. */
  keepAlive(id: string, options: CallOptions = {}): Promise<StatusRecord> {
    return this.client.get('status', { sandbox_id: id, refresh_timeout: true }, statusSchema, options)
  }

  isAlive(id: string, options: CallOptions = {}): Promise<boolean> {
    return this.client
      .get('alive', { sandbox_id: id, refresh_timeout: false }, aliveSchema, options)
      .then((answer) => answer.is_alive)
  }

  statistics(id: string, options: CallOptions = {}): Promise<StatisticsRecord> {
    return this.client.get('statistics', { sandbox_id: id }, statisticsSchema, options)
  }

  /** Allowed and refused connections of a sandbox with its own network, newest last. */
  connections(id: string, options: CallOptions = {}): Promise<z.output<typeof connectionsSchema>> {
    return this.client.get('connections', { sandbox_id: id }, connectionsSchema, options)
  }

  /** The ports that its programs listen on. */
  ports(id: string, options: CallOptions = {}): Promise<z.output<typeof portsSchema>> {
    return this.client.get('ports', { sandbox_id: id }, portsSchema, options)
  }

  /** Resource usage of the last 15 minutes. */
  usageHistory(id: string, options: CallOptions = {}): Promise<z.output<typeof usageHistorySchema>> {
    return this.client.get('usageHistory', { sandbox_id: id }, usageHistorySchema, options)
  }

  /** A page of the audit log, newest first. */
  audit(
    query: Readonly<Record<string, string | undefined>>,
    options: CallOptions = {},
  ): Promise<z.output<typeof auditAnswer>> {
    return this.client.get('audit', query, auditAnswer, options)
  }

  /** Pauses or resumes a sandbox. */
  async setPaused(id: string, isPaused: boolean, options: CallOptions = {}): Promise<void> {
    await this.client.post(isPaused ? 'pause' : 'resume', { sandbox_id: id }, z.unknown(), options)
  }

  /**
   * Changes what a sandbox may reach, in the syntax of a start; if that cannot be changed at runtime, it applies from
   * the next start.
   */
  setNetwork(id: string, network: string, options: CallOptions = {}) {
    return this.client.post('setNetwork', { sandbox_id: id, network }, networkChangedSchema, options)
  }

  async stop(id: string, options: CallOptions = {}): Promise<void> {
    await this.client.post('stop', { sandbox_id: id }, z.unknown(), {
      timeout: 60_000,
      harmless: true,
      ...options,
    })
  }

  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.client.post('delete', { sandbox_id: id }, z.unknown(), {
      timeout: 60_000,
      harmless: true,
      ...options,
    })
  }

  async restart(id: string, options: CallOptions = {}): Promise<void> {
    await this.client.post('restart', { sandbox_id: id }, z.unknown(), options)
  }

  /** Saves the sandbox as an image and waits until that is done. @throws SandboxPlatformError FAILED */
  async commit(
    id: string,
    imageTag: string,
    options: CallOptions & { username?: string; password?: string } = {},
  ) {
    const { username = '', password = '', ...call } = options
    const body = { sandbox_id: id, image_tag: imageTag, username, password }
    const first = await this.client.post('commit', body, z.union([commitSchema, z.string()]), {
      timeout: 600_000,
      ...call,
    })
    // The admin role commits synchronously and answers with a text.
    if (typeof first === 'string') return
    for (let record: CommitRecord = first; ; record = await this.commitStatus(id, call)) {
      if (record.phase === 'SUCCEEDED') return
      if (record.phase === 'FAILED') {
        throw new SandboxPlatformError(
          'FAILED',
          'commit',
          record.error_message ?? record.error_code ?? 'commit failed',
        )
      }
      await setTimeout(300, undefined, call.signal ? { signal: call.signal } : {})
    }
  }

  async commitStatus(id: string, options: CallOptions = {}): Promise<CommitRecord> {
    const answer = await this.client.document(this.client.url('commit', id), options)
    const result = (answer as { result?: unknown } | undefined)?.result ?? answer
    const record = commitSchema.safeParse(result)
    if (!record.success)
      throw new SandboxPlatformError('UNEXPECTED_ANSWER', 'commit', 'the commit has no status')
    return record.data
  }

  /** Runs one program outside any session. A non-zero exit code is not an error. */
  execute(id: string, command: readonly string[], options: ExecuteOptions = {}): Promise<Executed> {
    const { cwd, env, seconds = 60, signal, harmless, timeout = seconds * 1000 + MARGIN_MS } = options
    const body = {
      sandbox_id: id,
      command,
      timeout: seconds,
      ...(cwd ? { cwd } : {}),
      ...(env ? { env } : {}),
    }
    return this.client.post('execute', body, executedSchema, { signal, timeout, harmless })
  }

  /** Opens a session that exists in the platform until it is closed. */
  async openSession(id: string, name: string, options: SessionOptions = {}): Promise<Session> {
    return openSession(this, await this.capabilities(options.signal), id, name, options)
  }

  close(): void {
    this.forwards.close()
    this.client.close()
  }
}

/**
 * Both request formats at once: `resources` of the base API and the platform's own fields. Undefined members are not
 * sent.
 */
const startBody = ({ cpus, memory, ...request }: StartOptions) => ({
  image: request.image,
  resources:
    cpus === undefined && memory === undefined
      ? undefined
      : { cpu: cpus === undefined ? undefined : String(cpus), memory },
  cpus,
  memory,
  disk: request.disk,
  network: request.network,
  platform: request.imagePlatform,
  registry_username: request.registryLogin?.username,
  registry_password: request.registryLogin?.password,
  name: request.name,
  notes: request.notes,
  env: request.env,
  auto_clear_time_minutes: request.autoStopMinutes,
  auto_delete_seconds: request.autoDeleteSeconds,
  sandbox_id: request.sandboxId,
})
