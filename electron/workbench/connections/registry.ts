import type { Connection, Launch, LogLine } from '#shared/workbench/areas/connections.ts'
import type { WorkbenchEmit } from '#shared/workbench/contract.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { SignIn } from '../models/sign-in.ts'
import { ModelConnection } from '../models/model-connection.ts'
import { TelemetryConnection } from '../telemetry/telemetry-connection.ts'
import type { Platform } from './platform.ts'

/** A connection of any kind. */
export type AnyConnection = ModelConnection | Platform | TelemetryConnection

interface Registered {
  readonly connection: AnyConnection
  readonly embedded: boolean
  /** Set for a program that needs the user's consent before its first start. */
  readonly consent?: {
    readonly launch: Launch
    /** The launch last allowed under the same name. */
    before(): Launch | undefined
    given(): boolean
    give(): Promise<void>
  }
  /** Set for a server that may require a sign-in. */
  readonly signIn?: SignIn
}

/** All connections of this workbench, by id. */
export class ConnectionRegistry {
  readonly #byId = new Map<string, Registered>()
  readonly #emit: WorkbenchEmit
  #changePending = false

  constructor(emit: WorkbenchEmit) {
    this.#emit = emit
  }

  add(registered: Registered): void {
    this.#byId.set(registered.connection.id, registered)
    this.changed()
  }

  async remove(id: string): Promise<void> {
    const registered = this.#byId.get(id)
    this.#byId.delete(id)
    await registered?.connection.dispose()
    this.changed()
  }

  /** Moves these to the end in the given order, so that a replaced connection returns to its place. */
  arrange(ids: Iterable<string>): void {
    for (const id of ids) {
      const registered = this.#byId.get(id)
      if (!registered) continue
      this.#byId.delete(id)
      this.#byId.set(id, registered)
    }
    this.changed()
  }

  ids(): string[] {
    return [...this.#byId.keys()]
  }

  list(): Connection[] {
    return [...this.#byId.values()].map(({ connection, embedded, consent, signIn }) => ({
      ...connection.info,
      embedded,
      signedIn: signIn?.signedIn || undefined,
      ...(consent && !consent.given()
        ? { consent: { launch: consent.launch, before: consent.before() } }
        : {}),
    }))
  }

  /** Notifies the pages, at most once per event loop turn. */
  readonly changed = (): void => {
    if (this.#changePending) return
    this.#changePending = true
    queueMicrotask(() => {
      this.#changePending = false
      this.#emit('connections.changed', this.list())
    })
  }

  readonly logged = (id: string, lines: LogLine[]): void => this.#emit('connections.logged', { id, lines })

  /** @throws WorkbenchError `UNKNOWN_CONNECTION` with the existing names */
  find(id: string): AnyConnection {
    return this.#registered(id).connection
  }

  isEmbedded(id: string): boolean {
    return this.#registered(id).embedded
  }

  /** @throws WorkbenchError `CONSENT_NEEDED` with the exact command, before anything is started */
  async start(id: string): Promise<void> {
    const { connection, consent } = this.#registered(id)
    if (consent && !consent.given()) {
      throw workbenchError(
        'CONSENT_NEEDED',
        { name: connection.info.name, commandLine: consent.launch.commandLine },
        { details: consent.launch },
      )
    }
    await connection.start()
  }

  async restart(id: string): Promise<void> {
    await this.find(id).stop()
    await this.start(id)
  }

  /** Does something while a connection is stopped, which then starts again if it ran before. */
  async whileStopped<T>(id: string, work: () => Promise<T>): Promise<T> {
    const connection = this.find(id)
    const wasStopped = connection.info.state === 'stopped'
    await connection.stop()
    try {
      return await work()
    } finally {
      if (!wasStopped) await connection.start()
    }
  }

  async consent(id: string): Promise<void> {
    const { consent } = this.#registered(id)
    await consent?.give()
    this.changed()
    await this.start(id)
  }

  /** @throws WorkbenchError when the connection has no sign-in */
  signIn(id: string): SignIn {
    const { signIn } = this.#registered(id)
    if (signIn) return signIn
    throw workbenchError('SIGN_IN_NOWHERE')
  }

  /** @throws WorkbenchError when it does not exist or is not a model server */
  model(id: string): ModelConnection {
    const connection = this.find(id)
    if (connection instanceof ModelConnection) return connection
    throw workbenchError('WRONG_KIND.model', { id })
  }

  /** @throws WorkbenchError when it does not exist or is not a platform */
  platform(id: string): Platform {
    const connection = this.find(id)
    if (!(connection instanceof ModelConnection || connection instanceof TelemetryConnection))
      return connection
    throw workbenchError('WRONG_KIND.platform', { id })
  }

  /** @throws WorkbenchError when it does not exist or is not a telemetry endpoint */
  telemetry(id: string): TelemetryConnection {
    const connection = this.find(id)
    if (connection instanceof TelemetryConnection) return connection
    throw workbenchError('WRONG_KIND.telemetry', { id })
  }

  kill(): void {
    for (const { connection } of this.#byId.values()) connection.kill()
  }

  async dispose(): Promise<void> {
    await Promise.allSettled([...this.#byId.values()].map(({ connection }) => connection.dispose()))
  }

  #registered(id: string): Registered {
    const registered = this.#byId.get(id)
    if (registered) return registered
    throw workbenchError('UNKNOWN_CONNECTION', { id, known: [...this.#byId.keys()].join(', ') })
  }
}
