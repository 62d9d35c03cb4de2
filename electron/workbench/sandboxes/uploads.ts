import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { basename } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'

/** Bytes to buffer before backpressure is applied. */
const AHEAD_BYTES = 4 * 1024 * 1024

interface Target {
  readonly platform: string
  readonly sandboxId: string
  readonly path: string
}

/** An upload's content, readable once. */
export interface UploadContent {
  readonly stream: Readable
  readonly size: number
  readonly name: string
}

interface Upload {
  readonly target: Target
  /** Receives the parts of an upload that has no request body. */
  parts: PassThrough | undefined
  /** Bytes received in parts, and the total once it is known. */
  arrivedBytes: number
  size: number | undefined
  /** Resolves with the source of the bytes, or rejects if the upload is dropped first. */
  readonly body: Promise<Readable>
  arrive(body: Readable): void
  refuse(reason: unknown): void
  arrived: Readable | undefined
  readonly over: Promise<void>
  end(): void
}

function openUpload(target: Target): Upload {
  let arrive: Upload['arrive'] = () => undefined
  let refuse: Upload['refuse'] = () => undefined
  let end = (): void => undefined
  const body = new Promise<Readable>((resolve, reject) => {
    arrive = resolve
    refuse = reject
  })
  body.catch(() => undefined)
  const over = new Promise<void>((resolve) => (end = resolve))
  const nothing = { parts: undefined, arrivedBytes: 0, size: undefined, arrived: undefined }
  return { ...nothing, target, body, arrive, refuse, over, end }
}

/** Ends the stream if all bytes have arrived, and returns whether they have. */
function endWhole({ parts, arrivedBytes, size }: Upload): boolean {
  const isWhole = size !== undefined && arrivedBytes >= size
  if (isWhole) parts?.end()
  return isWhole
}

/**
 * Files being transferred from a page into a sandbox: as a request body if the host supports that, otherwise in parts. Both are streamed
 * with backpressure, so memory use stays constant.
 */
export class Uploads {
  readonly #open = new Map<string, Upload>()

  begin(target: Target): string {
    const id = randomUUID()
    this.#open.set(id, openUpload(target))
    return id
  }

  /** Adds the next bytes. Resolves when more can be taken. */
  async add(id: string, bytes: Buffer): Promise<void> {
    const upload = this.#get(id)
    const parts = (upload.parts ??= this.#receiveParts(id))
    upload.arrivedBytes += bytes.length
    const isTaken = parts.write(bytes)
    // An ended stream emits no `drain`.
    if (endWhole(upload)) return
    if (!isTaken) await Promise.race([once(parts, 'drain'), upload.over])
    this.#get(id)
  }

  /**
   * Passes on a request body; an upload accepts only one. Resolves when it was consumed or is no longer needed. Returns
   * undefined if there is no such upload.
   */
  receive(id: string, body: Readable): Promise<void> | undefined {
    const upload = this.#open.get(id)
    if (!upload || upload.arrived) return undefined
    upload.arrived = body
    // The consumer gets the error too; without a listener it would crash the process.
    body.on('error', () => undefined)
    upload.arrive(body)
    return upload.over
  }

  /** Runs `act` with an upload, and drops the upload afterwards or as soon as the signal aborts. */
  async use<T>(id: string, signal: AbortSignal, act: (target: Target) => Promise<T>): Promise<T> {
    const upload = this.#get(id)
    const drop = (): void => this.drop(id)
    signal.addEventListener('abort', drop, { once: true })
    try {
      return await act(upload.target)
    } catch (error) {
      // The platform's client only knows that its request failed.
      throw upload.arrived?.errored && !signal.aborted ? workbenchError('UPLOAD_ENDED') : error
    } finally {
      signal.removeEventListener('abort', drop)
      this.drop(id)
    }
  }

  /**
   * The bytes of an upload as they arrive.
   * @throws WorkbenchError UNKNOWN_UPLOAD when it was dropped meanwhile
   */
  async content(id: string, size: number): Promise<UploadContent> {
    const upload = this.#get(id)
    upload.size = size
    endWhole(upload)
    return { stream: await upload.body, size, name: basename(upload.target.path) || 'file' }
  }

  drop(id: string): void {
    const upload = this.#open.get(id)
    if (!upload) return
    this.#open.delete(id)
    upload.refuse(workbenchError('UNKNOWN_UPLOAD'))
    upload.end()
    upload.parts?.destroy()
  }

  #receiveParts(id: string): PassThrough {
    const parts = new PassThrough({ highWaterMark: AHEAD_BYTES })
    void this.receive(id, parts)
    return parts
  }

  #get(id: string): Upload {
    const upload = this.#open.get(id)
    if (upload) return upload
    throw workbenchError('UNKNOWN_UPLOAD')
  }
}
