import type { RequestId, RpcNotification } from './rpc.ts'

/** Levels of `logging/setLevel`, quietest last (MCP 2025-11-25, RFC 5424). */
export const LOG_LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * One client's side of the conversation: what it asked for and what is running for it. Stateless requests get a fresh one.
 */
export class Session {
  protocolVersion: string | undefined
  /** No log notifications are sent before the client asks for a level. */
  logLevel: LogLevel | undefined
  /** Sends a message of ours; absent where the transport has no way to. */
  readonly notify: ((message: RpcNotification) => void) | undefined
  #lastWrite: Promise<void> | undefined
  readonly #reads = new Set<Promise<void>>()
  readonly #running = new Map<RequestId, AbortController>()

  constructor(notify?: (message: RpcNotification) => void) {
    this.notify = notify
  }

  /** What stops a request that begins now: its client, or a deadline of its own. */
  begin(id: RequestId): AbortController {
    const controller = new AbortController()
    this.#running.set(id, controller)
    return controller
  }

  end(id: RequestId): void {
    this.#running.delete(id)
  }

  /**
   * Runs requests in an order that a client who sends several at once can rely on: a write waits for everything before it, and
   * everything behind a write waits for it. Reads run side by side.
   */
  async inOrder<T>(writes: boolean, run: () => Promise<T>): Promise<T> {
    const before = writes ? Promise.allSettled([this.#lastWrite, ...this.#reads]) : this.#lastWrite
    let finished = (): void => undefined
    const done = new Promise<void>((resolve) => {
      finished = resolve
    })
    if (writes) this.#lastWrite = done
    else this.#reads.add(done)
    try {
      await before
      return await run()
    } finally {
      this.#reads.delete(done)
      finished()
    }
  }

  /** Stops a running request; unknown ids are ignored, as the protocol says. */
  cancel(id: RequestId, reason?: string): void {
    this.#running.get(id)?.abort(new DOMException(reason ?? 'The request was cancelled.', 'AbortError'))
  }

  /** Stops everything: the client is gone. */
  close(): void {
    for (const id of this.#running.keys()) this.cancel(id, 'The connection was closed.')
  }

  log(level: LogLevel, data: object): void {
    if (this.logLevel === undefined || !this.notify) return
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(this.logLevel)) return
    this.notify({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level, logger: 'model-mcp', data },
    })
  }
}
