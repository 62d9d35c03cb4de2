/** Bytes of one session that can be sent again: what a client missed while it was away. */
const KEPT_BYTES = 2 * 1024 ** 2
/** Bytes that are handed out at once, about. */
const FRAME_BYTES = 64 * 1024
/** Items that are kept: commands that print nothing have some, too. */
const MAX_ITEMS = 20_000

/** Something that happened in a session's terminal, in the order in which it did. */
export type StreamItem =
  | {
      readonly kind: 'begin'
      readonly offset: number
      readonly run: number
      readonly tag: string | undefined
    }
  | {
      readonly kind: 'data'
      /** Of its first byte among all bytes of the stream. */
      readonly offset: number
      /** The command that printed it; 0: none that runs now, so a job of an earlier one. */
      readonly run: number
      /** Of its first byte among those of the command. */
      readonly at: number
      readonly bytes: Buffer
    }
  | { readonly kind: 'end'; readonly offset: number; readonly run: number }

/**
 * All that a session's terminal shows, as one stream of bytes that can be read from any offset that is still kept. Nobody who reads slowly
 * or not at all holds up a program: what is too old is gone.
 */
export class TerminalStream {
  #items: StreamItem[] = []
  #kept = 0
  #total = 0
  readonly #listeners = new Set<() => void>()

  /** Bytes that were ever pushed. */
  get total(): number {
    return this.#total
  }

  /** Offset of the oldest byte that is kept. */
  get start(): number {
    return this.#total - this.#kept
  }

  begin(run: number, tag: string | undefined): void {
    this.#push({ kind: 'begin', offset: this.#total, run, tag })
  }

  data(run: number, at: number, bytes: Buffer): void {
    this.#push({ kind: 'data', offset: this.#total, run, at, bytes })
  }

  end(run: number): void {
    this.#push({ kind: 'end', offset: this.#total, run })
  }

  /** Calls back on every item. Returns how to stop that. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads from an offset on; see {@link StreamReader}. */
  reader(offset: number): StreamReader {
    return new StreamReader(this.#itemsFrom, Math.min(offset, this.#total))
  }

  /** The items that are kept, and how many came before them. */
  readonly #itemsFrom: ItemsFrom = () => ({ items: this.#items, dropped: this.#dropped })
  /** Items that were dropped, so that readers know where they stand. */
  #dropped = 0

  #push(item: StreamItem): void {
    this.#items.push(item)
    if (item.kind === 'data') {
      this.#kept += item.bytes.length
      this.#total += item.bytes.length
    }
    this.#forget()
    for (const listener of this.#listeners) listener()
  }

  #forget(): void {
    let gone = 0
    while (this.#kept > KEPT_BYTES || this.#items.length - gone > MAX_ITEMS) {
      const item = this.#items[gone++]
      if (item?.kind === 'data') this.#kept -= item.bytes.length
    }
    if (gone === 0) return
    this.#items.splice(0, gone)
    this.#dropped += gone
  }
}

/** An item, and how many bytes before it are not kept any more. */
export interface StreamStep {
  readonly item: StreamItem
  readonly gap: number
}

type ItemsFrom = () => { readonly items: readonly StreamItem[]; readonly dropped: number }

/** One who reads a {@link TerminalStream}, at his own pace. */
export class StreamReader {
  readonly #source: ItemsFrom
  /** The next byte that is wanted. */
  #offset: number
  /** Serial number of the next item. */
  #next = 0

  constructor(source: ItemsFrom, offset: number) {
    this.#source = source
    this.#offset = offset
    const { items, dropped } = source()
    const index = items.findIndex(
      (item) => endOf(item) > offset || (item.kind !== 'data' && item.offset >= offset),
    )
    this.#next = dropped + (index < 0 ? items.length : index)
  }

  /** What comes next; data of one command that lies ready is taken together. */
  take(): StreamStep | undefined {
    const first = this.#step()
    if (first?.item.kind !== 'data') return first
    const { item } = first
    const parts = [item.bytes]
    let size = item.bytes.length
    for (let next = this.#ahead(); size < FRAME_BYTES && next?.kind === 'data' && next.run === item.run;) {
      this.#step()
      parts.push(next.bytes)
      size += next.bytes.length
      next = this.#ahead()
    }
    return { item: { ...item, bytes: Buffer.concat(parts) }, gap: first.gap }
  }

  #ahead(): StreamItem | undefined {
    const { items, dropped } = this.#source()
    return this.#next < dropped ? undefined : items[this.#next - dropped]
  }

  /** The next item without what the reader has of it. */
  #step(): StreamStep | undefined {
    const { items, dropped } = this.#source()
    this.#next = Math.max(this.#next, dropped)
    const item = items[this.#next - dropped]
    if (!item) return undefined
    this.#next++
    const gap = Math.max(0, item.offset - this.#offset)
    const had = Math.max(0, this.#offset - item.offset)
    this.#offset = Math.max(this.#offset, endOf(item))
    if (item.kind !== 'data' || had === 0) return { item, gap }
    return {
      item: { ...item, offset: item.offset + had, at: item.at + had, bytes: item.bytes.subarray(had) },
      gap,
    }
  }
}

const endOf = (item: StreamItem): number => item.offset + (item.kind === 'data' ? item.bytes.length : 0)
