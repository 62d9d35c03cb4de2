/** Slots per chunk; a chunk has one bit per slot and slice. */
const CHUNK = 1024
const WORDS = CHUNK / 32
/** Number of hash values of a gram. With about 250 grams in an entity's text a quarter of the bits are set. */
const SLICES = 1024
const SLICE_MASK = SLICES - 1

/** Visits the hash of every bigram and trigram of a text, possibly repeatedly. */
function eachGram(text: string, visit: (slice: number) => void): void {
  let before = -1
  let last = -1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (last >= 0) visit((Math.imul(Math.imul(last, 0x9e3779b1) ^ code, 0x85ebca6b) >>> 13) & SLICE_MASK)
    if (before >= 0) {
      const mixed = Math.imul(Math.imul(before, 0x27d4eb2f) ^ last, 0x165667b1) ^ code
      visit((Math.imul(mixed, 0xc2b2ae35) >>> 15) & SLICE_MASK)
    }
    before = last
    last = code
  }
}

/**
 * A bit-sliced signature file: one bit per slot for each hashed gram. A substring query becomes a few ANDs
 * over bit vectors (128 bytes per slot, off the heap), and only the few remaining slots have their text
 * examined. Results may include slots that do not match (hash collisions, replaced texts), but never miss one
 * that does.
 */
export class TextIndex {
  readonly #chunks: Uint32Array<ArrayBuffer>[] = []

  /** All that it holds, chunk by chunk. */
  get chunks(): readonly Uint32Array<ArrayBuffer>[] {
    return this.#chunks
  }

  /** @param fill reads the next chunk */
  static async restore(
    chunks: number,
    fill: (chunk: Uint32Array<ArrayBuffer>) => Promise<void>,
  ): Promise<TextIndex> {
    const index = new TextIndex()
    while (index.#chunks.length < chunks) {
      const chunk = new Uint32Array(SLICES * WORDS)
      await fill(chunk)
      index.#chunks.push(chunk)
    }
    return index
  }

  /** Adds the grams of a text to a slot's. */
  add(slot: number, text: string): void {
    const number = Math.floor(slot / CHUNK)
    let chunk = this.#chunks[number]
    if (!chunk) {
      chunk = new Uint32Array(SLICES * WORDS)
      while (this.#chunks.length < number) this.#chunks.push(new Uint32Array(SLICES * WORDS))
      this.#chunks[number] = chunk
    }
    const word = (slot % CHUNK) >>> 5
    const bit = 1 << (slot & 31)
    const target = chunk
    eachGram(text, (slice) => {
      const at = slice * WORDS + word
      target[at] = (target[at] ?? 0) | bit
    })
  }

  /**
   * Returns a bit vector of the slots whose text may contain `text` (lower-cased), or undefined when the text
   * is too short.
   */
  candidates(text: string): Uint32Array | undefined {
    if (text.length < 2) return undefined
    const slices = new Set<number>()
    eachGram(text, (slice) => slices.add(slice))
    const [first = 0, ...rest] = slices
    const out = new Uint32Array(this.#chunks.length * WORDS)
    for (const [number, chunk] of this.#chunks.entries()) {
      const base = number * WORDS
      for (let word = 0; word < WORDS; word++) {
        let bits = chunk[first * WORDS + word] ?? 0
        for (let i = 0; bits !== 0 && i < rest.length; i++) bits &= chunk[(rest[i] ?? 0) * WORDS + word] ?? 0
        out[base + word] = bits
      }
    }
    return out
  }
}

/** Whether a bit vector contains a slot. */
export function hasSlot(bits: Uint32Array, slot: number): boolean {
  return ((bits[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0
}

/** The slots that a bit vector contains; undefined if they are more than `most`. */
export function slotsOf(bits: Uint32Array, most: number): number[] | undefined {
  const slots: number[] = []
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
      if (slots.length >= most) return undefined
      slots.push(word * 32 + 31 - Math.clz32(left & -left))
    }
  }
  return slots
}
