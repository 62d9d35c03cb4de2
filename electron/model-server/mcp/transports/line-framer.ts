/** What a framer hands out: a whole line without its end, or the news that one was too long. */
export interface LineSink {
  line(bytes: Buffer): void
  /** Called once per line that exceeds the limit; its bytes are dropped up to its end. */
  tooLong(): void
}

const NEWLINE = 10

/**
 * Splits a byte stream into lines. Linear in its input: every byte is looked at once and copied at most once. A line
 * longer than the limit is reported and skipped, and reading goes on with the next.
 */
export class LineFramer {
  readonly #sink: LineSink
  readonly #limit: number
  #parts: Buffer[] = []
  #length = 0
  #skipping = false

  constructor(sink: LineSink, limit: number) {
    this.#sink = sink
    this.#limit = limit
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
    if (this.#length > 0 || this.#skipping) this.#finish()
  }

  #take(part: Buffer): void {
    if (this.#skipping) return
    this.#length += part.length
    if (this.#length <= this.#limit) {
      if (part.length > 0) this.#parts.push(part)
      return
    }
    this.#parts = []
    this.#skipping = true
    this.#sink.tooLong()
  }

  #finish(): void {
    const { length } = this.#parts
    const line = length === 1 ? this.#parts[0] : Buffer.concat(this.#parts)
    const skipped = this.#skipping
    this.#parts = []
    this.#length = 0
    this.#skipping = false
    if (!skipped && line) this.#sink.line(line)
  }
}
