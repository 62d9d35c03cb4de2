/** What a terminal's stream consists of: the programs' bytes, and our marks between them. */
interface StreamListener {
  data(bytes: Buffer): void
  /** The text of a mark; whether it is one of ours is for the listener to tell: if not, it says false and gets the bytes. */
  mark(text: string): boolean
}

const PREFIX = Buffer.from('\x1b]6973;')
const ESCAPE = 0x1b
const BELL = 0x07
/** A mark's text: 32 hexadecimal digits and a letter. */
const TEXT_LENGTH = 33
const MARK_LENGTH = PREFIX.length + TEXT_LENGTH + 1

/**
 * Takes our marks out of a terminal's stream, wherever the chunks are cut. Holds back at most one mark's length, and only
 * when the stream ends with what may become a mark.
 */
export class MarkScanner {
  readonly #listener: StreamListener
  #held: Buffer = Buffer.alloc(0)

  constructor(listener: StreamListener) {
    this.#listener = listener
  }

  push(chunk: Buffer): void {
    if (this.#held.length === 0 && !chunk.includes(ESCAPE)) {
      this.#listener.data(chunk)
      return
    }
    let bytes = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk
    this.#held = Buffer.alloc(0)
    while (bytes.length > 0) {
      const start = markStart(bytes)
      if (start > 0) this.#listener.data(bytes.subarray(0, start))
      bytes = bytes.subarray(start)
      if (bytes.length === 0) return
      if (bytes.length < MARK_LENGTH) {
        this.#held = Buffer.from(bytes)
        return
      }
      const text = bytes.toString('latin1', PREFIX.length, MARK_LENGTH - 1)
      const taken = bytes[MARK_LENGTH - 1] === BELL && this.#listener.mark(text)
      if (!taken) this.#listener.data(bytes.subarray(0, 1))
      bytes = bytes.subarray(taken ? MARK_LENGTH : 1)
    }
  }

  /** Hands out what was held back: nothing more will come. */
  flush(): void {
    if (this.#held.length > 0) this.#listener.data(this.#held)
    this.#held = Buffer.alloc(0)
  }
}

/** Where a mark begins or may begin (its first bytes are the chunk's last), else the length. */
function markStart(bytes: Buffer): number {
  let at = bytes.indexOf(ESCAPE)
  while (at >= 0) {
    const length = Math.min(PREFIX.length, bytes.length - at)
    if (bytes.compare(PREFIX, 0, length, at, at + length) === 0) return at
    at = bytes.indexOf(ESCAPE, at + 1)
  }
  return bytes.length
}
