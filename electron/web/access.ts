import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const COOKIE = 'orrery-session'
/** What the page's WebSocket speaks; the key comes beside it, where a page can put it. */
const PROTOCOL = 'orrery'
/** A header of ours: no page of another site can send it without being asked by us first. */
export const DOOR_HEADER = 'x-orrery-door'

/** Two halves of what a page shows us: a browser sends the cookie, and the page itself the key. */
export interface Entry {
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
  /** The key of each session, by the cookie's value. */
  readonly #sessions = new Map<string, string>()
  /** Opens the door for a second start of the same person, who alone can read it from the data folder. */
  readonly doorKey = secret()

  /** A fresh one-time token; the one before stops working. */
  issue(): string {
    this.#oneTime = secret()
    return this.#oneTime
  }

  /** Whether the request carries the key of the data folder. */
  hasDoorKey(request: IncomingMessage): boolean {
    return isSame(String(request.headers[DOOR_HEADER] ?? ''), this.doorKey)
  }

  /** Trades a one-time token for a session, or nothing when it is wrong or was used. */
  redeem(token: string): Entry | undefined {
    if (this.#oneTime === undefined || !isSame(token, this.#oneTime)) return undefined
    this.#oneTime = undefined
    const session = secret()
    const key = secret()
    this.#sessions.set(session, key)
    return { cookie: `${COOKIE}=${session}; HttpOnly; SameSite=Strict; Path=/`, key }
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
    return protocol === PROTOCOL && this.#keysOf(request).some((key) => isSame(given, key))
  }

  #keysOf(request: IncomingMessage): string[] {
    return (request.headers.cookie ?? '').split(';').flatMap((pair) => {
      const [name, value = ''] = pair.trim().split('=')
      const key = name === COOKIE ? this.#sessions.get(value) : undefined
      return key === undefined ? [] : [key]
    })
  }
}

const secret = (): string => randomBytes(24).toString('base64url')

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A page on another site may reach loopback by a rebound name; only our own names pass. */
export function isOwnHost(request: IncomingMessage, port: number): boolean {
  const { host } = request.headers
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`
}

/** Browsers send `Origin` on WebSockets and cross-site requests; a foreign one is refused. Absent is fine for plain loads. */
export function isOwnOrigin(request: IncomingMessage, port: number, required: boolean): boolean {
  const { origin } = request.headers
  if (origin === undefined) return !required
  return origin === `http://127.0.0.1:${port}` || origin === `http://localhost:${port}`
}
