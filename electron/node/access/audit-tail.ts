import { type FileHandle, open } from 'node:fs/promises'
import type { AuditLine } from './audit.ts'

const CHUNK_BYTES = 64 * 1024
const LINE_END = 0x0a

interface Head {
  readonly line: AuditLine
  /** Unix milliseconds. */
  readonly ended: number
  /** Offset of its first byte in the file. */
  readonly from: number
}

/** Reads an audit file line by line, backwards from an offset. */
export class AuditTail {
  readonly id: string
  readonly #path: string
  #file: FileHandle | undefined
  /** Bytes read but not yet returned, from {@link #at} to {@link #offset}. */
  #bytes = Buffer.alloc(0)
  #at: number
  #offset: number
  #head: Head | undefined

  constructor(id: string, path: string, offset: number) {
    this.id = id
    this.#path = path
    this.#at = offset
    this.#offset = offset
  }

  /** Everything from this offset on has been returned or skipped. */
  get offset(): number {
    return this.#offset
  }

  /**
   * Returns the last line not yet taken, undefined at the beginning of the file. Skips anything that is not a
   * valid line, such as a partial one left by a kill.
   */
  async head(): Promise<Head | undefined> {
    while (!this.#head && this.#offset > 0) {
      const from = await this.#beginOfLine()
      const line = lineOf(this.#bytes.toString('utf8', from - this.#at))
      if (line) this.#head = { line, ended: Date.parse(line.time) + line.ms, from }
      else this.#dropFrom(from)
    }
    return this.#head
  }

  take(): void {
    if (this.#head) this.#dropFrom(this.#head.from)
    this.#head = undefined
  }

  async close(): Promise<void> {
    await this.#file?.close()
  }

  async #beginOfLine(): Promise<number> {
    for (;;) {
      // Ignore the line's own terminator.
      const end = this.#bytes.lastIndexOf(LINE_END, this.#bytes.length - 2)
      if (this.#bytes.length > 1 && end !== -1) return this.#at + end + 1
      if (this.#at === 0) return 0
      await this.#readBefore()
    }
  }

  async #readBefore(): Promise<void> {
    this.#file ??= await open(this.#path, 'r')
    const from = Math.max(0, this.#at - CHUNK_BYTES)
    const chunk = Buffer.alloc(this.#at - from)
    await this.#file.read(chunk, 0, chunk.length, from)
    this.#bytes = Buffer.concat([chunk, this.#bytes])
    this.#at = from
  }

  #dropFrom(from: number): void {
    this.#bytes = this.#bytes.subarray(0, from - this.#at)
    this.#offset = from
  }
}

function lineOf(text: string): AuditLine | undefined {
  try {
    const line = JSON.parse(text) as Partial<AuditLine>
    return typeof line.time === 'string' && typeof line.ms === 'number' ? (line as AuditLine) : undefined
  } catch {
    return undefined
  }
}
