import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { fetch } from '../outgoing.ts'
import type { Ended } from '../supervision/child.ts'
import { AnswerSizes, type TracedTransport, type TransportObserver } from './traced-transport.ts'

interface HttpTransportOptions {
  readonly kind: 'http' | 'sse'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Who signed in, where somebody did. */
  readonly authProvider?: OAuthClientProvider | undefined
  readonly observer: TransportObserver
}

/** MCP over Streamable HTTP or legacy SSE: the SDK's transport, with every message traced. */
export class HttpTransport implements TracedTransport {
  onmessage?: Transport['onmessage']
  onclose?: () => void
  onerror?: (error: Error) => void
  readonly sizes = new AnswerSizes()
  protocolVersion: string | undefined
  readonly lastLines: string[] = []
  readonly ended: Promise<Ended>
  readonly #inner: StreamableHTTPClientTransport | SSEClientTransport
  readonly #observer: TransportObserver
  #markEnded: (ended: Ended) => void = () => undefined

  constructor({ kind, url, headers, authProvider, observer }: HttpTransportOptions) {
    this.#observer = observer
    this.ended = new Promise((resolve) => {
      this.#markEnded = resolve
    })
    const options = {
      requestInit: { headers: { ...headers } },
      fetch: plainFetch,
      authProvider,
    }
    this.#inner =
      kind === 'http'
        ? new StreamableHTTPClientTransport(new URL(url), options)
        : new SSEClientTransport(new URL(url), {
            ...options,
            eventSourceInit: {
              fetch: (target, init) =>
                plainFetch(target, { ...init, headers: { ...headers, accept: 'text/event-stream' } }),
            },
          })
    this.#inner.onmessage = (message) => this.#receive(message)
    this.#inner.onerror = (error) => this.#note(error)
    this.#inner.onclose = () => {
      this.#markEnded({ exitCode: null, signal: null })
      this.onclose?.()
    }
  }

  setProtocolVersion(version: string): void {
    this.protocolVersion = version
    this.#inner.setProtocolVersion(version)
  }

  async start(): Promise<void> {
    await this.#inner.start()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#observer.onTrace('out', message, JSON.stringify(message).length)
    await this.#inner.send(message)
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
    this.#observer.onTrace('in', message, bytes)
    this.onmessage?.(message)
  }

  #note(error: Error): void {
    this.lastLines.push(error.message)
    if (this.lastLines.length > 50) this.lastLines.shift()
    this.#observer.onStderr(error.message)
    this.onerror?.(error)
  }
}

/**
 * `fetch` whose failures say what happened: Node's own say "fetch failed" of everything and keep the reason beneath.
 * @throws Error with the reason of the network, for example `connect ECONNREFUSED 127.0.0.1:8000`
 */
function plainFetch(target: string | URL, init?: RequestInit): Promise<Response> {
  return fetch(target, init).catch((error: unknown) => {
    throw reasonOf(error)
  })
}

/** What lies beneath a failed fetch. The failure itself is left out: the SSE client prints every cause one after the other. */
function reasonOf(error: unknown): unknown {
  const cause = error instanceof TypeError ? error.cause : undefined
  // Where a name has several addresses, the failures of all stand in one without words of its own.
  if (cause instanceof AggregateError) return new Error([...new Set(cause.errors.map(messageOf))].join(', '))
  return cause ?? error
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Whether an HTTP failure means "this server does not speak Streamable HTTP", so that SSE is worth a try. */
export function suggestsLegacy(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  const text = error instanceof Error ? error.message : ''
  return code === 404 || code === 405 || /\b(404|405)\b/.test(text)
}
