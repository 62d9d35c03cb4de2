import { z } from 'zod'
import { type Exchange, spellsNumbersOtherwise } from '#shared/environments/exchange.ts'
import type { Info, ResetResult, StepResult } from '#shared/gem/episode.ts'
import { type PluginProblem, pluginProblem, GEM_BASE } from '#shared/gem/rest.ts'
import { refusalError } from '#shared/workbench/sentences/refusal-error.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { type Failure, WorkbenchError } from '#shared/workbench/failure.ts'
import { fetch } from '../../node/outgoing.ts'
import { traceHeaders } from '../../node/operation/call-scope.ts'
import type { PlatformAddress } from '../connections/platform.ts'

/** Headers whose values are never shown or stored. */
const SECRET_HEADER = /authorization|cookie|token|api-?key|secret/i

interface PlatformRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  /** Timeout in seconds. */
  readonly patience: number
}

/**
 * Sends one request to a platform's GEM API and returns the exchange for display, without credentials.
 * @throws WorkbenchError `GEM_TIMEOUT`, `GEM_UNREACHABLE`, or the abort reason of the signal
 */
async function exchangeWith(
  { url, headers, paths }: PlatformAddress,
  { method, path, body, patience }: PlatformRequest,
  signal: AbortSignal,
): Promise<Exchange> {
  const own = paths?.operations?.[`gem${path.replace('/', '.')}`]
  const address = `${url}${paths?.gem ?? GEM_BASE}${own ?? path}`
  const sent = { ...headers, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) }
  const timeout = AbortSignal.timeout(patience * 1000)
  const started = performance.now()
  try {
    const response = await fetch(address, {
      method,
      // The trace context is not part of the recorded exchange.
      headers: { ...traceHeaders(), ...sent },
      body: method === 'POST' ? JSON.stringify(body) : undefined,
      signal: AbortSignal.any([signal, timeout]),
    })
    const text = await response.text()
    return {
      method,
      url: address,
      request: body ?? null,
      requestHeaders: shown(Object.entries(sent)),
      status: response.status,
      response: readJson(text),
      responseText: spellsNumbersOtherwise(text) ? text : undefined,
      responseHeaders: shown(response.headers),
      milliseconds: performance.now() - started,
    }
  } catch (error) {
    if (signal.aborted) throw error
    const exchange = {
      method,
      url: address,
      request: body ?? null,
      milliseconds: performance.now() - started,
    }
    throw unreachable(error, timeout.aborted, patience, exchange)
  }
}

function unreachable(
  error: unknown,
  timedOut: boolean,
  patience: number,
  exchange: Pick<Exchange, 'method' | 'url' | 'request' | 'milliseconds'>,
): WorkbenchError {
  const details = { ...exchange, status: 0, response: null }
  const reason = reasonOf(error)
  if (timedOut || /timeout/i.test(reason)) {
    return workbenchError('GEM_TIMEOUT.silent', { patience }, { details })
  }
  return workbenchError('GEM_UNREACHABLE', { origin: new URL(exchange.url).origin, reason }, { details })
}

/** `fetch failed` is not informative; its cause is. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? cause.message || cause.name : error.message
}

function shown(headers: Iterable<[string, string]>): Record<string, string> {
  return Object.fromEntries(
    Array.from(headers, ([name, value]) => [name, SECRET_HEADER.test(name) ? '•••' : value]),
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** All error formats: envelope, FastAPI's `detail`, and the sandbox's own exception (docs/gem.md#rest). */
const refusal = z
  .looseObject({
    status: z.unknown(),
    message: z.unknown(),
    error: z.unknown(),
    detail: z.unknown(),
    code: z.unknown(),
    suggestions: z.array(z.string()).catch([]),
    rockletexception: z.looseObject({ message: z.string() }).catch({ message: '' }),
  })
  .partial()

