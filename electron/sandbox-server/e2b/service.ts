import type { Isolate } from '../runtime/runtime.ts'
import type { RpcStream } from './connect.ts'

/** One call of a service inside a sandbox. */
export interface RpcCall {
  readonly message: unknown
  /** The user; undefined for the sandbox's root. */
  readonly user: string | undefined
  /** Timeout in milliseconds; undefined for none. */
  readonly timeoutMs: number | undefined
  /** Resolves when the answer is no longer needed: the caller disconnected (undefined), or the call timed out. */
  readonly gone: Promise<'late' | undefined>
}

/** A service inside a sandbox, by method name. */
export interface Service {
  readonly calls: Readonly<Record<string, (isolate: Isolate, call: RpcCall) => unknown>>
  readonly streams: Readonly<
    Record<string, (isolate: Isolate, call: RpcCall, stream: RpcStream) => Promise<void>>
  >
}
