/** Bytes retained per session for clients that reconnect. */
const MAX_BYTES = 2 * 1024 ** 2
/** Approximate bytes per frame. */
const FRAME_BYTES = 64 * 1024
/** Maximum items retained: commands without output have some, too. */
const MAX_ITEMS = 20_000

/** An event in a session's terminal, in order. */
export type StreamItem =
  | {
      readonly kind: 'begin'
      readonly offset: number
      readonly run: number
      readonly tag: string | undefined
    }
  | {
      readonly kind: 'data'
      /** Of its first byte in the whole stream. */
      readonly offset: number
      /** The command that printed it; 0 for output of an earlier command's job. */
      readonly run: number
      /** Of its first byte in the command's output. */
      readonly at: number
      readonly bytes: Buffer
    }
  | { readonly kind: 'end'; readonly offset: number; readonly run: number }

/**
 * Everything a session's terminal shows, as one stream of bytes that can be read from any retained offset. Slow readers never block a
 * program: old bytes are dropped.
 */
export class TerminalStream {
  #items: StreamItem[] = []
  #bytes = 0
  #total = 0
  readonly #listeners = new Set<() => void>()

  /** Bytes pushed in total. */
  get total(): number {
    return this.#total
  }

  /** Offset of the oldest retained byte. */
  get start(): number {
    return this.#total - this.#bytes
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

  /** Calls the listener on every item. Returns a function to unsubscribe. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Creates a reader from an offset on; see {@link StreamReader}. */
  reader(offset: number): StreamReader {
    return new StreamReader(this.#itemsFrom, Math.min(offset, this.#total))
  }

  /** The retained items, and how many were dropped before them. */
  readonly #itemsFrom: ItemsFrom = () => ({ items: this.#items, dropped: this.#dropped })
  /** Number of dropped items, which gives readers their position. */
  #dropped = 0

  #push(item: StreamItem): void {
    this.#items.push(item)
    if (item.kind === 'data') {
      this.#bytes += item.bytes.length
      this.#total += item.bytes.length
    }
    this.#forget()
    for (const listener of this.#listeners) listener()
  }

  #forget(): void {
    let gone = 0
    while (this.#bytes > MAX_BYTES || this.#items.length - gone > MAX_ITEMS) {
      const item = this.#items[gone++]
      if (item?.kind === 'data') this.#bytes -= item.bytes.length
    }
    if (gone === 0) return
    this.#items.splice(0, gone)
    this.#dropped += gone
  }
}

/** An item, and how many bytes before it were dropped. */
export interface StreamStep {
  readonly item: StreamItem
  readonly gap: number
}

type ItemsFrom = () => { readonly items: readonly StreamItem[]; readonly dropped: number }

/** Reads a {@link TerminalStream} at its own pace. */
export class StreamReader {
  readonly #source: ItemsFrom
  /** Offset of the next byte. */
  #offset: number
  /** Sequence number of the next item. */
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

  /** Returns what comes next; adjacent data of one command is combined. */
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

  /** The next item, without what was already read of it. */
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
