import { type FileHandle, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StoreError } from '../store.ts'
import { syncFolder } from '../../../node/atomic-file.ts'

interface Waiting {
  /** What to append; undefined for a turn to another file. */
  readonly line?: string
  readonly turn?: string
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/**
 * An append-only file. An append is acknowledged when its bytes are on the disk; appends that arrive while the disk is
 * busy share the next flush. After a failed write it refuses everything: what is on the disk is then unknown.
 */
export class Journal {
  #file: FileHandle
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
    return this.#enqueue({ line })
  }

  /**
   * Goes on in another file. What was appended before is on the disk in the old one before the new one exists, so a file that
   * has a successor is never torn.
   *
   * @throws when the new file cannot be made; the old one then stays, and nothing is lost
   */
  rotate(path: string): Promise<void> {
    return this.#enqueue({ turn: path })
  }

  #enqueue(what: { readonly line: string } | { readonly turn: string }): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ ...what, done, failed })
      this.#flushing ??= this.#flush()
    })
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const turn = this.#waiting[0]?.turn
      if (turn !== undefined) await this.#settle(this.#waiting.splice(0, 1), () => this.#turn(turn))
      else await this.#settle(this.#nextLines(), (batch) => this.#write(batch))
    }
    this.#flushing = undefined
  }

  /** Everything that waits, up to the next turn. */
  #nextLines(): Waiting[] {
    const end = this.#waiting.findIndex(({ turn }) => turn !== undefined)
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
  }

  async #settle(batch: Waiting[], work: (batch: readonly Waiting[]) => Promise<void>): Promise<void> {
    try {
      if (this.#broken !== undefined) throw this.#broken
      await work(batch)
      for (const { done } of batch) done()
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    try {
      const bytes = Buffer.from(batch.map(({ line }) => line).join(''))
      await this.#file.appendFile(bytes)
      await this.#file.datasync()
      this.#size += bytes.length
    } catch (error) {
      this.#broken = new StoreError(
        'PROVIDER_UNAVAILABLE',
        `The journal cannot be written (${error instanceof Error ? error.message : String(error)}); free the disk and restart the server.`,
      )
      throw this.#broken
    }
  }

  async #turn(path: string): Promise<void> {
    const next = await open(path, 'a')
    try {
      await syncFolder(dirname(path))
    } catch (error) {
      await next.close()
      await rm(path, { force: true })
      throw error
    }
    const old = this.#file
    this.#file = next
    this.#size = 0
    // Its bytes are on the disk already.
    await old.close().catch(() => undefined)
  }

  /** Resolves when everything appended so far is on the disk. @throws what made the journal refuse, if it does */
  durable(): Promise<void> {
    return this.append('')
  }

  async close(): Promise<void> {
    await this.#flushing
    await this.#file.close()
  }
}
