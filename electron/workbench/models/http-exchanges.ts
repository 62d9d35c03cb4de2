import { AsyncLocalStorage } from 'node:async_hooks'
import type { HttpExchange } from '#shared/workbench/areas/trace.ts'
import { readParts } from '../../node/http-body.ts'
import { isSecretName } from '../../node/secret-mask.ts'

/** Bodies of error responses are truncated beyond this. */
const MAX_BODY = 64 * 1024
/** How long to wait for the end of an error response's body. */
const MAX_BODY_MS = 1000

type Fetch = (target: string | URL, init?: RequestInit) => Promise<Response>

/** Everything that one message caused: its own request, and possibly a sign-in or a stream after it. */
interface Scope {
  /** Sequence of the message in the trace. */
  readonly message: number | undefined
  /** The body that identifies the message's own request. */
  readonly body: string
  /** The exchange whose response is being read. */
  last?: HttpExchange
}

/**
 * Records the HTTP exchanges below the messages: status and headers, without credentials. The SDKs send the requests; the
 * asynchronous context in which a request is sent determines the message it belongs to.
 */
export class HttpExchanges {
  readonly #scopes = new AsyncLocalStorage<Scope>()
  readonly #fetch: Fetch
  readonly #tell: (exchange: HttpExchange, message: number | undefined) => void

  /** @param tell called with each exchange and the message it carried */
  constructor(fetch: Fetch, tell: (exchange: HttpExchange, message: number | undefined) => void) {
    this.#fetch = fetch
    this.#tell = tell
  }

  /** Attributes everything that is fetched in `act` to this message. */
  during<T>(message: number | undefined, body: string, act: () => Promise<T>): Promise<T> {
    return this.#scopes.run({ message, body }, act)
  }

  /** The exchange whose response is being read in this asynchronous context. */
  get current(): HttpExchange | undefined {
    return this.#scopes.getStore()?.last
  }

  readonly fetch: Fetch = async (target, init) => {
    const scope = this.#scopes.getStore()
    const began = performance.now()
    const request = {
      method: init?.method ?? 'GET',
      url: withoutSecrets(new URL(target)),
      request: shownHeaders(new Headers(init?.headers)),
    }
    const note = (answer: Partial<HttpExchange>): void => {
      const exchange = { ...request, ...answer, milliseconds: Math.round(performance.now() - began) }
      if (scope) scope.last = exchange
      this.#tell(exchange, init?.body === scope?.body ? scope?.message : undefined)
    }
    try {
      const response = await this.#fetch(target, init)
      const answer = { status: response.status, response: shownHeaders(response.headers) }
      note({ ...answer, body: response.ok ? undefined : await bodyOf(response) })
      return response
    } catch (error) {
      note({ failure: error instanceof Error ? error.message : String(error) })
      throw error
    }
  }
}

/** Headers whose names look secret but that hold no credentials. */
const HARMLESS = new Set(['www-authenticate', 'proxy-authenticate'])

function shownHeaders(headers: Headers): [string, string][] {
  return [...headers].map(([name, value]) => {
    if (HARMLESS.has(name) || !isSecretName(name)) return [name, value]
    const [, scheme = ''] = /^((?:Bearer|Basic|DPoP) )/i.exec(value) ?? []
    return [name, `${scheme}••••••`]
  })
}

/** Masks the password and secret query parameters of a URL. */
function withoutSecrets(url: URL): string {
  for (const name of url.searchParams.keys())
    if (isSecretName(name) || name === 'code') url.searchParams.set(name, '••••••')
  if (url.password !== '') url.password = '••••••'
  return url.href
}

/** Reads the body of an error response, of which the SDKs expose only a part. */
async function bodyOf(response: Response): Promise<string | undefined> {
  const { body } = response.clone()
  if (!body) return undefined
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), MAX_BODY_MS).unref()
  })
  const read = readParts(body as unknown as AsyncIterable<Uint8Array>, MAX_BODY)
  const bytes = await Promise.race([read, late]).catch(() => undefined)
  return bytes && bytes.length > 0 ? bytes.toString('utf8') : undefined
}
