import { randomUUID } from 'node:crypto'
import type { CreateSessionRequest } from '#shared/sandbox/commands.ts'
import type { Isolate, DetachedTerminals } from '../runtime/runtime.ts'
import { parseSavedSession } from './saved-session.ts'
import { Session } from './session.ts'
import { alreadyThere, notJoined, notThere, SessionFailure } from './session-errors.ts'

/** Upstream's default of one second is too short for a loaded machine, without any benefit. */
const STARTUP_SECONDS = 30
/** Maximum number of sessions per sandbox. */
const SESSION_LIMIT = 256

/** The id of the access key that opened a session; undefined for the server's own token. */
type Owner = string | undefined
type Counts = ReadonlyMap<Owner, number>
type OnCount = (by: number, owner: Owner) => void

/** The sessions of one sandbox by name. */
export class SessionSet {
  readonly #sessions = new Map<string, Session>()
  /** Who opens each session that is being opened. */
  readonly #opening = new Map<string, Owner>()
  readonly #onCount: OnCount
  /** Counts last reported to `onCount`. */
  #reported: Counts = new Map()
  readonly #joining = new Map<string, Promise<Session | 'ended' | 'none'>>()
  #counter = 0
  #isOver = false

  /** @param onCount receives each change of the number of sessions that an owner opened */
  constructor(onCount: OnCount = () => undefined) {
    this.#onCount = onCount
  }

  /** Name, creation time and state of each session. */
  async describe(isolate: Isolate | undefined): Promise<DescribedSession[]> {
    const here = Array.from(this.#sessions, ([name, session]) => ({
      session: name,
      created: session.created.toISOString(),
      busy: session.isBusy,
      ended: session.isEnded,
    }))
    const saved = (await isolate?.lasting?.saved()) ?? new Map<string, string>()
    const elsewhere = [...saved].flatMap(([name, text]) => {
      const session = this.#sessions.has(name) ? undefined : parseSavedSession(text)
      // Whether it is busy, or has ended, is seen when it is joined.
      return session
        ? [{ session: name, created: new Date(session.created).toISOString(), busy: false, ended: false }]
        : []
    })
    return [...here, ...elsewhere]
  }

  /** Returns a session, which is joined if another server opened it. @throws SessionFailure when there is no session of that name */
  async find(isolate: Isolate, name: string): Promise<Session> {
    const session = this.#sessions.get(name)
    if (session && !session.isLost) return session
    const joined = await this.#join(isolate, name)
    if (joined === 'none') throw notThere(name)
    if (joined === 'ended') throw notJoined(name)
    return joined
  }

  /** Number of sessions, including those being opened. */
  get size(): number {
    return this.#sessions.size + this.#opening.size
  }

  /**
   * Opens a session and returns what its shell printed. Replaces a session whose shell has exited.
   * @param owner who opens it
   * @param admit throws if the session limit is reached
   * @throws SessionFailure
   */
  async open(
    isolate: Isolate,
    request: CreateSessionRequest,
    { owner, admit }: { readonly owner?: Owner; readonly admit?: () => void } = {},
  ): Promise<string> {
    const name = request.session
    const other = this.#sessions.get(name)
    if ((other && !other.isEnded) || this.#opening.has(name)) {
      throw alreadyThere(name)
    }
    if (this.size >= SESSION_LIMIT) {
      throw new SessionFailure(
        `this sandbox has ${SESSION_LIMIT} sessions, the most it may have; close one first`,
      )
    }
    admit?.()
    this.#opening.set(name, owner)
    this.#tell()
    try {
      if (typeof (await this.#join(isolate, name)) !== 'string') throw alreadyThere(name)
      const { session, output } = await Session.open(
        name,
        isolate,
        {
          // Another server may have one of that number.
          key: isolate.lasting ? `s-${randomUUID()}` : `s${++this.#counter}`,
          sources: request.startup_source ?? [],
          env: request.env ?? {},
          cwd: request.cwd ?? undefined,
          user: request.remote_user ?? undefined,
          rows: request.rows ?? 24,
          cols: request.cols ?? 80,
          owner,
        },
        Math.max(request.startup_timeout ?? 0, STARTUP_SECONDS),
      )
      if ((await isolate.lasting?.keep(name, JSON.stringify(session.saved), true)) === false) {
        session.close()
        throw alreadyThere(name)
      }
      if (this.#isOver) session.close()
      else this.#hold(isolate, session)
      return output
    } finally {
      this.#opening.delete(name)
      this.#tell()
    }
  }

  /**
   * Closing a missing session succeeds, as on the platform, because programs close in `finally` (docs/sandbox-platform.md#sessions).
   * @throws RuntimeFailure when it cannot be joined, and so goes on
   */
  async close(isolate: Isolate, name: string): Promise<void> {
    const session = await this.find(isolate, name).catch((error: unknown) => {
      if (error instanceof SessionFailure) return undefined
      throw error
    })
    if (!session) return
    this.#sessions.delete(name)
    this.#tell()
    session.close()
    await session.closed
    await isolate.lasting?.forget(name)
  }

  /** Forgets all, which end elsewhere. @returns an empty set in place of this one */
  left(): SessionSet {
    this.#sessions.clear()
    this.#report(new Map())
    this.#isOver = true
    return new SessionSet(this.#onCount)
  }

  /** Closes all, including those that are being opened. @returns an empty set in place of this one */
  renewed(): SessionSet {
    for (const session of this.#sessions.values()) session.close()
    return this.left()
  }

  #tell(): void {
    const counts = new Map<Owner, number>()
    const owners = [...Array.from(this.#sessions.values(), ({ owner }) => owner), ...this.#opening.values()]
    for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1)
    this.#report(counts)
  }

  #report(counts: Counts): void {
    if (this.#isOver) return
    const before = this.#reported
    this.#reported = counts
    for (const owner of new Set([...before.keys(), ...counts.keys()])) {
      const by = (counts.get(owner) ?? 0) - (before.get(owner) ?? 0)
      if (by !== 0) this.#onCount(by, owner)
    }
  }

  /** Joins what another server opened; several requests may come at once. */
  #join(isolate: Isolate, name: string): Promise<Session | 'ended' | 'none'> {
    const { lasting } = isolate
    if (!lasting) return Promise.resolve('none')
    const joining = this.#joining.get(name) ?? this.#joined(isolate, lasting, name)
    this.#joining.set(name, joining)
    return joining.finally(() => this.#joining.delete(name))
  }

  async #joined(
    isolate: Isolate,
    lasting: DetachedTerminals,
    name: string,
  ): Promise<Session | 'ended' | 'none'> {
    const text = (await lasting.saved()).get(name)
    if (text === undefined) return 'none'
    const saved = parseSavedSession(text)
    const session = saved && (await Session.join(name, isolate, saved))
    if (session) {
      this.#hold(isolate, session)
      return session
    }
    this.#sessions.delete(name)
    this.#tell()
    await lasting.forget(name)
    return 'ended'
  }

  #hold(isolate: Isolate, session: Session): void {
    const { name } = session
    this.#sessions.set(name, session)
    this.#tell()
    const { lasting } = isolate
    if (!lasting) return
    session.onRenewed = () =>
      void lasting.keep(name, JSON.stringify(session.saved), false).catch(() => undefined)
    void session.closed.then(() => {
      if (!session.isLost && this.#sessions.get(name) === session)
        void lasting.forget(name).catch(() => undefined)
    })
  }
}

interface DescribedSession {
  readonly session: string
  readonly created: string
  readonly busy: boolean
  readonly ended: boolean
}
