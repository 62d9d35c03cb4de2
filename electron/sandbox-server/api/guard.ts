import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Who may call: a bearer token, and browsers only from our own origin (docs/decisions.md, sandbox platform 9). */
export interface GuardOptions {
  /** Undefined: no token is demanded. */
  readonly token: string | undefined
  /** `host:port` forms under which this server may be addressed; undefined when it listens on every interface. */
  readonly hosts: ReadonlySet<string> | undefined
}

export interface Refusal {
  readonly status: 401 | 403
  readonly detail: string
}

/** Why a request is refused, or undefined when it is welcome. */
export function refusal(headers: IncomingHttpHeaders, options: GuardOptions): Refusal | undefined {
  const host = headers.host?.toLowerCase()
  if (options.hosts && (!host || !options.hosts.has(host))) {
    return { status: 403, detail: `Host ${host ?? '(none)'} is not served here` }
  }
  const origin = headers.origin
  if (origin && options.hosts && !options.hosts.has(origin.replace(/^https?:\/\//, '').toLowerCase())) {
    return { status: 403, detail: `Origin ${origin} is not allowed` }
  }
  if (options.token === undefined) return undefined
  const given = givenToken(headers)
  if (given !== undefined && sameText(given, options.token)) return undefined
  return {
    status: 401,
    detail:
      'A bearer token is needed: Authorization: Bearer TOKEN (start the server with --no-auth to do without)',
  }
}

/**
 * The token in any of the forms that clients can send: bearer, `X-API-Key`, the platform libraries' `XRL-Authorization`, and
 * as the password of a basic login, which is what `http://token:TOKEN@host:port` becomes in libraries that take no headers.
 */
function givenToken(headers: IncomingHttpHeaders): string | undefined {
  const authorization = headers.authorization ?? header(headers['xrl-authorization']) ?? ''
  const basic = /^Basic\s+(.+)$/i.exec(authorization)?.[1]
  if (basic !== undefined) return /^[^:]*:(.*)$/s.exec(Buffer.from(basic, 'base64').toString())?.[1]
  return /^Bearer\s+(.+)$/i.exec(authorization)?.[1] ?? header(headers['x-api-key'])
}

const header = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

/** Compares in constant time, so that the time tells nothing about the token. */
function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
