import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SandboxPlatformError } from './platform-error.ts'

export interface HttpCall {
  readonly operation: string
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | { readonly stream: Readable; readonly length: number | undefined }
  /** Milliseconds until the answer must be complete; undefined waits as long as it takes. */
  readonly timeout: number | undefined
  readonly signal: AbortSignal | undefined
}

export interface HttpAnswer {
  readonly status: number
  readonly text: string
}

/** Connections of one platform, kept open between calls. `fetch` is not used: it gives up on a long command after five minutes. */
export class Connections {
  readonly #http = new HttpAgent({ keepAlive: true, maxSockets: 64 })
  readonly #https = new HttpsAgent({ keepAlive: true, maxSockets: 64 })

  /** @throws SandboxPlatformError UNREACHABLE, TIMEOUT, ABORTED */
  async call(call: HttpCall): Promise<HttpAnswer> {
    const limits = [
      ...(call.signal ? [call.signal] : []),
      ...(call.timeout === undefined ? [] : [AbortSignal.timeout(call.timeout)]),
    ]
    const signal = AbortSignal.any(limits)
    try {
      signal.throwIfAborted()
      const answer = await this.#send(call, signal)
      return { status: answer.statusCode ?? 0, text: await readText(answer) }
    } catch (cause) {
      throw translated(call, signal, cause)
    }
  }

  close(): void {
    this.#http.destroy()
    this.#https.destroy()
  }

  #send(call: HttpCall, signal: AbortSignal): Promise<IncomingMessage> {
    const secure = call.url.protocol === 'https:'
    return new Promise((resolve, reject) => {
      const request = (secure ? httpsRequest : httpRequest)(call.url, {
        method: call.method,
        agent: secure ? this.#https : this.#http,
        headers: { ...call.headers, ...lengthHeader(call.body) },
        signal,
      })
      request.once('error', reject)
      request.once('response', resolve)
      if (call.body === undefined || typeof call.body === 'string') request.end(call.body)
      else pipeline(call.body.stream, request).catch(reject)
    })
  }
}

function lengthHeader(body: HttpCall['body']): Record<string, string> {
  if (body === undefined) return {}
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  return length === undefined ? {} : { 'content-length': String(length) }
}

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Errors of a connection that never carried the request: repeating it can do no harm. */
export const neverSent = (error: unknown): boolean =>
  error instanceof SandboxPlatformError &&
  error.code === 'UNREACHABLE' &&
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH/.test(String((error.cause as NodeJS.ErrnoException)?.code))

function translated(call: HttpCall, signal: AbortSignal, cause: unknown): SandboxPlatformError {
  const { operation, url } = call
  if (call.signal?.aborted)
    return new SandboxPlatformError('ABORTED', operation, `${operation} was cancelled`, { cause })
  if (signal.aborted) {
    const seconds = Math.round((call.timeout ?? 0) / 1000)
    return new SandboxPlatformError(
      'TIMEOUT',
      operation,
      `${operation}: no answer within ${seconds} seconds`,
      { cause },
    )
  }
  const reason = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message
  return new SandboxPlatformError('UNREACHABLE', operation, `${url.origin} cannot be reached (${reason})`, {
    cause,
  })
}
