import { allocateBytes } from './pages.ts'
import { completeLength } from './terminal-text.ts'

/** Size of the pieces of a long output. Only pages that are written are used. */
const PIECE_BYTES = 4 * 1024 ** 2
/** An output up to this length is kept in small pieces. */
const LONG_BYTES = 1024 ** 2
const MIN_PIECE_BYTES = 4 * 1024
const MAX_SMALL_BYTES = 64 * 1024

/** Collects output. Chunks are copied together: kept as they come, a million of one byte would take a hundred times their size. */
export class OutputBytes {
  readonly #pieces: Buffer[] = []
  /** Unused bytes at the end of the last piece. */
  #free = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  add(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#free === 0) this.#grow(chunk.length - at)
      const piece = this.#pieces.at(-1) ?? chunk
      const copied = chunk.copy(piece, piece.length - this.#free, at)
      this.#free -= copied
      this.#length += copied
      at += copied
    }
  }

  #grow(wanted: number): void {
    const least = this.#length === 0 ? 0 : MIN_PIECE_BYTES
    const small = Math.min(Math.max(wanted, least), MAX_SMALL_BYTES)
    this.#free = this.#length < LONG_BYTES ? small : PIECE_BYTES
    this.#pieces.push(allocateBytes(this.#free))
  }

  /** The whole output, in one buffer. */
  bytes(): Buffer {
    return Buffer.concat(this.#pieces, this.#length)
  }

  /** The output in slices of about `size` bytes, which divide no character of valid UTF-8. */
  *slices(size: number): Generator<Buffer> {
    let left = this.#length
    let begun: Buffer = Buffer.alloc(0)
    for (const piece of this.#pieces) {
      const filled = piece.subarray(0, left)
      left -= filled.length
      for (let at = 0; at < filled.length; at += size) {
        const next = filled.subarray(at, at + size)
        const whole = begun.length === 0 ? next : Buffer.concat([begun, next])
        const isLast = left === 0 && at + size >= filled.length
        const end = isLast ? whole.length : completeLength(whole)
        begun = whole.subarray(end)
        if (end > 0) yield whole.subarray(0, end)
      }
    }
  }
}
