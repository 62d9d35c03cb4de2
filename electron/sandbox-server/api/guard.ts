import type { IncomingHttpHeaders } from 'node:http'
import type { KeyRing } from '../../node/access/key-ring.ts'
import type { Role } from '#shared/sandbox/own-key.ts'
import { type Key, SECRET_PREFIX } from '../../node/access/keys.ts'
import { type OwnAddress, bearerOf, foreignHeader, hostRefusal, isSecret } from '../../node/guard.ts'
import { refusalText } from '#shared/sandbox/refusals.ts'

/** A reverse proxy that authenticates users; trusted if it sends a secret. */
export interface ProxyTrust {
  /** The header with the user's name, in lower case. */
  readonly header: string
  readonly secret: string
}

/**
 * Authentication by token or key; browsers only from the server's own origin
 * (docs/decisions.md#sandbox-platform).
 */
export interface GuardOptions {
  /** Undefined if no token is required. */
  readonly token: string | undefined
  /** Undefined if the server listens on all interfaces and was given no names. */
  readonly own: OwnAddress | undefined
  readonly keys?: KeyRing | undefined
  readonly proxy?: ProxyTrust | undefined
}

export interface Refusal {
  readonly status: 401 | 403 | 429
  readonly detail: string
  /** Seconds to wait before retrying. */
  readonly retryAfter?: number
  /** The header WWW-Authenticate of a 401 (RFC 6750). */
  readonly challenge?: string
}

/** An authenticated caller. */
export interface Caller {
  /** Undefined for the server's own token, or if none is required. */
  readonly key: Key | undefined
  readonly role: Role
}

/** A caller with the server's own token. */
export const OWNER: Caller = { key: undefined, role: 'admin' }

export const callerWith = (key: Key): Caller => ({ key, role: key.role })

/** Headers that may carry the token. */
export const CREDENTIAL_HEADERS = ['authorization', 'xrl-authorization', 'x-api-key'] as const

export const PROXY_SECRET_HEADER = 'x-orrery-proxy-secret'

/**
 * Authenticates a request; undefined if that fails. If the proxy names a user, that user counts, whatever other credentials the proxy
 * sends.
 */
export function identify(headers: IncomingHttpHeaders, guard: GuardOptions): Caller | undefined {
  const { token, keys } = guard
  const person = personOf(headers, guard)
  if (person !== undefined) return known(keys?.named(person))
  const given = givenToken(headers)
  if (given !== undefined && token !== undefined && isSecret(given, token)) return OWNER
  const key = given === undefined ? undefined : keys?.withSecret(given)
  return known(key) ?? (token === undefined ? OWNER : undefined)
}

const known = (key: Key | undefined): Caller | undefined => key && callerWith(key)

function personOf(headers: IncomingHttpHeaders, { proxy }: GuardOptions): string | undefined {
  if (!proxy || !isSecret(header(headers[PROXY_SECRET_HEADER]), proxy.secret)) return undefined
  return header(headers[proxy.header])
}

/** The refusal of an unauthenticated request, which reveals no details. */
export function unknownCaller(headers: IncomingHttpHeaders, guard: GuardOptions): Refusal {
  const person = personOf(headers, guard)
  if (person !== undefined) {
    return { status: 403, detail: refusalText({ kind: 'person', person }) }
  }
  if (givenToken(headers)) {
    return {
      status: 401,
      challenge: 'Bearer error="invalid_token"',
      detail:
        'The token or key that was sent is unknown, has expired or was revoked; ask the owner of the server for a new one',
    }
  }
  return { status: 401, challenge: 'Bearer', detail: wantedToken(headers, guard) }
}

/** Who shares a server with others is not told how to open it to everybody. */
function wantedToken(headers: IncomingHttpHeaders, { keys, proxy }: GuardOptions): string {
  const wanted = 'A bearer token is needed: Authorization: Bearer TOKEN'
  if (proxy && headers[proxy.header] !== undefined) {
    return `${wanted}; ${proxy.header} counts only with the secret of the proxy in ${PROXY_SECRET_HEADER}, which is missing or wrong`
  }
  return keys && !keys.isEmpty ? wanted : `${wanted} (start the server with --no-auth to do without)`
}

/** Why a request from another site's page, or one for a wrong host name, is refused. */
export function foreignRefusal(
  headers: IncomingHttpHeaders,
  own: OwnAddress | undefined,
): Refusal | undefined {
  const foreign = foreignHeader(headers, own)
  if (foreign === 'host') return { status: 403, detail: hostRefusal(headers.host) }
  if (foreign === 'origin') return { status: 403, detail: `Origin ${headers.origin} is not allowed` }
  return undefined
}

/** Secrets in a request that no program in a sandbox may see. */
export function secretsOf(headers: IncomingHttpHeaders, { token, proxy }: GuardOptions): string[] {
  const given = givenToken(headers)
  // Other credentials may be arbitrary words, so only keys are recognized.
  const key = given?.startsWith(SECRET_PREFIX) ? given : undefined
  return [token, proxy?.secret, key].filter((secret) => secret !== undefined)
}

/**
 * The token in any form that clients can send: bearer, `X-API-Key`, the platform libraries' `XRL-Authorization`, or the
 * password of basic authentication, which is what libraries without custom headers send for `http://token:TOKEN@host:port`.
 */
function givenToken(headers: IncomingHttpHeaders): string | undefined {
  const authorization = headers.authorization ?? header(headers['xrl-authorization']) ?? ''
  const basic = /^Basic\s+(.+)$/i.exec(authorization)?.[1]
  if (basic !== undefined) return /^[^:]*:(.*)$/s.exec(Buffer.from(basic, 'base64').toString())?.[1]
  return bearerOf(authorization) ?? header(headers['x-api-key'])
}

const header = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
