import type { Readable } from 'node:stream'
import { request } from 'undici'
import { dispatcher } from '../../../node/outgoing.ts'
import { SandboxPlatformError } from './platform-error.ts'

export interface HttpCall {
  readonly operation: string
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | { readonly stream: Readable; readonly length: number | undefined }
  /** Timeout for the complete response in milliseconds; undefined for none. */
  readonly timeout: number | undefined
  readonly signal: AbortSignal | undefined
}

export interface HttpAnswer {
  readonly status: number
  readonly text: string
}

export interface HttpStream {
  readonly status: number
  readonly type: string
  readonly body: Readable & { text(): Promise<string> }
}

/**
 * HTTP calls to one platform. Does not use `fetch`, which reads no response while a request body is still
 * being sent.
 */
export class Connections {
  readonly #closed = new AbortController()

  /** @throws SandboxPlatformError UNREACHABLE, TIMEOUT, ABORTED */
  async call(call: HttpCall): Promise<HttpAnswer> {
    const { url, method, headers, body } = call
    const signal = AbortSignal.any([
      this.#closed.signal,
      ...(call.signal ? [call.signal] : []),
      ...(call.timeout === undefined ? [] : [AbortSignal.timeout(call.timeout)]),
    ])
    try {
      signal.throwIfAborted()
      const answer = await request(url, {
        method,
        headers: { ...headers, ...lengthHeader(body) },
        body: body === undefined || typeof body === 'string' ? body : body.stream,
        signal,
        dispatcher: dispatcher(),
      })
      return { status: answer.statusCode, text: await answer.body.text() }
    } catch (cause) {
      throw translated(call, signal, cause)
    }
  }

  /** Returns a streamed response. @throws SandboxPlatformError UNREACHABLE, ABORTED */
  async stream(call: Omit<HttpCall, 'body' | 'timeout'>): Promise<HttpStream> {
    const signal = AbortSignal.any([this.#closed.signal, ...(call.signal ? [call.signal] : [])])
    try {
      signal.throwIfAborted()
      const { url, method, headers } = call
      const answer = await request(url, { method, headers, signal, dispatcher: dispatcher(), bodyTimeout: 0 })
      return {
        status: answer.statusCode,
        type: String(answer.headers['content-type'] ?? ''),
        body: answer.body,
      }
    } catch (cause) {
      throw translated({ ...call, timeout: undefined }, signal, cause)
    }
  }

  /** Aborts the calls in progress. */
  close(): void {
    this.#closed.abort(new Error('the platform was closed'))
  }
}

function lengthHeader(body: HttpCall['body']): Record<string, string> {
  if (body === undefined) return {}
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  return length === undefined ? {} : { 'content-length': String(length) }
}

/** Connection errors before the request was sent, which are always safe to retry. */
export const neverSent = (error: unknown): boolean =>
  error instanceof SandboxPlatformError &&
  error.code === 'UNREACHABLE' &&
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH/.test(String((error.cause as NodeJS.ErrnoException)?.code))

function translated(call: HttpCall, signal: AbortSignal, cause: unknown): SandboxPlatformError {
  const { operation, url } = call
  if (call.signal?.aborted)
    return new SandboxPlatformError('ABORTED', operation, `${operation} was cancelled`, { cause })
  if (signal.aborted && signal.reason instanceof DOMException) {
    const seconds = Math.round((call.timeout ?? 0) / 1000)
    return new SandboxPlatformError(
      'TIMEOUT',
      operation,
      `${operation}: no answer within ${seconds} seconds.`,
      { cause },
    )
  }
  const reason = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message
  return new SandboxPlatformError('UNREACHABLE', operation, `${url.origin} cannot be reached (${reason}).`, {
    cause,
  })
}
