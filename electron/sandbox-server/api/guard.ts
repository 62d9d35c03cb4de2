import type { IncomingHttpHeaders } from 'node:http'
import { type OwnAddress, bearerOf, foreignHeader, isSecret } from '../../node/guard.ts'

/** Who may call: a bearer token, and browsers only from our own origin (docs/decisions.md#sandbox-platform). */
export interface GuardOptions {
  /** Undefined: no token is demanded. */
  readonly token: string | undefined
  /** Undefined when the server listens on every interface. */
  readonly own: OwnAddress | undefined
}

export interface Refusal {
  readonly status: 401 | 403
  readonly detail: string
}

/** Where callers may send the token. */
export const CREDENTIAL_HEADERS = ['authorization', 'xrl-authorization', 'x-api-key'] as const

/** Why a request is refused, or undefined when it is welcome. */
export function refusal(headers: IncomingHttpHeaders, { token, own }: GuardOptions): Refusal | undefined {
  const foreign = foreignRefusal(headers, own)
  if (foreign) return foreign
  if (hasToken(headers, token)) return undefined
  return {
    status: 401,
    detail:
      'A bearer token is needed: Authorization: Bearer TOKEN (start the server with --no-auth to do without)',
  }
}

/** Why a page of another site, or one that guessed our port, is refused. */
export function foreignRefusal(
  headers: IncomingHttpHeaders,
  own: OwnAddress | undefined,
): Refusal | undefined {
  const foreign = own && foreignHeader(headers, own)
  if (foreign === 'host')
    return { status: 403, detail: `Host ${headers.host ?? '(none)'} is not served here` }
  if (foreign === 'origin') return { status: 403, detail: `Origin ${headers.origin} is not allowed` }
  return undefined
}

/** Whether a request carries the server's token, where one is demanded. */
export const hasToken = (headers: IncomingHttpHeaders, token: string | undefined): boolean =>
  token === undefined || isSecret(givenToken(headers), token)

/**
 * The token in any of the forms that clients can send: bearer, `X-API-Key`, the platform libraries' `XRL-Authorization`, and
 * as the password of a basic login, which is what `http://token:TOKEN@host:port` becomes in libraries that take no headers.
 */
function givenToken(headers: IncomingHttpHeaders): string | undefined {
  const authorization = headers.authorization ?? header(headers['xrl-authorization']) ?? ''
  const basic = /^Basic\s+(.+)$/i.exec(authorization)?.[1]
  if (basic !== undefined) return /^[^:]*:(.*)$/s.exec(Buffer.from(basic, 'base64').toString())?.[1]
  return bearerOf(authorization) ?? header(headers['x-api-key'])
}

const header = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
