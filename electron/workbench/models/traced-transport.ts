import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { HttpExchange } from '#shared/workbench/areas/trace.ts'
import type { Ended } from '../supervision/child.ts'

/** What a transport of ours adds to the SDK's: how it ended, what it cost, and every message to look at. */
export interface TracedTransport extends Transport {
  /** Only where the server is a process of ours. */
  readonly pid?: number | undefined
  readonly lastLines: string[]
  /** Resolves when the connection is over; only meaningful after `start`. */
  readonly ended: Promise<Ended>
  readonly protocolVersion: string | undefined
  /** Which revisions are spoken over it. Default: those with sessions. */
  readonly era?: 'stateless' | undefined
  /** How large the messages were that came. */
  readonly sizes: AnswerSizes
  /** Ends it without waiting. */
  kill(): void
}

/** What a transport tells its owner besides messages. */
export interface TransportObserver {
  onStderr(line: string): void
  /** A line on stdout that is not a JSON-RPC message: the stream goes on, the person may want to see it. */
  onNoise(line: string): void
  /** Every message, as it went over the wire, and over HTTP whose answer it came in; returns its place in the trace. */
  onTrace(
    direction: 'out' | 'in',
    message: JSONRPCMessage,
    bytes: number,
    exchange?: HttpExchange,
  ): number | undefined
  /** What went over HTTP, and the place of the message that it carried. */
  onExchange?(exchange: HttpExchange, message: number | undefined): void
}

/** Bytes of answers by their `result`: the object that the SDK hands on, while its message is not. */
export class AnswerSizes {
  readonly #bytes = new WeakMap<object, number>()

  note(message: JSONRPCMessage, bytes: number): void {
    if ('result' in message) this.#bytes.set(message.result, bytes)
  }

  /** The second SDK hands on a copy, which is measured. */
  of(result: object): number {
    return this.#bytes.get(result) ?? JSON.stringify(result).length
  }
}
