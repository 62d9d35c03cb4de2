/** Reads bytes of a file from an offset, and returns its size. */
export type ReadBytes = (
  offset: number,
  length: number,
) => Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly size: number }>

/** Bytes per read. */
const PART_BYTES = 1024 * 1024

const NEWLINE = 10

/** The loaded part of a text file, aligned to line starts and extended as the file grows. */
export class LogWindow {
  readonly #read: ReadBytes
  #start = 0
  #end = 0
  #decoder = new TextDecoder()

  constructor(read: ReadBytes) {
    this.#read = read
  }

  /** Byte offset of its start. */
  get start(): number {
    return this.#start
  }

  /** Byte offset of its end. */
  get end(): number {
    return this.#end
  }

  /** Loads the last part of a file of this size. */
  async open(size: number): Promise<string> {
    this.#decoder = new TextDecoder()
    const from = Math.max(0, size - PART_BYTES)
    const { bytes } = await this.#read(from, PART_BYTES)
    const cut = from === 0 ? 0 : lineAfter(bytes)
    this.#start = from + cut
    this.#end = from + bytes.length
    return this.#decoder.decode(bytes.subarray(cut), { stream: true })
  }

  /** Loads the preceding part; empty at the start of the file. */
  async earlier(): Promise<string> {
    const from = Math.max(0, this.#start - PART_BYTES)
    if (from === this.#start) return ''
    const { bytes } = await this.#read(from, this.#start - from)
    const cut = from === 0 ? 0 : lineAfter(bytes)
    this.#start = from + cut
    return new TextDecoder().decode(bytes.subarray(cut))
  }

  /** Loads appended text; undefined if the file was replaced or truncated. */
  async news(): Promise<string | undefined> {
    const { bytes, size } = await this.#read(this.#end, PART_BYTES)
    if (size < this.#end) return undefined
    this.#end += bytes.length
    return this.#decoder.decode(bytes, { stream: true })
  }
}

/** Offset of the first complete line; a part without a line break is shown as it is. */
const lineAfter = (bytes: Uint8Array): number => bytes.indexOf(NEWLINE) + 1
