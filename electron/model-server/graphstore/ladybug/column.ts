import { type ByteSource, bytesOf } from './index-file.ts'

/** Numbers of a page: 64 KB. */
const PAGE_BITS = 14
const PAGE_SIZE = 2 ** PAGE_BITS
const PAGE_MASK = PAGE_SIZE - 1

/** A growing column of whole numbers, in pages, so that growing takes the same time however long it is. */
export class Column {
  readonly #pages: Uint32Array<ArrayBuffer>[] = []

  get(index: number): number {
    return this.#pages[index >>> PAGE_BITS]?.[index & PAGE_MASK] ?? 0
  }

  set(index: number, value: number): void {
    this.#pageOf(index)[index & PAGE_MASK] = value
  }

  /** The first `count` numbers, in pieces that change with the column. */
  first(count: number): readonly Uint32Array<ArrayBuffer>[] {
    const pieces: Uint32Array<ArrayBuffer>[] = []
    for (let start = 0; start < count; start += PAGE_SIZE)
      pieces.push(this.#pageOf(start).subarray(0, count - start))
    return pieces
  }

  /** Reads back the first `count` numbers. */
  static async restore(count: number, source: ByteSource): Promise<Column> {
    const column = new Column()
    for (const piece of column.first(count)) await source.fill(bytesOf(piece))
    return column
  }

  #pageOf(index: number): Uint32Array<ArrayBuffer> {
    for (;;) {
      const page = this.#pages[index >>> PAGE_BITS]
      if (page) return page
      this.#pages.push(new Uint32Array(PAGE_SIZE))
    }
  }
}
