import type { WebSocket } from 'ws'

/** Close code for a server shutdown (RFC 6455 §7.4.1). */
const GOING_AWAY = 1001
/** The close reason for streams at shutdown. */
export const SERVER_ENDS = 'the server ends'

/** All open streams, which are notified of a shutdown. */
export class Streams {
  readonly #open = new Set<() => void>()

  /**
   * @param end notifies the client of the shutdown and ends the stream @returns a function to call when the
   * stream has ended
   */
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
