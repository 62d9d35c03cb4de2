import { randomBytes } from 'node:crypto'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'

/** A file requested by a page, to be fetched by the browser that shows the page. */
export interface Source {
  /** The base name as in the sandbox; it may contain anything but a slash. */
  readonly name: string
  /** Expected bytes; undefined if unknown until the end. */
  readonly size: number | undefined
  parts(): AsyncIterable<Buffer>
}

/** A file that a browser requests. */
export interface Download extends Pick<Source, 'name' | 'size'> {
  /**
   * Streams the content with backpressure. A file that ends early aborts the response, so that the browser does not take it for complete.
   */
  sendTo(answer: Writable): Promise<void>
}

/**
 * Files being transferred from a sandbox to a page or to its browser's downloads. Each has a single-use ticket that only the requesting
 * page receives and that expires with that page's call.
 */
export class Downloads {
  readonly #waiting = new Map<string, Download>()

  /**
   * Offers a file until it was fetched or the signal aborts. Resolves when all of it was sent.
   * @throws WorkbenchError `DOWNLOAD_ENDED` when the browser disconnected, `FILE_SHORT` when the sandbox returned fewer bytes
   * than expected
   */
  async offer(
    source: Source,
    signal: AbortSignal,
    progress: { ticket(ticket: string): void; sent(bytes: number): void },
  ): Promise<void> {
    const ticket = randomBytes(24).toString('base64url')
    const content = exactly(source, progress.sent)
    try {
      await new Promise<void>((resolve, reject) => {
        signal.throwIfAborted()
        signal.addEventListener('abort', () => reject(workbenchError('CANCELLED')), { once: true })
        const sendTo = async (answer: Writable): Promise<void> => {
          try {
            await pipeline(content, answer, { signal })
            resolve()
          } catch (error) {
            reject(isHungUp(error) ? workbenchError('DOWNLOAD_ENDED') : error)
          }
        }
        this.#waiting.set(ticket, { name: source.name, size: source.size, sendTo })
        progress.ticket(ticket)
      })
    } finally {
      this.#waiting.delete(ticket)
      void content.return(undefined)
    }
  }

  /** Redeems a ticket; undefined if it is used, expired or unknown. */
  take(ticket: string): Download | undefined {
    const download = this.#waiting.get(ticket)
    this.#waiting.delete(ticket)
    return download
  }
}

/** Yields exactly the expected bytes: a file that grows meanwhile is cut there, one that shrinks is an error. */
async function* exactly({ size, parts }: Source, sent: (bytes: number) => void): AsyncGenerator<Buffer> {
  let done = 0
  for await (const part of parts()) {
    const wanted = size === undefined ? part : part.subarray(0, size - done)
    if (wanted.length > 0) yield wanted
    done += wanted.length
    sent(done)
    if (size !== undefined && done >= size) return
  }
  if (size !== undefined && done < size) throw workbenchError('FILE_SHORT', { done, total: size })
}

const HUNG_UP = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ABORT_ERR'])
const isHungUp = (error: unknown): boolean => HUNG_UP.has((error as NodeJS.ErrnoException).code ?? '')
