import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isSecret } from '../node/guard.ts'
import { hashOf, type KeptSessions, MAX_AGE_MS } from './kept-sessions.ts'

/** What the page's WebSocket speaks; the key comes beside it, where a page can put it. */
const PROTOCOL = 'orrery'
/** A header of ours: no page of another site can send it without being asked by us first. */
export const DOOR_HEADER = 'x-orrery-door'

/** Two halves of what a page shows us: a browser sends the cookie, and the page itself the key. */
interface Entry {
  /** The value of a `Set-Cookie` header. */
  readonly cookie: string
  readonly key: string
}

/**
 * Who may talk to the web host. The address that is printed carries a token that works once; it is traded for a cookie that
 * scripts cannot read and other sites do not send, and a key that the page keeps. Browsers keep cookies by host and not by port,
 * so any other program on this machine that is opened in the same browser is sent ours; what the page keeps, it never sees.
 * The cookie alone therefore gets the page's files and nothing else. Every request must also name us as its host, and come
 * from us.
 */
export class Access {
  #oneTime: string | undefined
  readonly #sessions: KeptSessions
  /** Opens the door for a second start of the same person, who alone can read it from the data folder. */
  readonly doorKey = secret()
  readonly #port: () => number

  constructor(port: () => number, sessions: KeptSessions) {
    this.#port = port
    this.#sessions = sessions
  }

  /** Another web host on this machine is given our cookie and must not take its place. */
  get #cookie(): string {
    return `orrery-session-${this.#port()}`
  }

  /** A fresh one-time token; the one before stops working. */
  issue(): string {
    this.#oneTime = secret()
    return this.#oneTime
  }

  /** Whether the request carries the key of the data folder. */
  hasDoorKey(request: IncomingMessage): boolean {
    return isSecret(String(request.headers[DOOR_HEADER] ?? ''), this.doorKey)
  }

  /** Trades a one-time token for a session, or nothing when it is wrong or was used. */
  redeem(token: string): Entry | undefined {
    if (this.#oneTime === undefined || !isSecret(token, this.#oneTime)) return undefined
    this.#oneTime = undefined
    const session = secret()
    const key = secret()
    this.#sessions.add(session, key)
    const lasts = `Max-Age=${MAX_AGE_MS / 1000}`
    return { cookie: `${this.#cookie}=${session}; HttpOnly; SameSite=Strict; Path=/; ${lasts}`, key }
  }

  /** Whether the request carries a session of ours: enough for the page's files. */
  hasSession(request: IncomingMessage): boolean {
    return this.#keysOf(request).length > 0
  }

  /** Whether the request carries a session and its key: enough to be served. */
  hasKey(request: IncomingMessage): boolean {
    const [protocol, given = ''] = (request.headers['sec-websocket-protocol'] ?? '')
      .split(',')
      .map((name) => name.trim())
    return protocol === PROTOCOL && this.#keysOf(request).some((key) => isSecret(hashOf(given), key))
  }

  /** Hashes of the keys that belong to the request's cookies. */
  #keysOf(request: IncomingMessage): string[] {
    return (request.headers.cookie ?? '').split(';').flatMap((pair) => {
      const [name, value = ''] = pair.trim().split('=')
      const key = name === this.#cookie ? this.#sessions.keyOf(value) : undefined
      return key === undefined ? [] : [key]
    })
  }
}

const secret = (): string => randomBytes(24).toString('base64url')
