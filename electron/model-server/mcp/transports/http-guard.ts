import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Why a request is refused before anyone looks at its body. */
export interface Refusal {
  readonly status: number
  readonly message: string
  readonly headers?: { readonly [name: string]: string }
}

export interface GuardOptions {
  /** Whether the server listens on loopback only. */
  readonly loopback: boolean
  readonly token: string | undefined
}

function hostName(authority: string): string | undefined {
  try {
    return new URL(`http://${authority}`).hostname
  } catch {
    return undefined
  }
}

function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(name)
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Who may ask. A page of another site can send requests to loopback, or make its own name point there: such requests carry a foreign
 * Origin or Host and are refused (docs/mcp.md#http). The token is compared in constant time.
 */
export function refusalOf(request: IncomingMessage, { loopback, token }: GuardOptions): Refusal | undefined {
  const host = hostName(request.headers.host ?? '')
  if (host === undefined || (loopback && !isLoopbackName(host))) {
    return { status: 403, message: 'The Host header names another machine; use 127.0.0.1 or localhost.' }
  }
  const { origin } = request.headers
  if (origin !== undefined) {
    const name = /^https?:\/\/(.+)$/.exec(origin)?.[1]
    const from = name === undefined ? undefined : hostName(name)
    if (from === undefined || (from !== host && !isLoopbackName(from))) {
      return { status: 403, message: 'Requests from this Origin are not served.' }
    }
  }
  if (token === undefined || request.url === '/healthz') return undefined
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  if (timingSafeEqual(digest(given), digest(token))) return undefined
  return {
    status: 401,
    message: 'A bearer token is needed; send Authorization: Bearer <token>.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  }
}
