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
  /** What the first request was; a session keeps to it. */
  era: 'stateful' | 'stateless' | undefined
  /** Whether the client shows apps (resources/app.ts). */
  showsApps = false
  /** No log notifications are sent before the client asks for a level. */
  logLevel: LogLevel | undefined
  /** Sends a message of ours; absent where the transport has no way to. */
  readonly notify: ((message: RpcNotification) => void) | undefined
  #lastWrite: Promise<void> | undefined
  readonly #reads = new Set<Promise<void>>()
  /** Requests that wait for the end of the session. */
  listening = 0
  readonly #ending = new AbortController()
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

  finish(id: RequestId): void {
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

  /** Waits until the session is over. @throws the signal's reason when the request is stopped before */
  async untilEnd(signal: AbortSignal): Promise<void> {
    this.listening += 1
    try {
      await new Promise<void>((resolve, reject) => {
        if (signal.aborted) reject(signal.reason as Error)
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
        this.#ending.signal.addEventListener('abort', () => resolve(), { once: true })
      })
    } finally {
      this.listening -= 1
    }
  }

  /** Lets what waits for the end of the session come to its own, answered as every request is. */
  end(): void {
    this.#ending.abort()
  }

  /** Stops everything: the client is gone. */
  close(): void {
    for (const id of this.#running.keys()) this.cancel(id, 'The connection was closed.')
  }

  /** @param least from which level on the client wants to know; undefined: not at all */
  log(level: LogLevel, data: object, least: LogLevel | undefined): void {
    if (least === undefined || !this.notify) return
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(least)) return
    this.notify({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level, logger: 'model-mcp', data },
    })
  }
}
