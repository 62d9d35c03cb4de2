/** What a framer hands out. */
interface LineSink {
  /** A whole line without its end. */
  readonly onLine: (bytes: Buffer) => void
  /** Called once per line that exceeds the limit; its bytes are dropped up to its end. */
  readonly onTooLong: () => void
}

const NEWLINE = 10

/**
 * Splits a byte stream into lines. Linear in its input: every byte is looked at once and copied at most once, however many chunks
 * a line comes in. A line longer than the limit is reported and skipped, and reading goes on with the next.
 */
export class LineFramer {
  readonly #sink: LineSink
  readonly #maxBytes: number
  #parts: Buffer[] = []
  #length = 0
  #skipping = false

  constructor(sink: LineSink, maxBytes: number) {
    this.#sink = sink
    this.#maxBytes = maxBytes
  }

  push(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE, from); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#take(chunk.subarray(from, end))
      this.#finish()
      from = end + 1
    }
    if (from < chunk.length) this.#take(chunk.subarray(from))
  }

  /** The last line may lack its end. */
  end(): void {
    if (this.#length > 0) this.#finish()
  }

  #take(part: Buffer): void {
    if (this.#skipping) return
    this.#length += part.length
    if (this.#length <= this.#maxBytes) {
      if (part.length > 0) this.#parts.push(part)
      return
    }
    this.#parts = []
    this.#skipping = true
    this.#sink.onTooLong()
  }

  #finish(): void {
    const { length } = this.#parts
    const line = length === 1 ? this.#parts[0] : Buffer.concat(this.#parts)
    const skipped = this.#skipping
    this.#parts = []
    this.#length = 0
    this.#skipping = false
    if (!skipped && line) this.#sink.onLine(line)
  }
}
