import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { HttpExchange } from '#shared/workbench/areas/trace.ts'
import type { Ended } from '../supervision/child.ts'

/** Extends the SDK's transport: how it ended, message sizes, and a trace of every message. */
export interface TracedTransport extends Transport {
  /** Only if the server is a child process. */
  readonly pid?: number | undefined
  /** Only over HTTP. */
  readonly url?: string | undefined
  readonly lastLines: string[]
  /** Resolves when the connection is over; only meaningful after `start`. */
  readonly ended: Promise<Ended>
  readonly protocolVersion: string | undefined
  /** Protocol revisions in use. Default: those with sessions. */
  readonly era?: 'stateless' | undefined
  /** Sizes of the received messages. */
  readonly sizes: AnswerSizes
  /** Closes without waiting. */
  kill(): void
}

/** Receives a transport's events besides messages. */
export interface TransportObserver {
  onStderr(line: string): void
  /**
   * Called for a line on stdout that is not a JSON-RPC message. The stream continues, and the user may want
   * to see the line.
   */
  onNoise(line: string): void
  /** Called for every raw message, over HTTP with the exchange it arrived in; returns its sequence in the trace. */
  onTrace(
    direction: 'out' | 'in',
    message: JSONRPCMessage,
    bytes: number,
    exchange?: HttpExchange,
  ): number | undefined
  /** Called for each HTTP exchange, with the sequence of the message it carried. */
  onExchange?(exchange: HttpExchange, message: number | undefined): void
}

/**
 * Message sizes in bytes, keyed by the `result` object, because the SDK passes that on but not the message.
 */
export class AnswerSizes {
  readonly #bytes = new WeakMap<object, number>()

  note(message: JSONRPCMessage, bytes: number): void {
    if ('result' in message) this.#bytes.set(message.result, bytes)
  }

  /** The second SDK passes on a copy, so its size is computed. */
  of(result: object): number {
    return this.#bytes.get(result) ?? JSON.stringify(result).length
  }
}
