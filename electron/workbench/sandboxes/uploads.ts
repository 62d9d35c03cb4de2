import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { basename } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'

/** Bytes that wait for the sandbox before no more are wanted. */
const AHEAD_BYTES = 4 * 1024 * 1024

interface Target {
  readonly platform: string
  readonly sandboxId: string
  readonly path: string
}

/** What a page sends, once. */
export interface UploadContent {
  readonly stream: Readable
  readonly size: number
  readonly name: string
}

interface Upload {
  readonly target: Target
  /** What comes part by part, where no request brings it whole. */
  parts: PassThrough | undefined
  /** Bytes that came in parts, and how many there will be, once that is known. */
  arrivedBytes: number
  size: number | undefined
  /** What brings its bytes, or that it was dropped before they came. */
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

/** Ends the stream where all of it came, and answers whether it did. */
function endWhole({ parts, arrivedBytes, size }: Upload): boolean {
  const isWhole = size !== undefined && arrivedBytes >= size
  if (isWhole) parts?.end()
  return isWhole
}

/**
 * Files on their way from the page into a sandbox: as the body of a request, where the host takes one, elsewhere part by part. Either goes on
 * as it comes, none faster than the sandbox takes it, so that memory stays flat.
 */
export class Uploads {
  readonly #open = new Map<string, Upload>()

  begin(target: Target): string {
    const id = randomUUID()
    this.#open.set(id, openUpload(target))
    return id
  }

  /** Takes the next bytes. Resolves when more are wanted. */
  async add(id: string, bytes: Buffer): Promise<void> {
    const upload = this.#get(id)
    const parts = (upload.parts ??= this.#receiveParts(id))
    upload.arrivedBytes += bytes.length
    const isTaken = parts.write(bytes)
    // A stream that was ended never says that it takes more.
    if (endWhole(upload)) return
    if (!isTaken) await Promise.race([once(parts, 'drain'), upload.over])
    this.#get(id)
  }

  /**
   * Takes the body of a request, the only one that an upload may have. Resolves when it was used, or is not needed any more.
   * Answers undefined where there is no such upload
   */
  receive(id: string, body: Readable): Promise<void> | undefined {
    const upload = this.#open.get(id)
    if (!upload || upload.arrived) return undefined
    upload.arrived = body
    // Its user hears of it; unheard, it would end the process.
    body.on('error', () => undefined)
    upload.arrive(body)
    return upload.over
  }

  /** Ends an upload: does something with what comes of it, and drops it then, or as soon as the signal aborts. */
  async use<T>(id: string, signal: AbortSignal, act: (target: Target) => Promise<T>): Promise<T> {
    const upload = this.#get(id)
    const drop = (): void => this.drop(id)
    signal.addEventListener('abort', drop, { once: true })
    try {
      return await act(upload.target)
    } catch (error) {
      // The platform's client knows only that its request broke.
      throw upload.arrived?.errored && !signal.aborted ? workbenchError('UPLOAD_ENDED') : error
    } finally {
      signal.removeEventListener('abort', drop)
      this.drop(id)
    }
  }

  /**
   * The bytes of an upload, as they come.
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
