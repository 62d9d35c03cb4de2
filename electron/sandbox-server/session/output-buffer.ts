/** Bytes one command may print before the middle of its output is dropped: the answer travels as one JSON text. */
export const OUTPUT_LIMIT = 64 * 1024 ** 2

/**
 * The output of one command with bounded memory: everything up to the limit, beyond it the first and the last half.
 */
export class OutputBuffer {
  readonly #limit: number
  #head: Buffer[] = []
  #headSize = 0
  #tail: Buffer[] = []
  #tailSize = 0
  #total = 0

  constructor(limit = OUTPUT_LIMIT) {
    this.#limit = limit
  }

  /** All bytes that were printed, kept or not. */
  get total(): number {
    return this.#total
  }

  push(chunk: Buffer): void {
    this.#total += chunk.length
    const half = this.#limit / 2
    if (this.#headSize + chunk.length <= half) {
      this.#head.push(chunk)
      this.#headSize += chunk.length
      return
    }
    this.#tail.push(chunk)
    this.#tailSize += chunk.length
    while (this.#tailSize - (this.#tail[0]?.length ?? 0) >= half) {
      this.#tailSize -= this.#tail.shift()?.length ?? 0
    }
  }

  /** What was kept; where something was dropped, a line in its place says how much. */
  bytes(): Buffer {
    const dropped = this.#total - this.#headSize - this.#tailSize
    const note = dropped > 0 ? [Buffer.from(`\r\n[${dropped} bytes of output left out]\r\n`)] : []
    return Buffer.concat([...this.#head, ...note, ...this.#tail])
  }

  /** Bytes from `offset` on, counted over everything printed; where they were dropped, from the oldest that is left. */
  from(offset: number): Buffer {
    if (offset >= this.#total) return Buffer.alloc(0)
    const tailStart = this.#total - this.#tailSize
    const parts = offset >= tailStart ? this.#tail : [...this.#head, ...this.#tail]
    let skip = offset >= tailStart ? offset - tailStart : offset
    const kept: Buffer[] = []
    for (const part of parts) {
      if (skip < part.length) kept.push(part.subarray(skip))
      skip = Math.max(0, skip - part.length)
    }
    return Buffer.concat(kept)
  }
}
