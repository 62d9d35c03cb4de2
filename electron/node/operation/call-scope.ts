import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { nextIn, readTraceparent, type Trace, traceparentOf } from '#shared/net/trace.ts'

/** Context of the call being served, for logging, metrics and the audit. */
export interface CallScope {
  /** The request id: sent by the caller or generated. */
  readonly request: string
  /** The call's own span and its parent; absent when the caller does not trace. */
  trace?: { readonly own: Trace; readonly parent: string } | undefined
  /** The operation name, once known; low cardinality. */
  operation?: string
  /** The name of the caller's key; `token` for the server's own token. */
  key?: string
  /** HTTP status of the refusal to switch protocols. */
  refusedWith?: number
}

const scopes = new AsyncLocalStorage<CallScope>()

/** Returns the scope of the current call; undefined for background work. */
export const callScope = (): CallScope | undefined => scopes.getStore()

/** Runs a function within a call's scope. */
export const runInScope = <Result>(scope: CallScope, work: () => Result): Result => scopes.run(scope, work)

const FORM = /^[\w.:-]{1,128}$/

export function scopeOf(headers: IncomingHttpHeaders): CallScope {
  const given = headers['x-request-id']
  const request = typeof given === 'string' && FORM.test(given) ? given : randomUUID()
  return { request, trace: placeOf(headers['traceparent']) }
}

/** Creates a child span for a received `traceparent`. */
export function placeOf(traceparent: unknown): CallScope['trace'] {
  const parent = readTraceparent(traceparent)
  return parent && { own: nextIn(parent), parent: parent.span }
}

/** Runs a function within the trace of a `traceparent`. */
export const withinTrace = <Result>(traceparent: string | undefined, work: () => Result): Result =>
  runInScope({ request: randomUUID(), trace: placeOf(traceparent) }, work)

/** Returns the trace headers for an outgoing call; none when there is no trace. */
export function traceHeaders(): Record<string, string> {
  const { trace } = callScope() ?? {}
  return trace ? { traceparent: traceparentOf(trace.own) } : {}
}
