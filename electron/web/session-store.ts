import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { quarantine, writeAtomically } from '../node/atomic-file.ts'

/** Maximum number of browser sessions kept across restarts; the oldest are dropped first. */
const MAX_SESSIONS = 50
export const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000

/** A stored session: enough to recognise it, but not to impersonate it. */
const sessionSchema = z.object({ cookie: z.string(), key: z.string(), at: z.number() })
const fileSchema = z.object({ version: z.literal(1), sessions: z.array(sessionSchema) })
type Session = z.infer<typeof sessionSchema>

/** A plain hash suffices, because sessions are long and random. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** The web host's sessions, persisted in the data folder across restarts. */
export class SessionStore {
  readonly #path: string | undefined
  #sessions: readonly Session[] = []
  #written: Promise<void> = Promise.resolve()

  private constructor(path: string | undefined) {
    this.#path = path
  }

  /**
   * @param path without it, sessions end with the process
   * @param onSetAside called when the file was unreadable and has been renamed; all sessions are then lost,
   *   and a new address is needed
   */
  static async open(
    path: string | undefined,
    onSetAside: (path: string, movedTo: string) => void = () => undefined,
  ): Promise<SessionStore> {
    if (path === undefined) return new SessionStore(path)
    try {
      const store = new SessionStore(path)
      const { sessions } = fileSchema.parse(JSON.parse(await readFile(path, 'utf8')))
      store.#sessions = sessions.filter(({ at }) => Date.now() - at < MAX_AGE_MS)
      return store
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new SessionStore(path)
    }
    const quarantined = await quarantine(path).catch(() => undefined)
    if (quarantined !== undefined) onSetAside(path, quarantined)
    // If it cannot be renamed, do not overwrite it.
    return new SessionStore(quarantined === undefined ? undefined : path)
  }

  add(cookie: string, key: string): void {
    const session = { cookie: hashOf(cookie), key: hashOf(key), at: Date.now() }
    const sessions = [...this.#sessions, session].slice(-MAX_SESSIONS)
    this.#sessions = sessions
    const path = this.#path
    if (path === undefined) return
    // A session that could not be written lasts as long as this process.
    this.#written = this.#written
      .then(() => writeAtomically(path, JSON.stringify({ version: 1, sessions })))
      .catch(() => undefined)
  }

  /** Returns the hash of the key that belongs to a cookie. */
  keyOf(cookie: string): string | undefined {
    const hash = hashOf(cookie)
    return this.#sessions.find((session) => session.cookie === hash)?.key
  }

  /** Resolves when all added sessions are on disk. */
  settled(): Promise<void> {
    return this.#written
  }
}
