/** Bytes one command may print before the middle of its output is dropped: the answer travels as one JSON text. */
const OUTPUT_LIMIT = 64 * 1024 ** 2

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
    // Once a chunk went to the end, so must all others: a small one might still fit into the beginning.
    if (this.#tailSize === 0 && this.#headSize + chunk.length <= half) {
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

  /** What was kept from `offset` on; where something was dropped, a line in its place says how much. */
  bytes(offset = 0): Buffer {
    const tailStart = this.#total - this.#tailSize
    const dropped = tailStart - Math.max(this.#headSize, offset)
    if (dropped <= 0) return this.from(offset)
    const note = Buffer.from(`\r\n[${dropped} bytes of output left out]\r\n`)
    const head = offset < this.#headSize ? Buffer.concat(this.#head).subarray(offset) : Buffer.alloc(0)
    return Buffer.concat([head, note, ...this.#tail])
  }

  /** Bytes from `offset` on, counted over everything printed. */
  from(offset: number): Buffer {
    return this.slice(offset, Infinity).bytes
  }

  /** At most `length` bytes from `offset` on; where those were dropped, from the oldest that are left: hence `start`. */
  slice(offset: number, length: number): { start: number; bytes: Buffer } {
    const tailStart = this.#total - this.#tailSize
    const dropped = offset >= this.#headSize && offset < tailStart
    const start = Math.min(dropped ? tailStart : offset, this.#total)
    const kept: Buffer[] = []
    let wanted = length
    let at = start >= tailStart ? tailStart : 0
    for (const part of start >= tailStart ? this.#tail : this.#head) {
      if (wanted <= 0) break
      if (at + part.length > start) {
        const from = Math.max(0, start - at)
        const piece = part.subarray(from, Math.min(part.length, from + wanted))
        kept.push(piece)
        wanted -= piece.length
      }
      at += part.length
    }
    // Head and tail join without a gap unless something was dropped between them.
    if (wanted > 0 && start < tailStart && tailStart === this.#headSize)
      kept.push(this.slice(tailStart, wanted).bytes)
    return { start, bytes: Buffer.concat(kept) }
  }
}
