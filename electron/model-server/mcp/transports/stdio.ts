import type { Readable, Writable } from 'node:stream'
import { LineFramer } from '../../../node/line-framer.ts'
import { dispatch, dispatchBatch } from '../dispatcher.ts'
import { RPC, RpcError, decodeMessage, encodeAnswer, errorResponse, parseMessage } from '../rpc.ts'
import type { Service } from '../service.ts'
import { Session } from '../session.ts'

interface StdioOptions {
  readonly input: Readable
  readonly output: Writable
  /** Maximum length of a line, in bytes. */
  readonly maxMessageBytes: number
  readonly onError: (error: unknown) => void
  /** Shuts down like the end of the input. */
  readonly end?: AbortSignal
}

/** Whether the negotiated revision supports batches, which later ones removed. */
const takesBatches = ({ protocolVersion }: Session): boolean =>
  protocolVersion === '2025-03-26' || protocolVersion === '2024-11-05'

/** Maximum lines processed concurrently; further lines wait (backpressure). */
const MAX_RUNNING = 256

/**
 * Serves one client over a pair of streams: one message per line, one answer per request, each sent as soon
 * as it is ready. Resolves at the end of the input, when everything has been answered and written.
 */
export function serveStdio(service: Service, options: StdioOptions): Promise<void> {
  const { input, output, maxMessageBytes, onError } = options
  const running = new Set<Promise<void>>()
  const send = (message: object): void => {
    output.write(`${encodeAnswer(message)}\n`)
  }
  const session = new Session(send)

  const answer = async (bytes: Buffer): Promise<void> => {
    try {
      const text = decodeMessage(bytes)
      if (text.trim() === '') return
      const message = parseMessage(text)
      const response =
        Array.isArray(message) && takesBatches(session)
          ? await dispatchBatch(service, session, message, onError)
          : await dispatch(service, session, message, onError)
      if (response) send(response)
    } catch (error) {
      if (error instanceof RpcError) return send(errorResponse(error))
      onError(error)
    }
  }

  return new Promise((resolve) => {
    const framer = new LineFramer(
      {
        onLine(bytes) {
          const task = answer(bytes).finally(() => {
            running.delete(task)
            if (running.size < MAX_RUNNING && !output.writableNeedDrain) input.resume()
          })
          running.add(task)
          if (running.size >= MAX_RUNNING) input.pause()
        },
        onTooLong() {
          const reason = `a message may have at most ${maxMessageBytes} bytes; --max-message-bytes raises that`
          send(errorResponse(new RpcError(RPC.invalidRequest, reason)))
        },
      },
      maxMessageBytes,
    )
    let ended = false
    const finish = async (): Promise<void> => {
      if (ended) return
      ended = true
      framer.end()
      session.end()
      await Promise.allSettled(running)
      session.close()
      output.write('', () => resolve())
    }
    // One listener for the life of the stream: a listener per blocked write would leak under a slow reader.
    output.on('drain', () => input.resume())
    // The client has disconnected.
    output.on('error', () => {
      session.close()
      resolve()
    })
    input.on('data', (chunk: Buffer) => {
      framer.push(chunk)
      if (output.writableNeedDrain) input.pause()
    })
    input.on('end', () => void finish())
    input.on('close', () => void finish())
    input.on('error', () => void finish())
    options.end?.addEventListener('abort', () => {
      input.pause()
      void finish()
    })
  })
}
