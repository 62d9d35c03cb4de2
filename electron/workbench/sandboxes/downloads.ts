import { randomBytes } from 'node:crypto'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'

/** A file that a page asked for, to be fetched by the browser that shows the page. */
export interface Source {
  /** Its last name, as the sandbox spells it: it may hold anything but a slash. */
  readonly name: string
  /** Bytes that were promised; undefined where that is unknown before the end. */
  readonly size: number | undefined
  parts(): AsyncIterable<Buffer>
}

/** A file that a browser came for. */
export interface Download extends Pick<Source, 'name' | 'size'> {
  /** Sends its bytes, none faster than they are taken; a file that ends early breaks the answer, so that no browser takes it for whole. */
  sendTo(answer: Writable): Promise<void>
}

/**
 * Files on their way from a sandbox to a page, or to its browser's own downloads. Each is offered under a ticket that only the page that
 * asked is told, that works once, and that ends with that page's call.
 */
export class Downloads {
  readonly #waiting = new Map<string, Download>()

  /**
   * Offers a file until it was fetched or the signal aborts. Resolves when all of it was sent.
   * @throws WorkbenchError `DOWNLOAD_ENDED` when the browser hung up, `FILE_SHORT` when the sandbox handed out less than promised
   */
  async offer(
    source: Source,
    signal: AbortSignal,
    told: { ticket(ticket: string): void; sent(bytes: number): void },
  ): Promise<void> {
    const ticket = randomBytes(24).toString('base64url')
    const content = exactly(source, told.sent)
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
        told.ticket(ticket)
      })
    } finally {
      this.#waiting.delete(ticket)
      void content.return(undefined)
    }
  }

  /** What a ticket is for; nothing when it was used, is over, or never was. */
  take(ticket: string): Download | undefined {
    const download = this.#waiting.get(ticket)
    this.#waiting.delete(ticket)
    return download
  }
}

/** As many bytes as were promised: a file that grows meanwhile is sent as it was, one that shrinks is refused. */
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
