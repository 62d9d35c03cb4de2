import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import type { PlatformRest } from './platform-rest.ts'

interface Place {
  readonly platform: string
  readonly sandboxId: string
}

interface Upload {
  readonly place: Place
  readonly path: string
  readonly folder: string
  queue: Promise<void>
}

/** Files on their way from the page into a sandbox: collected on the disk, then sent as one stream, so memory stays flat. */
export class Uploads {
  readonly #rest: PlatformRest
  readonly #open = new Map<string, Upload>()

  constructor(rest: PlatformRest) {
    this.#rest = rest
  }

  async begin(place: Place, path: string): Promise<string> {
    const id = randomUUID()
    const folder = await mkdtemp(join(tmpdir(), 'orrery-upload-'))
    await writeFile(join(folder, 'file'), '')
    this.#open.set(id, { place, path, folder, queue: Promise.resolve() })
    return id
  }

  /** @throws WorkbenchError `UNKNOWN_UPLOAD` */
  get(id: string): Upload {
    const upload = this.#open.get(id)
    if (upload) return upload
    throw new WorkbenchError({ code: 'UNKNOWN_UPLOAD', message: 'This upload is over or was cancelled.' })
  }

  async add(id: string, bytes: Buffer): Promise<void> {
    const upload = this.get(id)
    upload.queue = upload.queue.then(() => appendFile(join(upload.folder, 'file'), bytes))
    await upload.queue
  }

  /** Sends the file and forgets it. @throws WorkbenchError when the platform refuses it */
  async send(id: string, sent: (bytes: number) => void, signal: AbortSignal): Promise<void> {
    const upload = this.get(id)
    await upload.queue
    const { url, headers } = await this.#rest.base(upload.place.platform, signal)
    const boundary = `orrery-${randomUUID()}`
    try {
      const answer = await this.#rest.send(`${url}/upload`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
        body: ReadableStream.from(multipart(upload, boundary, sent)),
        signal,
        duplex: 'half',
      } as RequestInit)
      const { success } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
        success?: boolean
      }
      if (success === false) {
        throw new WorkbenchError({ code: 'FILE_REFUSED', message: `${upload.path} could not be written.` })
      }
    } finally {
      await this.drop(id)
    }
  }

  async drop(id: string): Promise<void> {
    const upload = this.#open.get(id)
    this.#open.delete(id)
    await upload?.queue.catch(() => undefined)
    if (upload) await rm(upload.folder, { recursive: true, force: true })
  }
}

/** The parts in the order in which the SDKs send them (spec/sandbox-platform.md §8). */
async function* multipart(
  { place, path, folder }: Upload,
  boundary: string,
  sent: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const field = (name: string, value: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const name = basename(path).replace(/["\r\n\\]/g, '_')
  yield Buffer.from(
    field('target_path', path) +
      field('sandbox_id', place.sandboxId) +
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n` +
      'content-type: application/octet-stream\r\n\r\n',
  )
  const file = join(folder, 'file')
  const { size } = await stat(file)
  let done = 0
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    yield chunk
    done += chunk.length
    sent(Math.min(done, size))
  }
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}
