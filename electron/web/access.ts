import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isSecret } from '../node/guard.ts'
import { hashOf, type SessionStore, MAX_AGE_MS } from './session-store.ts'

/** WebSocket subprotocol of the page; the key is sent as a second one, because a page cannot set headers there. */
const PROTOCOL = 'orrery'
/** A custom header: pages of other sites cannot send it without a CORS preflight. */
export const DOOR_HEADER = 'x-orrery-door'

/** The two halves of a session: the browser sends the cookie, the page itself the key. */
interface Entry {
  /** Value of the `Set-Cookie` header. */
  readonly cookie: string
  readonly key: string
}

/**
 * Authenticates requests to the web host. The printed address contains a one-time token, which is exchanged
 * for an HttpOnly, SameSite cookie and a key that the page stores. Browsers separate cookies by host but not
 * by port, so any other program on this machine that is open in the same browser receives our cookie, but
 * never the page's key. The cookie alone therefore grants the page's files and nothing else. Every request
 * must also carry our host name and be same-origin.
 */
export class Access {
  #oneTime: string | undefined
  readonly #sessions: SessionStore
  /** Authenticates a second start by the same user, the only one who can read it from the data folder. */
  readonly doorKey = secret()
  readonly #port: () => number

  constructor(port: () => number, sessions: SessionStore) {
    this.#port = port
    this.#sessions = sessions
  }

  /** Unique per port: another web host on this machine receives our cookie and must not overwrite it. */
  get #cookie(): string {
    return `orrery-session-${this.#port()}`
  }

  /** Creates a one-time token and invalidates the previous one. */
  issue(): string {
    this.#oneTime = secret()
    return this.#oneTime
  }

  /** Whether the request carries the data folder's key. */
  hasDoorKey(request: IncomingMessage): boolean {
    return isSecret(String(request.headers[DOOR_HEADER] ?? ''), this.doorKey)
  }

  /** Exchanges a one-time token for a session; undefined when the token is wrong or already used. */
  redeem(token: string): Entry | undefined {
    if (this.#oneTime === undefined || !isSecret(token, this.#oneTime)) return undefined
    this.#oneTime = undefined
    const session = secret()
    const key = secret()
    this.#sessions.add(session, key)
    const lasts = `Max-Age=${MAX_AGE_MS / 1000}`
    return { cookie: `${this.#cookie}=${session}; HttpOnly; SameSite=Strict; Path=/; ${lasts}`, key }
  }

  /** Whether the request carries a valid session cookie: sufficient for the page's files. */
  hasSession(request: IncomingMessage): boolean {
    return this.#keysOf(request).length > 0
  }

  /** Whether the request carries a session cookie and its key: sufficient for calls. */
  hasKey(request: IncomingMessage): boolean {
    const [protocol, given = ''] = (request.headers['sec-websocket-protocol'] ?? '')
      .split(',')
      .map((name) => name.trim())
    return protocol === PROTOCOL && this.#keysOf(request).some((key) => isSecret(hashOf(given), key))
  }

  /** Returns the hashes of the keys that belong to the request's cookies. */
  #keysOf(request: IncomingMessage): string[] {
    return (request.headers.cookie ?? '').split(';').flatMap((pair) => {
      const [name, value = ''] = pair.trim().split('=')
      const key = name === this.#cookie ? this.#sessions.keyOf(value) : undefined
      return key === undefined ? [] : [key]
    })
  }
}

const secret = (): string => randomBytes(24).toString('base64url')
