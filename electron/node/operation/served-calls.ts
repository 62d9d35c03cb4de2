import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { isRefusal, refusedAt } from './refused-at.ts'
import { type CallScope, runInScope, scopeOf } from './call-scope.ts'
import type { Metrics } from './metrics.ts'

/** A call that was answered, or whose caller disconnected. */
export interface ServedCall {
  readonly method: string
  /** HTTP status; 499 when the caller disconnected before the answer. */
  readonly status: number
  readonly ms: number
  /** Of a call that was refused for who or where it is from: what was asked for, and the address that asked. */
  readonly path?: string
  readonly client?: string
  /** What a reverse proxy, or whoever says so, names as the address before it. */
  readonly forwarded?: string
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const GONE = 499
const SWITCHED = 101

interface Followed {
  readonly request: IncomingMessage
  readonly scope: CallScope
  readonly isNoted: boolean
}

/** Counts and times HTTP calls, and reports each one. */
export class ServedCalls {
  readonly #calls: ReturnType<Metrics['histogram']>
  readonly #onServed: (call: ServedCall) => void
  #inFlight = 0

  constructor(metrics: Metrics, onServed: (call: ServedCall) => void) {
    this.#onServed = onServed
    this.#calls = metrics.histogram(
      'orrery_http_request_duration_seconds',
      'Calls over HTTP by operation, method and status code, and how long their answers took; WebSockets until they are closed.',
    )
    metrics.gauge(
      'orrery_http_requests_in_flight',
      'Calls that are being answered, open WebSockets included.',
      () => this.#inFlight,
    )
  }

  /** Serves a call in its own scope. Calls that are not `noted` are too frequent to log: they would hide the others. */
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    isNoted: boolean,
    work: (scope: CallScope) => void,
  ): void {
    const scope = scopeOf(request.headers)
    const statusOf = () => (response.writableFinished ? response.statusCode : GONE)
    this.#follow({ request, scope, isNoted }, response, statusOf)
    runInScope(scope, () => work(scope))
  }

  /** Serves a call that becomes a connection, such as a WebSocket: it takes until that is closed. */
  upgrade(request: IncomingMessage, socket: Duplex, work: () => void): void {
    const scope = scopeOf(request.headers)
    this.#follow({ request, scope, isNoted: true }, socket, () => scope.refusedWith ?? SWITCHED)
    runInScope(scope, work)
  }

  #follow({ request, scope, isNoted }: Followed, answer: EventEmitter, statusOf: () => number): void {
    const began = performance.now()
    this.#inFlight += 1
    // A socket that is closed has no address any more.
    const client = request.socket.remoteAddress
    answer.once('close', () => {
      this.#inFlight -= 1
      const ms = performance.now() - began
      const status = statusOf()
      const method = METHODS.has(request.method ?? '') ? (request.method ?? '') : 'other'
      const operation = scope.operation ?? 'none'
      this.#calls.observe({ operation, method, code: String(status) }, ms / 1000)
      const origin = isRefusal(status) ? refusedAt(request, client) : {}
      if (isNoted) runInScope(scope, () => this.#onServed({ method, status, ms: Math.round(ms), ...origin }))
    })
  }
}
