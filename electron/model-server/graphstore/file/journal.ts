import { type FileHandle, open } from 'node:fs/promises'
import { StoreError } from '../store.ts'

interface Waiting {
  readonly line: string
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/**
 * An append-only file. An append is acknowledged when its bytes are on the disk; appends that arrive while the disk is
 * busy share the next flush. After a failed write it refuses everything: what is on the disk is then unknown.
 */
export class Journal {
  readonly #file: FileHandle
  #size: number
  #waiting: Waiting[] = []
  #flushing: Promise<void> | undefined
  #broken: unknown

  private constructor(file: FileHandle, size: number) {
    this.#file = file
    this.#size = size
  }

  static async open(path: string): Promise<Journal> {
    const file = await open(path, 'a')
    return new Journal(file, (await file.stat()).size)
  }

  /** Bytes in the file. */
  get size(): number {
    return this.#size
  }

  append(line: string): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ line, done, failed })
      this.#flushing ??= this.#flush()
    })
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        if (this.#broken !== undefined) throw this.#broken
        const bytes = Buffer.from(batch.map(({ line }) => line).join(''))
        await this.#file.appendFile(bytes)
        await this.#file.datasync()
        this.#size += bytes.length
        for (const { done } of batch) done()
      } catch (error) {
        this.#broken ??= new StoreError(
          'PROVIDER_UNAVAILABLE',
          `The journal cannot be written (${error instanceof Error ? error.message : String(error)}); free the disk and restart the server.`,
        )
        for (const { failed } of batch) failed(this.#broken)
      }
    }
    this.#flushing = undefined
  }

  /** Resolves when everything appended so far is on the disk or refused. */
  async settled(): Promise<void> {
    await this.#flushing
  }

  async close(): Promise<void> {
    await this.settled()
    await this.#file.close()
  }
}
