import type { WebSocket } from 'ws'

/** A server that ends (RFC 6455 §7.4.1). */
const GOING_AWAY = 1001
/** What those who follow something are told then. */
export const SERVER_ENDS = 'the server ends'

/** What is open for all callers, so that each learns of an end of the server. */
export class Streams {
  readonly #open = new Set<() => void>()

  /** @param end says that the server ends, and ends it @returns what is called when it is over */
  hold(end: () => void): () => void {
    const one = (): void => end()
    this.#open.add(one)
    return () => void this.#open.delete(one)
  }

  add(ws: WebSocket): void {
    ws.once(
      'close',
      this.hold(() => ws.close(GOING_AWAY, SERVER_ENDS)),
    )
  }

  get size(): number {
    return this.#open.size
  }

  end(): void {
    for (const end of this.#open) end()
  }
}
