import { randomInt } from 'node:crypto'
import { Column } from './column.ts'
import { type ByteSource, type SavedParts, bytesOf } from './index-file.ts'
import { Turn } from './turn.ts'

/** Bytes of the first page of names, and of the largest; each has twice those of the one before. */
const FIRST_PAGE_BYTES = 4_096
const MAX_PAGE_BITS = 20
const MAX_PAGE_BYTES = 2 ** MAX_PAGE_BITS

/** A name is preceded by its length in two bytes; a character takes three bytes at the most. */
const MAX_CHARACTERS = 16_384
const LENGTH_BYTES = 2

/** Tables grow one at a time, so that a large one holds nothing up: some 4,000 names each at a million. */
const TABLES = 256
const FIRST_SLOTS = 16
const MAX_FILLED = 0.6

const LONE_SURROGATE = /\p{Surrogate}/u

/** The name that is being looked up. */
const scratch = Buffer.alloc(MAX_CHARACTERS * 3)

export interface NamesShape {
  readonly size: number
  readonly pages: readonly number[]
  readonly used: number
}

/**
 * Numbers names from 1 on. They are held as UTF-8 outside the heap, without an object each, and are kept and
 * read back as they lie there.
 */
export class Names {
  readonly #seed = randomInt(2 ** 32)
  readonly #tables: Uint32Array[] = []
  readonly #filled = new Uint32Array(TABLES)
  #firstSlots = FIRST_SLOTS
  #pages: Buffer[] = []
  /** Bytes of the last page that are in use. */
  #used = 0
  #places = new Column()
  #size = 0

  /** Whether a name can be told from every other one by its UTF-8, and is not too long. */
  static canHold(name: string): boolean {
    return name.length <= MAX_CHARACTERS && !LONE_SURROGATE.test(name)
  }

  get size(): number {
    return this.#size
  }

  find(name: string): number | undefined {
    const length = scratch.write(name)
    return this.#search(hashOf(scratch, 0, length, this.#seed), length)
  }

  /** Call for names that can be held. */
  add(name: string): number {
    const length = scratch.write(name)
    const hash = hashOf(scratch, 0, length, this.#seed)
    const known = this.#search(hash, length)
    if (known !== undefined) return known
    const number = ++this.#size
    this.#places.set(number, this.#append(length))
    this.#enter(hash, number)
    return number
  }

  at(number: number): string {
    const [page, start, length] = this.#bytesOf(number)
    return page.toString('utf8', start, start + length)
  }

  /** Orders two names by their characters' code points. */
  compare(a: number, b: number): number {
    const [page, start, length] = this.#bytesOf(b)
    return this.compareTo(a, page, start, length)
  }

  compareTo(number: number, other: Uint8Array, otherStart = 0, otherLength = other.length): number {
    const [page, start, length] = this.#bytesOf(number)
    const common = Math.min(length, otherLength)
    for (let at = 0; at < common; at += 1) {
      const difference = (page[start + at] ?? 0) - (other[otherStart + at] ?? 0)
      if (difference !== 0) return difference
    }
    return length - otherLength
  }

  startsWith(number: number, part: Uint8Array): boolean {
    const [page, start, length] = this.#bytesOf(number)
    return length >= part.length && isAt(page, start, part)
  }

  includes(number: number, part: Uint8Array): boolean {
    const [page, start, length] = this.#bytesOf(number)
    for (let at = start; at <= start + length - part.length; at += 1) if (isAt(page, at, part)) return true
    return false
  }

  /** What it holds now; names that are added later do not disturb it. */
  save(): SavedParts<NamesShape> {
    return {
      shape: { size: this.#size, pages: this.#pages.map((page) => page.length), used: this.#used },
      parts: [...this.#places.first(this.#size + 1).map(bytesOf), ...this.#pages],
    }
  }

  static async restore({ size, pages, used }: NamesShape, source: ByteSource): Promise<Names> {
    const names = new Names()
    names.#places = await Column.restore(size + 1, source)
    for (const length of pages) {
      const page = Buffer.allocUnsafeSlow(length)
      await source.fill(page)
      names.#pages.push(page)
    }
    names.#used = used
    names.#firstSlots = Math.max(FIRST_SLOTS, 2 ** Math.ceil(Math.log2(size / TABLES / MAX_FILLED)))
    const turn = new Turn()
    for (let number = 1; number <= size; number += 1) {
      names.#enter(names.#hashAt(number), number)
      if (turn.isOver) await turn.pass()
    }
    names.#size = size
    return names
  }

  /** @returns the place: number of the page and offset within it */
  #append(length: number): number {
    const needed = LENGTH_BYTES + length
    let page = this.#pages.at(-1)
    if (!page || this.#used + needed > page.length) {
      const next = Math.min(MAX_PAGE_BYTES, page ? page.length * 2 : FIRST_PAGE_BYTES)
      page = Buffer.allocUnsafeSlow(Math.max(next, needed))
      this.#pages.push(page)
      this.#used = 0
    }
    const offset = this.#used
    page.writeUInt16LE(length, offset)
    page.set(scratch.subarray(0, length), offset + LENGTH_BYTES)
    this.#used += needed
    return (this.#pages.length - 1) * MAX_PAGE_BYTES + offset
  }

  #bytesOf(number: number): readonly [page: Buffer, start: number, length: number] {
    const place = this.#places.get(number)
    const page = this.#pages[place >>> MAX_PAGE_BITS]
    const offset = place & (MAX_PAGE_BYTES - 1)
    if (number === 0 || !page) return [scratch, 0, 0]
    return [page, offset + LENGTH_BYTES, (page[offset] ?? 0) | ((page[offset + 1] ?? 0) << 8)]
  }

  #hashAt(number: number): number {
    const [page, start, length] = this.#bytesOf(number)
    return hashOf(page, start, start + length, this.#seed)
  }

  /** Finds the name in `scratch`. */
  #search(hash: number, length: number): number | undefined {
    const table = this.#tables[hash >>> 24]
    if (!table) return undefined
    const mask = table.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = table[slot] ?? 0
      if (number === 0) return undefined
      if (this.compareTo(number, scratch, 0, length) === 0) return number
    }
  }

  #enter(hash: number, number: number): void {
    const at = hash >>> 24
    let table = (this.#tables[at] ??= new Uint32Array(this.#firstSlots))
    const filled = (this.#filled[at] ?? 0) + 1
    this.#filled[at] = filled
    if (filled > table.length * MAX_FILLED) {
      const larger = new Uint32Array(table.length * 2)
      for (const one of table) if (one !== 0) place(larger, this.#hashAt(one), one)
      table = this.#tables[at] = larger
    }
    place(table, hash, number)
  }
}

function place(table: Uint32Array, hash: number, number: number): void {
  const mask = table.length - 1
  let slot = hash & mask
  while (table[slot] !== 0) slot = (slot + 1) & mask
  table[slot] = number
}

/** FNV-1a, mixed once more since tables use its highest and its lowest bits. */
function hashOf(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let hash = seed | 0
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}

function isAt(bytes: Uint8Array, start: number, part: Uint8Array): boolean {
  for (let at = 0; at < part.length; at += 1) if (bytes[start + at] !== part[at]) return false
  return true
}
