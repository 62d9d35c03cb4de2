/** Reads bytes of a file from an offset on, and says how many it has. */
export type ReadBytes = (
  offset: number,
  length: number,
) => Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly size: number }>

/** Bytes that are read at once. */
const PART_BYTES = 1024 * 1024

const NEWLINE = 10

/** The part of a text file that is shown: from a line's beginning to its end, and what is written to it meanwhile. */
export class LogWindow {
  readonly #read: ReadBytes
  #start = 0
  #end = 0
  #decoder = new TextDecoder()

  constructor(read: ReadBytes) {
    this.#read = read
  }

  /** Byte at which what is shown begins. */
  get start(): number {
    return this.#start
  }

  /** Byte at which it ends. */
  get end(): number {
    return this.#end
  }

  /** The last part of a file of this size. */
  async open(size: number): Promise<string> {
    this.#decoder = new TextDecoder()
    const from = Math.max(0, size - PART_BYTES)
    const { bytes } = await this.#read(from, PART_BYTES)
    const cut = from === 0 ? 0 : lineAfter(bytes)
    this.#start = from + cut
    this.#end = from + bytes.length
    return this.#decoder.decode(bytes.subarray(cut), { stream: true })
  }

  /** The part before what is shown; empty at the file's beginning. */
  async earlier(): Promise<string> {
    const from = Math.max(0, this.#start - PART_BYTES)
    if (from === this.#start) return ''
    const { bytes } = await this.#read(from, this.#start - from)
    const cut = from === 0 ? 0 : lineAfter(bytes)
    this.#start = from + cut
    return new TextDecoder().decode(bytes.subarray(cut))
  }

  /** What was written behind what is shown; undefined: the file is another one, or was cut. */
  async news(): Promise<string | undefined> {
    const { bytes, size } = await this.#read(this.#end, PART_BYTES)
    if (size < this.#end) return undefined
    this.#end += bytes.length
    return this.#decoder.decode(bytes, { stream: true })
  }
}

/** Where the first whole line begins; a part without a line's end is shown as it is. */
const lineAfter = (bytes: Uint8Array): number => bytes.indexOf(NEWLINE) + 1
