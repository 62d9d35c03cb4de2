import { GEM_BASE } from '#shared/gem/rest.ts'
import { type Exchange, spellsNumbersOtherwise } from '#shared/environments/exchange.ts'
import type { WorkbenchError } from '#shared/workbench/failure.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { fetch } from '../outgoing.ts'
import type { PlatformAddress } from '../connections/platform.ts'

/** Headers whose values are never shown or kept. */
const SECRET_HEADER = /authorization|cookie|token|api-?key|secret/i

export interface PlatformRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  /** Seconds until the platform is given up on. */
  readonly patience: number
}

/**
 * One request to a platform's GEM API, with everything that a tester wants to see of it; credentials are left out.
 * @throws WorkbenchError `GEM_TIMEOUT`, `GEM_UNREACHABLE`, or the abort of the signal
 */
export async function exchangeWith(
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
      headers: sent,
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
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

/** `fetch failed` says nothing; its cause does. */
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
