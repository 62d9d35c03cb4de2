import { type FileHandle, open } from 'node:fs/promises'
import type { AuditLine } from './audit.ts'

const CHUNK_BYTES = 64 * 1024
const LINE_END = 0x0a

interface Head {
  readonly line: AuditLine
  /** Unix milliseconds. */
  readonly ended: number
  /** Where it begins in the file. */
  readonly from: number
}

/** A file of the audit, read line by line from a place towards its beginning. */
export class AuditTail {
  readonly id: string
  readonly #path: string
  #file: FileHandle | undefined
  /** What was read and not handed out: the bytes from {@link #at} to {@link #offset}. */
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

  /** Everything from here on was handed out, or never will be. */
  get offset(): number {
    return this.#offset
  }

  /** The last line that was not taken; undefined at the beginning of the file. What is no line is passed over: half a line that a kill left. */
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
      // The line's own end does not count.
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
