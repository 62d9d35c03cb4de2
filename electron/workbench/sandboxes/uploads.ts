import { randomUUID } from 'node:crypto'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'

interface Target {
  readonly platform: string
  readonly sandboxId: string
  readonly path: string
}

interface Upload {
  readonly target: Target
  readonly folder: string
  readonly file: string
  queue: Promise<void>
}

/** Files on their way from the page into a sandbox: collected on the disk first, so that memory stays flat. */
export class Uploads {
  readonly #open = new Map<string, Upload>()

  async begin(target: Target): Promise<string> {
    const id = randomUUID()
    const folder = await mkdtemp(join(tmpdir(), 'orrery-upload-'))
    const file = join(folder, basename(target.path) || 'file')
    await writeFile(file, '')
    this.#open.set(id, { target, folder, file, queue: Promise.resolve() })
    return id
  }

  /** Parts are written in the order in which they arrive. */
  async add(id: string, bytes: Buffer): Promise<void> {
    const upload = this.#get(id)
    upload.queue = upload.queue.then(() => appendFile(upload.file, bytes))
    await upload.queue
  }

  /** The collected file and where it is meant to go. */
  async finished(id: string): Promise<{ target: Target; file: string }> {
    const { target, file, queue } = this.#get(id)
    await queue
    return { target, file }
  }

  async drop(id: string): Promise<void> {
    const upload = this.#open.get(id)
    this.#open.delete(id)
    await upload?.queue.catch(() => undefined)
    if (upload) await rm(upload.folder, { recursive: true, force: true })
  }

  #get(id: string): Upload {
    const upload = this.#open.get(id)
    if (upload) return upload
    throw workbenchError('UNKNOWN_UPLOAD')
  }
}
