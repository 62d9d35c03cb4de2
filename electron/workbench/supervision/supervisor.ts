import type { ConnectionFailure, ConnectionState } from '#shared/workbench/areas/connections.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { say } from '#shared/workbench/sentences/sentence.ts'
import type { Ended } from './child.ts'

/** Restart policy (docs/mcp.md#supervision). Milliseconds. */
const MIN_DELAY_MS = 500
const MAX_DELAY_MS = 30_000
const HEALTHY_AFTER_MS = 60_000
const CRASH_WINDOW = 120_000
const CRASHES_ALLOWED = 5

/** A running instance: a server process that has completed its handshake and accepts calls. */
export interface Running {
  readonly pid?: number
  /** Resolves when it ended, by itself or through `stop`. */
  readonly ended: Promise<Ended>
  readonly lastLines: string[]
  stop(): Promise<void>
  kill(): void
}

/** A failed start and the step that failed. `fatal` failures are not retried, such as a missing program. */
export class StartFailure extends Error {
  readonly failure: ConnectionFailure
  readonly fatal: boolean

  constructor(failure: ConnectionFailure, fatal = false, cause?: unknown) {
    super(failure.message, { cause })
    this.failure = failure
    this.fatal = fatal
  }
}

interface SupervisorStatus {
  readonly state: ConnectionState
  readonly since: number
  readonly restarts: number
  readonly retryAt?: number
  readonly failure?: ConnectionFailure
}

interface SupervisorOptions<R extends Running> {
  readonly name: string
  start(signal: AbortSignal): Promise<R>
  onChange(): void
}

/**
 * Keeps one instance running: starts it, restarts it with exponential backoff when it ends, and gives up after
 * {@link CRASHES_ALLOWED} crashes in {@link CRASH_WINDOW}, so that a broken server does not consume the machine.
 */
export class Supervisor<R extends Running> {
  readonly #options: SupervisorOptions<R>
  /** Time of the last state change on the monotonic clock. */
  #changed = performance.now()
  #current: SupervisorStatus = { state: 'stopped', since: Date.now(), restarts: 0 }
  #running: R | undefined
  #starting: { controller: AbortController; done: Promise<void> } | undefined
  #timer: NodeJS.Timeout | undefined
  #crashes: number[] = []
  #wanted = false

  constructor(options: SupervisorOptions<R>) {
    this.#options = options
  }

  get status(): SupervisorStatus {
    return this.#current
  }

  get instance(): R | undefined {
    return this.#running
  }

  /**
   * Starts the instance unless it is running or starting. Resolves when the attempt is over, successful or
   * not.
   */
  async start(): Promise<void> {
    this.#wanted = true
    this.#crashes = []
    await this.#attempt()
  }

  async stop(): Promise<void> {
    this.#wanted = false
    clearTimeout(this.#timer)
    this.#starting?.controller.abort()
    await this.#starting?.done
    const running = this.#running
    this.#running = undefined
    await running?.stop()
    this.#become('stopped')
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  /** Kills without waiting, for when the workbench itself has to exit. */
  kill(): void {
    this.#wanted = false
    clearTimeout(this.#timer)
    this.#starting?.controller.abort()
    this.#running?.kill()
  }

  /**
   * Returns the running instance; waits for a start or a backoff in progress.
   * @throws WorkbenchError `NOT_CONNECTED` when it is stopped or failed, or not ready within `patience`
   */
  async ready(patience = 15_000, signal?: AbortSignal): Promise<R> {
    const deadline = performance.now() + patience
    while (this.#running === undefined) {
      signal?.throwIfAborted()
      const { state, failure } = this.#current
      if (state === 'stopped' || state === 'failed' || performance.now() > deadline) {
        throw workbenchError(
          `NOT_CONNECTED.${state}`,
          { name: this.#options.name },
          { hint: failure?.hint, details: failure },
        )
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return this.#running
  }

  async #attempt(): Promise<void> {
    if (this.#running || this.#starting) return void (await this.#starting?.done)
    clearTimeout(this.#timer)
    const controller = new AbortController()
    const done = this.#tryStart(controller.signal).finally(() => {
      this.#starting = undefined
    })
    this.#starting = { controller, done }
    await done
  }

  async #tryStart(signal: AbortSignal): Promise<void> {
    this.#become('starting', this.#current.failure)
    try {
      const running = await this.#options.start(signal)
      if (signal.aborted) return void (await running.stop())
      this.#running = running
      this.#become('ready')
      void running.ended.then((ended) => this.#onEnd(running, ended))
    } catch (thrown) {
      if (signal.aborted) return
      const failure = asFailure(thrown)
      const fatal = thrown instanceof StartFailure && thrown.fatal
      this.#fail(failure, fatal)
    }
  }

  #onEnd(running: R, ended: Ended): void {
    if (this.#running !== running) return
    this.#running = undefined
    const { name } = this.#options
    const { exitCode, signal } = ended
    this.#fail({
      step: 'running',
      ...(signal ? say('START.killed', { name, signal }) : say('START.ended', { name, exitCode })),
      exitCode,
      signal,
      lastLines: running.lastLines,
    })
  }

  #fail(failure: ConnectionFailure, fatal = false): void {
    const now = performance.now()
    if (now - this.#changed > HEALTHY_AFTER_MS) this.#crashes = []
    this.#crashes = [...this.#crashes.filter((at) => now - at < CRASH_WINDOW), now]
    if (!this.#wanted || fatal || this.#crashes.length > CRASHES_ALLOWED)
      return this.#become('failed', failure)
    const delay =
      Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** (this.#crashes.length - 1)) * (1 + Math.random() / 4)
    this.#become('backoff', failure, Date.now() + delay)
    this.#timer = setTimeout(() => {
      this.#current = { ...this.#current, restarts: this.#current.restarts + 1 }
      void this.#attempt()
    }, delay)
  }

  #become(state: ConnectionState, failure?: ConnectionFailure, retryAt?: number): void {
    this.#changed = performance.now()
    this.#current = {
      state,
      since: Date.now(),
      restarts: this.#current.restarts,
      failure,
      retryAt,
    }
    this.#options.onChange()
  }
}

function asFailure(thrown: unknown): ConnectionFailure {
  if (thrown instanceof StartFailure) return thrown.failure
  return {
    step: 'handshake',
    message: thrown instanceof Error ? thrown.message : String(thrown),
    lastLines: [],
  }
}
