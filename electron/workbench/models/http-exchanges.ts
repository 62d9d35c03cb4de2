import { AsyncLocalStorage } from 'node:async_hooks'
import type { HttpExchange } from '#shared/workbench/areas/trace.ts'
import { readParts } from '../../node/http-body.ts'
import { isSecretName } from '../../node/secret-mask.ts'

/** A refusal's body beyond this is not shown. */
const MAX_BODY = 64 * 1024
/** A refusal whose body does not end is not waited for. */
const MAX_BODY_MS = 1000

type Fetch = (target: string | URL, init?: RequestInit) => Promise<Response>

/** What one message set off: its own request, and perhaps a sign-in or a stream after it. */
interface Scope {
  /** The message's place in the trace. */
  readonly message: number | undefined
  /** The body by which its own request is known. */
  readonly body: string
  /** Whose answer is being read. */
  last?: HttpExchange
}

/**
 * What goes over HTTP beneath the messages: status and headers, without the values that open something. The SDKs make the
 * requests; which message one belongs to is known by the asynchronous context in which it is made.
 */
export class HttpExchanges {
  readonly #scopes = new AsyncLocalStorage<Scope>()
  readonly #fetch: Fetch
  readonly #tell: (exchange: HttpExchange, message: number | undefined) => void

  /** @param tell is told of each exchange, and of the message that it carried */
  constructor(fetch: Fetch, tell: (exchange: HttpExchange, message: number | undefined) => void) {
    this.#fetch = fetch
    this.#tell = tell
  }

  /** Everything that is fetched in `act` happens because of this message. */
  during<T>(message: number | undefined, body: string, act: () => Promise<T>): Promise<T> {
    return this.#scopes.run({ message, body }, act)
  }

  /** The exchange whose answer is being read here. */
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

/** Headers that name an authority or ask for one, and hold nothing that opens it. */
const HARMLESS = new Set(['www-authenticate', 'proxy-authenticate'])

function shownHeaders(headers: Headers): [string, string][] {
  return [...headers].map(([name, value]) => {
    if (HARMLESS.has(name) || !isSecretName(name)) return [name, value]
    const [, scheme = ''] = /^((?:Bearer|Basic|DPoP) )/i.exec(value) ?? []
    return [name, `${scheme}••••••`]
  })
}

/** An address that may be looked at: keys and codes stand in queries, too. */
function withoutSecrets(url: URL): string {
  for (const name of url.searchParams.keys())
    if (isSecretName(name) || name === 'code') url.searchParams.set(name, '••••••')
  if (url.password !== '') url.password = '••••••'
  return url.href
}

/** The words of a refusal, of which the SDKs hand on a part. */
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
