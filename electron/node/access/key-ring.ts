import { readFileSync, statSync } from 'node:fs'
import { type Access, type Caps, isValid, type Key, keyWith, NO_ACCESS, readAccess } from './keys.ts'
import { keyFile } from './key-file.ts'

/** How often the file is checked on behalf of open streams, which make no further calls. */
const POLL_INTERVAL_MS = 250

/**
 * The current keys. The file is reloaded whenever it changes, so a key revoked by any program takes effect on
 * every server that shares the folder. If the file becomes unusable, the last good version stays in force and
 * the problem is reported.
 */
export class KeyRing {
  readonly #path: string
  readonly #onProblem: (sentence: string) => void
  readonly #listeners = new Set<() => void>()
  readonly #timer: NodeJS.Timeout
  #access: Access = NO_ACCESS
  #seen: string | undefined
  #wasDamaged = false

  /** @throws InvalidKeyFile for an unusable file, since nobody can be authenticated then */
  constructor(folder: string, onProblem: (sentence: string) => void) {
    this.#path = keyFile(folder)
    this.#onProblem = onProblem
    this.#seen = this.#signature()
    if (this.#seen !== undefined) this.#access = readAccess(readFileSync(this.#path, 'utf8'))
    this.#timer = setInterval(() => {
      this.#reload()
      for (const listener of this.#listeners) listener()
    }, POLL_INTERVAL_MS).unref()
  }

  /** Whether there are no keys at all, not even revoked ones: then the server behaves as one without keys. */
  get isEmpty(): boolean {
    this.#reload()
    return this.#access.keys.length === 0
  }

  /** Returns the valid key with that secret. */
  withSecret(secret: string): Key | undefined {
    this.#reload()
    return this.#valid(keyWith(secret, this.#access.keys))
  }

  /** Returns the valid key for a user name sent by a proxy. */
  named(name: string): Key | undefined {
    this.#reload()
    const now = Date.now()
    return this.#access.keys.find((key) => key.name === name && isValid(key, now))
  }

  withId(id: string): Key | undefined {
    this.#reload()
    return this.#valid(this.#access.keys.find((key) => key.id === id))
  }

  /** Returns all valid keys. */
  valid(): Key[] {
    this.#reload()
    const now = Date.now()
    return this.#access.keys.filter((key) => isValid(key, now))
  }

  capsOf(namespace: string): Caps {
    this.#reload()
    return this.#access.namespaces[namespace] ?? {}
  }

  /**
   * Calls the listener periodically, so that what a key opened can be closed when the key expires. @returns a
   * function that stops watching
   */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#listeners.clear()
  }

  #valid(key: Key | undefined): Key | undefined {
    return key && isValid(key, Date.now()) ? key : undefined
  }

  #signature(): string | undefined {
    const stat = statSync(this.#path, { throwIfNoEntry: false })
    return stat && `${stat.ino} ${stat.size} ${stat.mtimeMs}`
  }

  #reload(): void {
    try {
      const signature = this.#signature()
      if (signature === this.#seen) return
      this.#access = signature === undefined ? NO_ACCESS : readAccess(readFileSync(this.#path, 'utf8'))
      this.#seen = signature
      this.#wasDamaged = false
    } catch (error) {
      if (this.#wasDamaged) return
      this.#wasDamaged = true
      this.#onProblem(`${this.#path} cannot be used (${(error as Error).message}); the keys are as they were`)
    }
  }
}
