import type { CreateSessionRequest } from '#shared/sandbox/commands.ts'
import type { Isolate } from '../runtime/runtime.ts'
import { Session } from './session.ts'
import { notThere, SessionFailure } from './session-errors.ts'

/** Upstream's default of one second is too short for a loaded machine, without any benefit. */
const STARTUP_SECONDS = 30
/** Maximum number of sessions per sandbox. */
const SESSION_LIMIT = 256

/** The sessions of one sandbox by name. */
export class SessionSet {
  readonly #sessions = new Map<string, Session>()
  readonly #opening = new Set<string>()
  readonly #onCount: (by: number) => void
  /** How many were told of. */
  #told = 0
  #counter = 0
  #isOver = false

  /** @param onCount is told by how many there are more */
  constructor(onCount: (by: number) => void = () => undefined) {
    this.#onCount = onCount
  }

  /** Name, creation time and state of each session. */
  describe(): { session: string; created: string; busy: boolean; ended: boolean }[] {
    return Array.from(this.#sessions, ([name, session]) => ({
      session: name,
      created: session.created.toISOString(),
      busy: session.isBusy,
      ended: session.isEnded,
    }))
  }

  /** @throws SessionFailure when there is no session of that name */
  get(name: string): Session {
    const session = this.#sessions.get(name)
    if (!session) throw notThere(name)
    return session
  }

  /** Number of sessions, including those being opened. */
  get size(): number {
    return this.#sessions.size + this.#opening.size
  }

  /**
   * Opens a session and returns what its shell printed. Replaces a session whose shell has exited.
   * @param admit throws if the session limit is reached
   * @throws SessionFailure
   */
  async open(isolate: Isolate, request: CreateSessionRequest, admit?: () => void): Promise<string> {
    const name = request.session
    const other = this.#sessions.get(name)
    if ((other && !other.isEnded) || this.#opening.has(name)) {
      throw new SessionFailure(`session '${name}' already exists; close it first or choose another name`)
    }
    if (this.size >= SESSION_LIMIT) {
      throw new SessionFailure(
        `this sandbox has ${SESSION_LIMIT} sessions, the most it may have; close one first`,
      )
    }
    admit?.()
    this.#opening.add(name)
    this.#tell()
    try {
      const { session, output } = await Session.open(
        name,
        isolate,
        {
          key: `s${++this.#counter}`,
          sources: request.startup_source ?? [],
          env: request.env ?? {},
          cwd: request.cwd ?? undefined,
          user: request.remote_user ?? undefined,
          rows: request.rows ?? 24,
          cols: request.cols ?? 80,
        },
        Math.max(request.startup_timeout ?? 0, STARTUP_SECONDS),
      )
      if (this.#isOver) session.close()
      else this.#sessions.set(name, session)
      return output
    } finally {
      this.#opening.delete(name)
      this.#tell()
    }
  }

  /**
   * Closing a missing session succeeds, as on the platform, because programs close in `finally` (docs/sandbox-platform.md#sessions).
   */
  async close(name: string): Promise<void> {
    const session = this.#sessions.get(name)
    if (!session) return
    this.#sessions.delete(name)
    this.#tell()
    session.close()
    await session.closed
  }

  /** Forgets all, which end elsewhere. @returns an empty set in place of this one */
  left(): SessionSet {
    this.#sessions.clear()
    this.#isOver = true
    if (this.#told > 0) this.#onCount(-this.#told)
    return new SessionSet(this.#onCount)
  }

  /** Closes all, including those that are being opened. @returns an empty set in place of this one */
  renewed(): SessionSet {
    for (const session of this.#sessions.values()) session.close()
    return this.left()
  }

  #tell(): void {
    if (this.#isOver) return
    const by = this.size - this.#told
    this.#told = this.size
    if (by !== 0) this.#onCount(by)
  }
}
