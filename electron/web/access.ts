import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const COOKIE = 'orrery-session'
/** A header of ours: no page of another site can send it without being asked by us first. */
export const DOOR_HEADER = 'x-orrery-door'

/**
 * Who may talk to the web host. The address that is printed carries a token that works once; it is traded for a cookie that
 * scripts cannot read and other sites do not send. Every request must also name us as its host, and come from us.
 */
export class Access {
  private oneTime: Buffer | undefined
  private readonly sessions = new Set<string>()
  /** Opens the door for a second start of the same person, who alone can read it from the data folder. */
  readonly doorKey = randomBytes(24).toString('base64url')

  /** A fresh one-time token; the one before stops working. */
  issue(): string {
    const token = randomBytes(24).toString('base64url')
    this.oneTime = Buffer.from(token)
    return token
  }

  /** Whether the request carries the key of the data folder. */
  hasDoorKey(request: IncomingMessage): boolean {
    const given = Buffer.from(String(request.headers[DOOR_HEADER] ?? ''))
    const key = Buffer.from(this.doorKey)
    return given.length === key.length && timingSafeEqual(given, key)
  }

  /** Trades a one-time token for the value of a `Set-Cookie` header, or nothing when it is wrong or was used. */
  redeem(token: string): string | undefined {
    const given = Buffer.from(token)
    if (!this.oneTime || given.length !== this.oneTime.length || !timingSafeEqual(given, this.oneTime))
      return undefined
    this.oneTime = undefined
    const session = randomBytes(24).toString('base64url')
    this.sessions.add(session)
    return `${COOKIE}=${session}; HttpOnly; SameSite=Strict; Path=/`
  }

  /** Whether the request carries a session of ours. */
  hasSession(request: IncomingMessage): boolean {
    const cookies = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
    return cookies.some(
      (pair) => pair.startsWith(`${COOKIE}=`) && this.sessions.has(pair.slice(COOKIE.length + 1)),
    )
  }
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
