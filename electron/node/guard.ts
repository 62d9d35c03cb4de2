import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback } from '#shared/net/loopback.ts'

/** The host names and port under which a server may be addressed. */
export interface OwnAddress {
  /** Whether a host name (lower case, without brackets) is one of the server's own. */
  isOwnName(name: string): boolean
  /** Undefined when requests may arrive through a forwarded port. */
  readonly port?: number
}

/** All names of the loopback interface. */
export const LOOPBACK: OwnAddress = { isOwnName: isLoopback }

/** An address that also has the names by which a reverse proxy or the network reaches the server, at any port. */
export function alsoNamed(own: OwnAddress | undefined, names: readonly string[]): OwnAddress | undefined {
  if (names.length === 0) return own
  const base = own ?? LOOPBACK
  return { isOwnName: (name) => names.includes(name) || base.isOwnName(name) }
}

/** Reads host names without ports, as in `a.example.org,b.example.org`; undefined if one is none. */
export function readHostNames(text: string): string[] | undefined {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  return names.every((name) => name.length <= 253 && HOST_NAME.test(name)) ? names : undefined
}

const HOST_NAME = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/

/** What a caller of a host name that is not the server's reads, and who can change it. */
export const hostRefusal = (host: string | undefined): string =>
  `Host ${host ?? '(none)'} is not served here; the owner of the server names the hosts that are with --allowed-hosts`

/**
 * Returns which header shows that a request is cross-origin, if any. A page of another site can send requests
 * to loopback, or let its own host name resolve there (DNS rebinding); such requests carry a foreign Origin
 * or Host. Our own page may be open under another of our names.
 *
 * @param own undefined for a server that listens on every interface: it cannot know its host names, but can
 *   recognise its own pages
 */
export function foreignHeader(
  { host, origin }: IncomingHttpHeaders,
  own: OwnAddress | undefined,
): 'host' | 'origin' | undefined {
  const url = urlOf(`http://${host ?? ''}`)
  if (!url || (own && !isOwn(url, own))) return 'host'
  if (origin === undefined) return undefined
  const from = /^https?:\/\//.test(origin) ? urlOf(origin) : undefined
  if (!from || from.port !== url.port) return 'origin'
  return from.hostname === url.hostname || own?.isOwnName(nameOf(from)) ? undefined : 'origin'
}

const isOwn = (url: URL, { isOwnName, port }: OwnAddress): boolean =>
  isOwnName(nameOf(url)) && (port === undefined || Number(url.port || 80) === port)

const nameOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** Extracts the token of an `Authorization: Bearer` header. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer\s+(.+)$/i.exec(authorization ?? '')?.[1]

/** Compares in constant time, so that neither timing nor length reveals anything about the secret. */
export function isSecret(given: string | undefined, secret: string): boolean {
  return timingSafeEqual(digest(given ?? ''), digest(secret)) && given !== undefined
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
