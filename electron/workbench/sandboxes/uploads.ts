import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'

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
  /** Where parts are collected; none yet where none came. */
  collected: { readonly folder: string; readonly file: string } | undefined
  queue: Promise<void>
  /** The body of the request that brings it whole, or that it was dropped before one came. */
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
  const nothing = { collected: undefined, queue: Promise.resolve(), arrived: undefined }
  return { ...nothing, target, body, arrive, refuse, over, end }
}

/**
 * Files on their way from the page into a sandbox. Where the host takes a request of the page, its body goes on as it comes; elsewhere
 * parts are collected on the disk, so that memory stays flat.
 */
export class Uploads {
  readonly #open = new Map<string, Upload>()

  begin(target: Target): string {
    const id = randomUUID()
    this.#open.set(id, openUpload(target))
    return id
  }

  /** Parts are written in the order in which they arrive. */
  async add(id: string, bytes: Buffer): Promise<void> {
    const upload = this.#get(id)
    upload.queue = upload.queue.then(async () => appendFile((await this.#collect(upload)).file, bytes))
    await upload.queue
  }

  /**
   * Takes the body of a request, the only one that an upload may have. Resolves when it was used, or is not needed any more.
   * Answers undefined where there is no such upload
   */
  receive(id: string, body: Readable): Promise<void> | undefined {
    const upload = this.#open.get(id)
    if (!upload || upload.arrived) return undefined
    upload.arrived = body
    // Whoever uses it is told; unheard, it would end us all.
    body.on('error', () => undefined)
    upload.arrive(body)
    return upload.over
  }

  /** Ends an upload: does something with what comes of it, and drops it then, or as soon as the signal aborts. */
  async use<T>(id: string, signal: AbortSignal, act: (target: Target) => Promise<T>): Promise<T> {
    const upload = this.#get(id)
    const drop = (): void => void this.drop(id)
    signal.addEventListener('abort', drop, { once: true })
    try {
      return await act(upload.target)
    } catch (error) {
      // The platform's client knows only that its request broke.
      throw upload.arrived?.errored && !signal.aborted ? workbenchError('UPLOAD_ENDED') : error
    } finally {
      signal.removeEventListener('abort', drop)
      await this.drop(id)
    }
  }

  /**
   * What was collected, or, with the number of bytes that come in a request, that request's body.
   * @throws WorkbenchError UNKNOWN_UPLOAD when it was dropped meanwhile
   */
  async content(id: string, streamed: number | undefined): Promise<UploadContent> {
    const upload = this.#get(id)
    const name = basename(upload.target.path) || 'file'
    if (streamed !== undefined) return { stream: await upload.body, size: streamed, name }
    await upload.queue
    const { file } = await this.#collect(upload)
    return { stream: createReadStream(file), size: (await stat(file)).size, name }
  }

  async drop(id: string): Promise<void> {
    const upload = this.#open.get(id)
    if (!upload) return
    this.#open.delete(id)
    upload.refuse(workbenchError('UNKNOWN_UPLOAD'))
    upload.end()
    await upload.queue.catch(() => undefined)
    if (upload.collected) await rm(upload.collected.folder, { recursive: true, force: true })
  }

  async #collect(upload: Upload): Promise<{ readonly folder: string; readonly file: string }> {
    if (upload.collected) return upload.collected
    const folder = await mkdtemp(join(tmpdir(), 'orrery-upload-'))
    const file = join(folder, 'file')
    await writeFile(file, '')
    return (upload.collected = { folder, file })
  }

  #get(id: string): Upload {
    const upload = this.#open.get(id)
    if (upload) return upload
    throw workbenchError('UNKNOWN_UPLOAD')
  }
}