/** The sandbox or its environment no longer exists: unknown, closed, stopped, or lost with its platform. */
const GONE =
  /sandbox.*(not (be )?found|unknown|does(n't| not) exist|not (alive|running|started)|stopped|closed|no such)|(unknown|no|closed|such) sandbox|no environment/i

/** Whether the sandbox or its environment no longer exists. */
export const isGone = (error: unknown): boolean =>
  error instanceof WorkbenchError && error.code === 'GEM_GONE'

/** @throws WorkbenchError when the answer is a failure: HTTP 200 with `Failed`, or any 4xx or 5xx */
function refuseFailure(exchange: Exchange): void {
  const parsed = refusal.safeParse(exchange.response)
  const fields = parsed.success ? parsed.data : {}
  if (exchange.status < 400 && fields.status !== 'Failed') return
  throw new WorkbenchError({ ...describe(exchange, fields), details: exchange })
}

function describe(exchange: Exchange, fields: z.infer<typeof refusal>): Failure {
  const reason = firstText(fields.rockletexception?.message, fields.detail, fields.error, fields.message)
  const refusal = reason === undefined ? undefined : refusalError(reason)
  if (refusal) return refusal.toFailure()
  const { status } = exchange
  if (status === 401 || status === 403) {
    return workbenchError('UNAUTHORIZED', { status }).toFailure()
  }
  if (status === 404 || status === 405) {
    const path = new URL(exchange.url).pathname
    return inItsWords(workbenchError('GEM_NOT_OFFERED', { path, status }), reason)
  }
  if (status === 504 || status === 408) {
    return workbenchError('GEM_TIMEOUT.gaveUp', { status, reason: reason ?? '' }).toFailure()
  }
  const near = fields.suggestions?.join(', ')
  if (fields.code === 'ENV_UNKNOWN') {
    const { data } = z.looseObject({ env_id: z.string() }).safeParse(exchange.request)
    const id = data?.env_id ?? ''
    return (
      near
        ? workbenchError('GEM_NO_ENVIRONMENT.near', { id, near })
        : workbenchError('GEM_NO_ENVIRONMENT', { id })
    ).toFailure()
  }
  if (fields.code === 'SANDBOX_UNKNOWN' || (reason && GONE.test(reason))) {
    return workbenchError('GEM_GONE', { reason: reason ?? `HTTP ${status}` }).toFailure()
  }
  return {
    code: status >= 500 ? 'GEM_RUNTIME' : 'GEM_REFUSED',
    message: reason ?? `The platform answered HTTP ${status}.`,
    hint: near ? `Near to it: ${near}.` : undefined,
  }
}

/** Replaces the message by the platform's, if it has one; the hint stays. */
function inItsWords(failure: WorkbenchError, reason: string | undefined): Failure {
  const { said, ...rest } = failure.toFailure()
  return reason === undefined ? { ...rest, said } : { ...rest, message: reason }
}

/** The first non-empty candidate; of a list of validation issues (FastAPI), the first message. */
function firstText(...candidates: readonly unknown[]): string | undefined {
  for (const candidate of candidates) {
    if (typeof candidate === 'string' && candidate.trim() !== '') return candidate.trim()
    if (!Array.isArray(candidate)) continue
    const issue = z
      .looseObject({ loc: z.array(z.unknown()).catch([]), msg: z.string() })
      .safeParse(candidate[0])
    if (issue.success) return [issue.data.loc.join('.'), issue.data.msg].filter(Boolean).join(': ')
  }
  return undefined
}

/** Timeouts in seconds: a platform may take up to 300 s to start a sandbox, and forwards a step for 90 s. */
const MAKE_PATIENCE_SECONDS = 300
const CALL_PATIENCE_SECONDS = 100

const info = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value): Info => value ?? {})
const made = z.looseObject({ sandbox_id: z.string() })
const resetAnswer = z.looseObject({ observation: z.unknown(), info })
const stepAnswer = z.looseObject({
  observation: z.unknown(),
  reward: z.number(),
  terminated: z.boolean(),
  truncated: z.boolean(),
  info,
})
const catalogueAnswer = z.object({
  environments: z.array(z.unknown()),
  problems: z.array(pluginProblem).catch([]),
})

/** Returns the URL and credentials of a platform. @throws WorkbenchError `NOT_CONNECTED` */
export type AddressOf = (platform: string, signal?: AbortSignal) => Promise<PlatformAddress>

type Answered<T> = T & { readonly exchange: Exchange }

export interface Catalogue {
  readonly kind: 'catalogue' | 'ids' | 'none'
  readonly entries: readonly unknown[]
  /** Plug-ins that failed to load. */
  readonly problems: readonly PluginProblem[]
}

/** Both formats: bare fields, or the same inside `result` of an envelope (docs/gem.md#rest). */
function fieldsOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const { result } = body as { result?: unknown }
  return typeof result === 'object' && result !== null ? { ...result, ...body } : body
}

/** A client for the GEM API. Every call fails with a WorkbenchError whose details are the exchange. */
export class GemClient {
  readonly #address: AddressOf

