import type { Isolate } from '../runtime/runtime.ts'
import type { RpcStream } from './connect.ts'

/** One call of a service inside a sandbox. */
export interface RpcCall {
  readonly message: unknown
  /** As whom; undefined: as the sandbox's own root. */
  readonly user: string | undefined
  /** Milliseconds that the call may take; undefined: as long as it wants. */
  readonly timeoutMs: number | undefined
  /** Resolves when nobody waits for the answer any more: the caller went (undefined), or its time is over. */
  readonly gone: Promise<'late' | undefined>
}

/** What is served inside a sandbox, by the names of the calls. */
export interface Service {
  readonly calls: Readonly<Record<string, (isolate: Isolate, call: RpcCall) => unknown>>
  readonly streams: Readonly<
    Record<string, (isolate: Isolate, call: RpcCall, stream: RpcStream) => Promise<void>>
  >
}
