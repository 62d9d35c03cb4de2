import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Total bytes of all spooled files; a client with more data sends the file part last, which then needs no spooling. */
const MAX_SPOOLED_BYTES = 256 * 1024 ** 2

/** The spool has no space for another file. */
export class SpoolFull extends Error {}

export interface SpooledFile {
  read(): Readable
  /** Removes the file and releases its space. */
  drop(): Promise<void>
}

/** Temporary files in a folder of the server, with one limit for all. */
export class Spool {
  readonly #folder: string
  readonly #limit: number
  #used = 0

  constructor(folder: string, limit = MAX_SPOOLED_BYTES) {
    this.#folder = folder
    this.#limit = limit
  }

  /** Bytes in use. */
  get used(): number {
    return this.#used
  }

  /** Writes a stream to a file. @throws SpoolFull, after removing the file; the stream's own error */
  async keep(content: Readable): Promise<SpooledFile> {
    const folder = await mkdtemp(join(this.#folder, 'upload-'))
    const path = join(folder, 'file')
    let size = 0
    const drop = async () => {
      await rm(folder, { recursive: true, force: true })
      this.#used -= size
      size = 0
    }
    const count = (bytes: number) => {
      size += bytes
      this.#used += bytes
      if (this.#used > this.#limit) {
        throw new SpoolFull(`more than ${this.#limit / 1024 ** 2} MB would have to wait`)
      }
    }
    try {
      await pipeline(content, counted(count), createWriteStream(path))
    } catch (error) {
      await drop()
      throw error
    }
    return { read: () => createReadStream(path), drop }
  }
}

/** A transform that reports the size of each chunk before passing it on. */
const counted = (count: (bytes: number) => void) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of source) {
      count(piece.length)
      yield piece
    }
  }
