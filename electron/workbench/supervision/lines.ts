const NEWLINE = 0x0a

/**
 * Cuts a byte stream into lines in linear time: a line that arrives in many chunks is joined once, not once per chunk
 * (spec/mcp.md §6.5 measured the quadratic way at 11 s for 50 MB).
 */
export class LineFramer {
  #parts: Buffer[] = []
  #held = 0
  readonly #onLine: (line: Buffer) => void
  readonly #maxBytes: number

  /** @param maxBytes a longer line is an error, so that a broken peer cannot fill the memory */
  constructor(onLine: (line: Buffer) => void, maxBytes: number) {
    this.#onLine = onLine
    this.#maxBytes = maxBytes
  }

  /** @throws RangeError when a line grows over the limit; the framer is then of no more use. */
  push(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const piece = chunk.subarray(start, end)
      start = end + 1
      if (this.#held + piece.length > this.#maxBytes) this.#refuse()
      this.#onLine(this.#take(piece))
    }
    if (start === chunk.length) return
    const rest = chunk.subarray(start)
    this.#held += rest.length
    if (this.#held > this.#maxBytes) this.#refuse()
    this.#parts.push(rest)
  }

  /** What came after the last newline; empty when the stream ended on one. */
  rest(): Buffer {
    return this.#take(Buffer.alloc(0))
  }

  #take(piece: Buffer): Buffer {
    if (this.#parts.length === 0) return piece
    const line = Buffer.concat([...this.#parts, piece])
    this.#parts = []
    this.#held = 0
    return line
  }

  #refuse(): never {
    throw new RangeError(`A line is longer than ${this.#maxBytes} bytes.`)
  }
}
