import type { StreamableHTTPClientTransport as StatelessTransport } from '@modelcontextprotocol/client'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { fetch as fetchOut } from '../../node/outgoing.ts'
import type { Ended } from '../supervision/child.ts'
import { StartFailure } from '../supervision/supervisor.ts'
import { HttpExchanges } from './http-exchanges.ts'
import type { SignIn } from './sign-in.ts'
import { AnswerSizes, type TracedTransport, type TransportObserver } from './traced-transport.ts'

/** Streamable HTTP with sessions or without, or the older HTTP+SSE transport. */
export type HttpKind = 'http' | 'stateless' | 'sse'

interface HttpTransportOptions {
  readonly kind: HttpKind
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The signed-in user's tokens, if any. */
  readonly authProvider?: SignIn | undefined
  readonly observer: TransportObserver
}

type Inner = StreamableHTTPClientTransport | StatelessTransport | SSEClientTransport

/** MCP over Streamable HTTP or legacy SSE: the SDK's transport, with every message traced. */
export class HttpTransport implements TracedTransport {
  onmessage?: Transport['onmessage']
  onclose?: () => void
  onerror?: (error: Error) => void
  readonly sizes = new AnswerSizes()
  protocolVersion: string | undefined
  readonly url: string
  readonly lastLines: string[] = []
  readonly ended: Promise<Ended>
  readonly era: TracedTransport['era']
  readonly #inner: Inner
  readonly #observer: TransportObserver
  readonly #exchanges: HttpExchanges
  #markEnded: (ended: Ended) => void = () => undefined

  private constructor(inner: Inner, exchanges: HttpExchanges, { kind, url, observer }: HttpTransportOptions) {
    this.#inner = inner
    this.#exchanges = exchanges
    this.#observer = observer
    this.url = url
    this.era = kind === 'stateless' ? 'stateless' : undefined
    this.ended = new Promise((resolve) => {
      this.#markEnded = resolve
    })
    this.#inner.onmessage = (message: JSONRPCMessage) => this.#receive(message)
    this.#inner.onerror = (error) => this.#note(error)
    this.#inner.onclose = () => {
      this.#markEnded({ exitCode: null, signal: null })
      this.onclose?.()
    }
  }

  /** Whether closing a request's stream cancels the request; the second SDK asks. */
  get hasPerRequestStream(): boolean {
    return this.era === 'stateless'
  }

  static async open(options: HttpTransportOptions): Promise<HttpTransport> {
    const exchanges = new HttpExchanges(plainFetch, (exchange, message) =>
      options.observer.onExchange?.(exchange, message),
    )
    return new HttpTransport(await innerOf(options, exchanges.fetch), exchanges, options)
  }

  setProtocolVersion(version: string): void {
    this.protocolVersion = version
    this.#inner.setProtocolVersion(version)
  }

  async start(): Promise<void> {
    await this.#inner.start()
  }

  async send(message: JSONRPCMessage, options?: object): Promise<void> {
    const body = JSON.stringify(message)
    const place = this.#observer.onTrace('out', message, body.length)
    await this.#exchanges.during(place, body, () => this.#inner.send(message, options))
  }

  async close(): Promise<void> {
    if (this.#inner instanceof StreamableHTTPClientTransport)
      await this.#inner.terminateSession().catch(() => undefined)
    await this.#inner.close()
    this.#markEnded({ exitCode: null, signal: null })
  }

  kill(): void {
    void this.#inner.close()
    this.#markEnded({ exitCode: null, signal: null })
  }

  #receive(message: JSONRPCMessage): void {
    const bytes = JSON.stringify(message).length
    this.sizes.note(message, bytes)
    this.#observer.onTrace('in', message, bytes, this.#exchanges.current)
    this.onmessage?.(message)
  }

  #note(error: Error): void {
    this.lastLines.push(error.message)
    if (this.lastLines.length > 50) this.lastLines.shift()
    this.#observer.onStderr(error.message)
    this.onerror?.(error)
  }
}

async function innerOf(
  { kind, url, headers, authProvider }: HttpTransportOptions,
  plain: typeof plainFetch,
): Promise<Inner> {
  const fetch = authProvider?.watching(plain) ?? plain
  const options = { requestInit: { headers: { ...headers } }, fetch, authProvider }
  if (kind === 'http') return new StreamableHTTPClientTransport(new URL(url), options)
  if (kind === 'stateless') {
    // Loaded on demand, because few servers need the second SDK. Its token provider has more optional
    // members.
    const { StreamableHTTPClientTransport: StatelessTransport } = await import('@modelcontextprotocol/client')
    return new StatelessTransport(new URL(url), options as object)
  }
  return new SSEClientTransport(new URL(url), {
    ...options,
    eventSourceInit: {
      fetch: (target, init) =>
        fetch(target, { ...init, headers: { ...headers, accept: 'text/event-stream' } }),
    },
  })
}

/**
 * `fetch` with meaningful errors: Node's own always says "fetch failed" and hides the reason in `cause`.
 * @throws Error with the network's reason, for example `connect ECONNREFUSED 127.0.0.1:8000`
 */
function plainFetch(target: string | URL, init?: RequestInit): Promise<Response> {
  return fetchOut(target, init).catch((error: unknown) => {
    throw reasonOf(error)
  })
}

/** Returns the cause of a failed fetch without the failure itself, because the SSE client prints the whole cause chain. */
function reasonOf(error: unknown): unknown {
  const cause = error instanceof TypeError ? error.cause : undefined
  // If a name has several addresses, their errors are wrapped in one without a message.
  if (cause instanceof AggregateError) return new Error([...new Set(cause.errors.map(messageOf))].join(', '))
  // OpenSSL's message refers to its own sources.
  if (
    cause instanceof Error &&
    'code' in cause &&
    /^(?:EPROTO|ERR_SSL_WRONG_VERSION)/.test(String(cause.code))
  )
    return Object.assign(new Error('no TLS is spoken at this address; is it http:?'), { code: cause.code })
  return cause ?? error
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Whether an HTTP failure suggests that the server does not speak Streamable HTTP, so SSE should be tried.
 */
export const suggestsLegacy = (error: unknown): boolean => isRefused(error, /\b40[45]\b/)

/** Whether a rejected handshake suggests that the server speaks only the revision without sessions. */
export const suggestsStateless = (error: unknown): boolean => isRefused(error, /-32601|-32022|-32602/)

/** Whether a server answered at all: older ones reject the revision without sessions in many ways. */
export const isAnswered = (error: unknown): boolean =>
  !(error instanceof StartFailure && error.fatal) &&
  !isRefused(error, /\b(?:E[A-Z]{4,}|EAI_AGAIN|UND_ERR_\w+)\b|certificate|fetch failed/)

/**
 * Whether a retry would fail the same way: unknown host or path, invalid certificate, no common protocol revision. A refused connection
 * and the statuses 408, 425 and 429 can be temporary.
 */
export const isForPerson = (error: unknown): boolean =>
  isRefused(
    error,
    /^4(?!08|25|29)\d\d |^-32(?:60[012]|022) |\bENOTFOUND\b|\bbad port\b|certificate|CERT|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH|\bEPROTO\b|WRONG_VERSION/,
  )

/** Matches the code and message of an error, or of the cause of a StartFailure. */
function isRefused(error: unknown, reasons: RegExp): boolean {
  const cause = error instanceof StartFailure ? error.cause : error
  const code = (cause as { code?: unknown } | null)?.code
  return reasons.test(`${String(code)} ${cause instanceof Error ? cause.message : ''}`)
}
