import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { z } from 'zod'
import { tryJson } from '#shared/json/try-json.ts'
import { traceHeaders } from '../../../node/operation/call-scope.ts'
import { Connections, type HttpAnswer, neverSent } from './http-call.ts'
import { SandboxPlatformError } from './platform-error.ts'
import type { OperationName, PlatformOptions } from './platform-options.ts'
import { basePath, operationPaths, PROXY_OPERATIONS } from './platform-options.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds; `Infinity` for no timeout. */
  readonly timeout?: number | undefined
}

/** Delays before retries in ms. Only calls without side effects, and those that were never sent, are retried. */
const RETRY_PAUSES_MS = [200, 800]
const DEFAULT_TIMEOUT_MS = 30_000
const REPEATABLE = new Set([502, 503, 504])

/**
 * The REST API of one platform: URLs, headers, both response formats, and errors with codes. Every call resolves to the
 * operation's result, validated against its schema.
 */
export class RestClient {
  readonly options: PlatformOptions
  readonly #connections = new Connections()

  constructor(options: PlatformOptions) {
    this.options = options
  }

  get<Schema extends z.ZodType>(
    operation: OperationName,
    query: Readonly<Record<string, string | number | boolean | undefined>>,
    schema: Schema,
    options: CallOptions = {},
  ): Promise<z.output<Schema>> {
    const url = this.url(operation)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    return this.#repeat(
      operation,
      true,
      () => this.#call('GET', operation, url, undefined, {}, options),
      schema,
    )
  }

  post<Schema extends z.ZodType>(
    operation: OperationName,
    body: object,
    schema: Schema,
    options: CallOptions & {
      harmless?: boolean | undefined
      headers?: Readonly<Record<string, string>>
    } = {},
  ): Promise<z.output<Schema>> {
    const headers = { 'content-type': 'application/json', ...options.headers }
    const send = () =>
      this.#call('POST', operation, this.url(operation), JSON.stringify(body), headers, options)
    return this.#repeat(operation, options.harmless ?? false, send, schema)
  }

  /** Sends a body that can be read only once, so it is never retried. */
  async postStream<Schema extends z.ZodType>(
    operation: OperationName,
    type: string,
    stream: Readable,
    length: number | undefined,
    schema: Schema,
    options: CallOptions = {},
  ): Promise<z.output<Schema>> {
    const headers = { 'content-type': type }
    const answer = await this.#call(
      'POST',
      operation,
      this.url(operation),
      { stream, length },
      headers,
      options,
    )
    return checked(operation, schema, resultOf(operation, answer))
  }

  /** Streams the response; an error arrives as the envelope, which is text. */
  async stream(
    operation: OperationName,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<Readable> {
    const url = this.url(operation)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const call = { operation, method: 'GET' as const, url, headers: this.headers(), signal }
    const { status, type, body } = await this.#connections.stream(call)
    if (status === 200 && !type.startsWith('application/json')) return body
    resultOf(operation, { status, text: await body.text() })
    throw new SandboxPlatformError('UNEXPECTED_ANSWER', operation, 'the answer holds no bytes')
  }

  /** Fetches any JSON document; undefined if it does not exist. */
  async document(url: URL, options: CallOptions = {}): Promise<unknown> {
    const answer = await this.#call('GET', 'document', url, undefined, {}, options)
    if (answer.status !== 200) return undefined
    try {
      return JSON.parse(answer.text)
    } catch {
      return undefined
    }
  }

  /** The HTTP status of a plain GET. */
  async status(url: URL, options: CallOptions = {}): Promise<number> {
    return (await this.#call('GET', 'document', url, undefined, {}, options)).status
  }

  url(operation: OperationName, ...more: string[]): URL {
    const path = this.options.paths?.[operation] ?? operationPaths[operation]
    const rest = more.map((part) => `/${encodeURIComponent(part)}`).join('')
    const base = this.#bases()[PROXY_OPERATIONS.has(operation) ? 1 : 0]
    return new URL(`${base}${this.options.basePath ?? basePath}${path}${rest}`)
  }

  /** URLs of the platform's OpenAPI documents, one per role. */
  descriptions(): URL[] {
    return [...new Set(this.#bases())].map((base) => new URL(`${base}/openapi.json`))
  }

  /** Base URLs of the admin role and the proxy role. */
  #bases(): readonly [string, string] {
    const { baseUrl, proxyUrl = baseUrl } = this.options
    return [baseUrl.replace(/\/+$/, ''), proxyUrl.replace(/\/+$/, '')]
  }

  /** Headers of every request. */
  headers(): Record<string, string> {
    const { token, headers } = this.options
    return {
      accept: 'application/json',
      ...traceHeaders(),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    }
  }

  close(): void {
    this.#connections.close()
  }

  #call(
    method: 'GET' | 'POST',
    operation: string,
    url: URL,
    body: string | { stream: Readable; length: number | undefined } | undefined,
    headers: Readonly<Record<string, string>>,
    { signal, timeout = this.options.timeout ?? DEFAULT_TIMEOUT_MS }: CallOptions,
  ): Promise<HttpAnswer> {
    return this.#connections.call({
      operation,
      method,
      url,
      headers: { ...this.headers(), ...headers },
      body,
      timeout: Number.isFinite(timeout) ? timeout : undefined,
      signal,
    })
  }

  async #repeat<Schema extends z.ZodType>(
    operation: string,
    harmless: boolean,
    send: () => Promise<HttpAnswer>,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    for (let attempt = 0; ; attempt++) {
      const pause = RETRY_PAUSES_MS[attempt]
      try {
        const answer = await send()
        if (pause === undefined || !harmless || !REPEATABLE.has(answer.status)) {
          return checked(operation, schema, resultOf(operation, answer))
        }
      } catch (error) {
        const unreachable = error instanceof SandboxPlatformError && error.code === 'UNREACHABLE'
        if (pause === undefined || !(neverSent(error) || (harmless && unreachable))) throw error
      }
      await setTimeout(pause)
    }
  }
}

