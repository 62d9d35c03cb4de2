import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback } from '#shared/net/loopback.ts'

/** Under which host names and port a server may be addressed. */
export interface OwnAddress {
  /** Whether a host name, without brackets and in lower case, is the server's own. */
  isOwnName(name: string): boolean
  /** Undefined where requests may come through a forwarded port. */
  readonly port?: number
}

/** Every name of this machine's loopback. */
export const LOOPBACK: OwnAddress = { isOwnName: isLoopback }

/**
 * Which header of a request is foreign, if one is. A page of another site can send requests to loopback, or make its own name point
 * there: such requests carry a foreign Origin or Host. A page of our own may be open under another of our names.
 *
 * @param own undefined for a server that listens on every interface: it cannot know its names, but knows its own pages
 */
export function foreignHeader(
  { host, origin }: IncomingHttpHeaders,
  own: OwnAddress | undefined,
): 'host' | 'origin' | undefined {
  const asked = urlOf(`http://${host ?? ''}`)
  if (!asked || (own && !isOwn(asked, own))) return 'host'
  if (origin === undefined) return undefined
  const from = /^https?:\/\//.test(origin) ? urlOf(origin) : undefined
  if (!from || from.port !== asked.port) return 'origin'
  return from.hostname === asked.hostname || own?.isOwnName(nameOf(from)) ? undefined : 'origin'
}

const isOwn = (asked: URL, { isOwnName, port }: OwnAddress): boolean =>
  isOwnName(nameOf(asked)) && (port === undefined || Number(asked.port || 80) === port)

const nameOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** The token of an `Authorization: Bearer` header. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer\s+(.+)$/i.exec(authorization ?? '')?.[1]

/** Compares in constant time, so that neither the time nor the length reveals anything about the secret. */
export function isSecret(given: string | undefined, secret: string): boolean {
  return timingSafeEqual(digest(given ?? ''), digest(secret)) && given !== undefined
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
