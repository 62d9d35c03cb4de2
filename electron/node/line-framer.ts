/** Callbacks of a framer. */
interface LineSink {
  /** Receives a complete line without its line end. */
  readonly onLine: (bytes: Buffer) => void
  /** Called once for each line that exceeds the limit; the line is discarded. */
  readonly onTooLong: () => void
}

const NEWLINE = 10

/**
 * Splits a byte stream into lines in linear time: every byte is scanned once and copied at most once, however
 * many chunks a line arrives in. A line longer than the limit is reported and skipped.
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

  /** Flushes a last line without a line end. */
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