/**
 * Extracts the result of a response in either format. @throws SandboxPlatformError for every kind of failure
 */
export function resultOf(operation: string, { status, text }: HttpAnswer): unknown {
  const body = tryJson(text)
  if (status === 401 || status === 403) {
    throw new SandboxPlatformError(
      'UNAUTHORIZED',
      operation,
      detailOf(body) ?? 'the platform refused our credentials',
      { status },
    )
  }
  if (status === 404 || status === 405) {
    throw new SandboxPlatformError(
      'NO_SUCH_OPERATION',
      operation,
      `this platform has no operation ${operation} (HTTP ${status})`,
      { status },
    )
  }
  if (status >= 400) {
    const detail = detailOf(body) ?? `HTTP ${status}`
    throw new SandboxPlatformError(status >= 500 ? 'SERVER_ERROR' : 'INVALID', operation, detail, { status })
  }
  if (body === undefined) {
    throw new SandboxPlatformError('UNEXPECTED_ANSWER', operation, `${operation}: the answer is not JSON`, {
      status,
    })
  }
  return isEnvelope(body) ? unwrapped(operation, body, status) : body
}

interface AnyEnvelope {
  readonly status: 'Success' | 'Failed'
  readonly message?: string | null
  readonly error?: string | null
  readonly result?: unknown
}

const isEnvelope = (body: unknown): body is AnyEnvelope =>
  typeof body === 'object' &&
  body !== null &&
  'status' in body &&
  (body.status === 'Success' || body.status === 'Failed')

/** Error message of a platform that cannot reach the sandbox, often only for a moment after a failed call. */
const NOT_REACHED = /upstream server is not reachable/i

function unwrapped(operation: string, body: AnyEnvelope, status: number): unknown {
  if (body.status === 'Success') return body.result ?? null
  const result = body.result as { code?: unknown; failure_reason?: unknown } | null | undefined
  const reason =
    body.error ?? (typeof result?.failure_reason === 'string' ? result.failure_reason : undefined)
  const platformCode = typeof result?.code === 'number' ? result.code : undefined
  const words = reason ?? body.message ?? 'the platform gave no reason'
  const isRefused = body.message === 'invalid parameter'
  const code = isRefused ? 'INVALID' : NOT_REACHED.test(words) ? 'UNREACHABLE' : 'FAILED'
  throw new SandboxPlatformError(code, operation, words, { status, platformCode })
}

function detailOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { detail, error } = body as { detail?: unknown; error?: unknown }
  if (typeof detail === 'string') return detail
  if (detail !== undefined) return JSON.stringify(detail)
  return typeof error === 'string' ? error : undefined
}

function checked<Schema extends z.ZodType>(
  operation: string,
  schema: Schema,
  result: unknown,
): z.output<Schema> {
  const answer = schema.safeParse(result)
  if (answer.success) return answer.data
  const [issue] = answer.error.issues
  const place = issue?.path.join('.') || 'result'
  throw new SandboxPlatformError(
    'UNEXPECTED_ANSWER',
    operation,
    `${operation}: ${place}: ${issue?.message ?? 'unexpected'}`,
  )
}
