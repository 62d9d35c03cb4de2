import type { RequestId, RpcNotification } from './rpc.ts'

/** Levels of `logging/setLevel`, most verbose first (MCP 2025-11-25, RFC 5424). */
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

/** State of one client: its settings and running requests. Each stateless request gets a new one. */
export class Session {
  protocolVersion: string | undefined
  /** Determined by the first request and then fixed. */
  era: 'stateful' | 'stateless' | undefined
  /** Whether the client supports apps (resources/app.ts). */
  showsApps = false
  /** No log notifications are sent until the client sets a level. */
  logLevel: LogLevel | undefined
  /** Sends a notification; absent if the transport cannot. */
  readonly notify: ((message: RpcNotification) => void) | undefined
  #lastWrite: Promise<void> | undefined
  readonly #reads = new Set<Promise<void>>()
  /** Number of requests that last until the session ends. */
  listening = 0
  readonly #ending = new AbortController()
  readonly #running = new Map<RequestId, AbortController>()

  constructor(notify?: (message: RpcNotification) => void) {
    this.notify = notify
  }

  /** Registers a request; its client or a deadline can abort it. */
  begin(id: RequestId): AbortController {
    const controller = new AbortController()
    this.#running.set(id, controller)
    return controller
  }

  /** Whether a request is running. */
  get isBusy(): boolean {
    return this.#running.size > 0
  }

  finish(id: RequestId): void {
    this.#running.delete(id)
  }

  /**
   * Orders requests for clients that send several at once: a write waits for everything before it, and
   * everything after a write waits for it. Reads run concurrently.
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

  /** Cancels a running request; ignores unknown ids, as the protocol specifies. */
  cancel(id: RequestId, reason?: string): void {
    this.#running.get(id)?.abort(new DOMException(reason ?? 'The request was cancelled.', 'AbortError'))
  }

  /** Waits until the session ends. @throws the signal's reason when the request is aborted first */
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

  /** Completes the requests that last until the session ends; they are answered normally. */
  end(): void {
    this.#ending.abort()
  }

  /** Aborts everything: the client has disconnected. */
  close(): void {
    for (const id of this.#running.keys()) this.cancel(id, 'The connection was closed.')
  }

  /** @param least minimum level that the client requested; undefined: no logging */
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
