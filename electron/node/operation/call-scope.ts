import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { nextIn, readTraceparent, type Trace, traceparentOf } from '#shared/net/trace.ts'

/** A call that is being served, for whatever notes, counts or logs something on its way. */
export interface CallScope {
  /** The id of the request: the caller's own, or one of ours. */
  readonly request: string
  /** Where it is in the caller's trace, and whose call it is; absent for a caller without one. */
  trace?: { readonly own: Trace; readonly parent: string } | undefined
  /** What is asked for, once it is known; its names are few. */
  operation?: string
  /** The name of the caller's key; `token` for the server's own. */
  key?: string
}

const scopes = new AsyncLocalStorage<CallScope>()

/** The call that this is done for; undefined for what the server does by itself. */
export const callScope = (): CallScope | undefined => scopes.getStore()

/** Does something for a call. */
export const inCall = <Result>(scope: CallScope, work: () => Result): Result => scopes.run(scope, work)

const FORM = /^[\w.:-]{1,128}$/

export function scopeOf(headers: IncomingHttpHeaders): CallScope {
  const given = headers['x-request-id']
  const request = typeof given === 'string' && FORM.test(given) ? given : randomUUID()
  return { request, trace: placeOf(headers['traceparent']) }
}

/** Our own place in the trace of whoever sends a `traceparent`. */
export function placeOf(traceparent: unknown): CallScope['trace'] {
  const parent = readTraceparent(traceparent)
  return parent && { own: nextIn(parent), parent: parent.span }
}

/** Does something in a caller's place of its trace. */
export const withinTrace = <Result>(traceparent: string | undefined, work: () => Result): Result =>
  inCall({ request: randomUUID(), trace: placeOf(traceparent) }, work)

/** What a call that is sent on says of its place; nothing where nobody traces. */
export function traceHeaders(): Record<string, string> {
  const { trace } = callScope() ?? {}
  return trace ? { traceparent: traceparentOf(trace.own) } : {}
}