  constructor(address: AddressOf) {
    this.#address = address
  }

  /**
   * Returns the platform's catalogue, else its list of ids, else an empty one. Platforms other than Orrery's list what is installed in
   * a sandbox, so they need one: `openSandbox`, which has an open environment.
   */
  async catalogue(platform: string, signal: AbortSignal, openSandbox?: string): Promise<Catalogue> {
    const get = { method: 'GET', path: '/catalogue', patience: CALL_PATIENCE_SECONDS } as const
    const catalogue = await this.#ask(platform, get, signal)
    const whole = catalogueAnswer.safeParse(fieldsOf(catalogue.response))
    if (catalogue.status === 200 && whole.success) {
      const { environments: entries, problems } = whole.data
      return { kind: 'catalogue', entries, problems }
    }
    const ask = {
      method: 'POST',
      path: '/list',
      body: { sandbox_id: openSandbox },
      patience: CALL_PATIENCE_SECONDS,
    } as const
    const list = await this.#ask(platform, ask, signal)
    const ids = z.looseObject({ env_id: z.array(z.string()) }).safeParse(fieldsOf(list.response))
    if (list.status === 200 && ids.success) return { kind: 'ids', entries: ids.data.env_id, problems: [] }
    if (list.status === 401 || list.status === 403) refuseFailure(list)
    return { kind: 'none', entries: [], problems: [] }
  }

  /** Creates an environment. If cancelled, a sandbox that is created all the same is closed. @returns the sandbox's id */
  async make(platform: string, envId: string, signal: AbortSignal): Promise<string> {
    const { signal: never } = new AbortController()
    const making = this.#post(platform, '/make', { env_id: envId }, made, never, MAKE_PATIENCE_SECONDS)
    const closeUnused = (): Promise<unknown> =>
      making.then(({ sandbox_id }) => this.close(platform, sandbox_id, never)).catch(() => undefined)
    let onAbort = (): void => undefined
    const cancelled = new Promise<never>((_, reject) => {
      onAbort = () => {
        void closeUnused()
        reject(workbenchError('CANCELLED.making'))
      }
      if (signal.aborted) onAbort()
      else signal.addEventListener('abort', onAbort)
    })
    try {
      return (await Promise.race([making, cancelled])).sandbox_id
    } finally {
      // The signal may be shared by thousands of calls.
      signal.removeEventListener('abort', onAbort)
    }
  }

  async reset(
    platform: string,
    sandboxId: string,
    seed: number | null,
    signal: AbortSignal,
  ): Promise<Answered<ResetResult>> {
    const request = { sandbox_id: sandboxId, seed: seed ?? undefined }
    return this.#post(platform, '/reset', request, resetAnswer, signal)
  }

  async step(
    platform: string,
    sandboxId: string,
    action: string,
    signal: AbortSignal,
  ): Promise<Answered<StepResult>> {
    return this.#post(platform, '/step', { sandbox_id: sandboxId, action }, stepAnswer, signal)
  }

  async close(platform: string, sandboxId: string, signal: AbortSignal): Promise<void> {
    await this.#post(platform, '/close', { sandbox_id: sandboxId }, z.looseObject({}), signal)
  }

  /** Whether a sandbox still holds an environment; true if that cannot be determined. */
  async holds(platform: string, sandboxId: string, signal: AbortSignal): Promise<boolean> {
    const ask = {
      method: 'POST',
      path: '/list',
      body: { sandbox_id: sandboxId },
      patience: CALL_PATIENCE_SECONDS,
    } as const
    try {
      refuseFailure(await this.#ask(platform, ask, signal))
      return true
    } catch (error) {
      return !isGone(error)
    }
  }

  async #ask(platform: string, request: PlatformRequest, signal: AbortSignal): Promise<Exchange> {
    return exchangeWith(await this.#address(platform, signal), request, signal)
  }

  async #post<T>(
    platform: string,
    path: string,
    body: unknown,
    shape: z.ZodType<T>,
    signal: AbortSignal,
    patience = CALL_PATIENCE_SECONDS,
  ): Promise<Answered<T>> {
    const exchange = await this.#ask(platform, { method: 'POST', path, body, patience }, signal)
    refuseFailure(exchange)
    const parsed = shape.safeParse(fieldsOf(exchange.response))
    if (parsed.success) return { ...parsed.data, exchange }
    throw workbenchError('GEM_BAD_ANSWER', { path }, { details: exchange })
  }
}
