/** Characters per write: parsing takes a few milliseconds, so keys and paints get their turn. */
const SLICE_CHARACTERS = 16 * 1024
/** Queued characters above which output that would be scrolled out anyway is skipped. */
const MAX_WAITING_CHARACTERS = 2 * 1024 * 1024
/**
 * Milliseconds of writing while the user types, and of rest afterwards: a terminal redraws in every frame
 * with a write, and the frames in between are left for keys. Short output is written before the first rest.
 */
const WORK_MS = 5
const REST_MS = 60
/** Characters kept of a flood's end: more lines than the scrollback holds. */
const MAX_KEPT_CHARACTERS = 1024 * 1024

interface Writer {
  /** Calls back when the text has been parsed. */
  write(text: string, parsed: () => void): void
}

type Item = { text: string } | { readonly act: () => string | void }

/**
 * Writes to a terminal no faster than it parses, with bounded memory: excess output is skipped up to where
 * the buffer will finally begin. `skipped` receives the number of skipped characters.
 */
export class WriteQueue {
  readonly #writer: Writer
  readonly #skipped: (characters: number) => void
  readonly #isTyping: () => boolean
  #items: Item[] = []
  #waiting = 0
  #busy = false
  /** Start of this period of writing, in page time. */
  #began = 0
  #resting: ReturnType<typeof setTimeout> | undefined
  #disposed = false

  constructor(writer: Writer, skipped: (characters: number) => void, isTyping: () => boolean) {
    this.#writer = writer
    this.#skipped = skipped
    this.#isTyping = isTyping
  }

  get isIdle(): boolean {
    return !this.#busy && this.#items.length === 0
  }

  /** Characters not parsed yet. */
  get waiting(): number {
    return this.#waiting
  }

  write(text: string): void {
    if (text === '') return
    if (this.isIdle) this.#began = performance.now()
    const last = this.#items.at(-1)
    // Joined up to a limit: appending to an endless string copies it again and again.
    if (last && 'text' in last && last.text.length + text.length < SLICE_CHARACTERS) last.text += text
    else this.#items.push({ text })
    this.#waiting += text.length
    if (this.#waiting > MAX_WAITING_CHARACTERS) this.#skip()
    this.#next()
  }

  /**
   * Runs a callback once everything before it has been parsed; text it returns is written before what
   * follows.
   */
  then(act: () => string | void): void {
    this.#items.push({ act })
    this.#next()
  }

  /** Discards the queue. */
  clear(): void {
    this.#items = []
    this.#waiting = 0
  }

  dispose(): void {
    this.#disposed = true
    clearTimeout(this.#resting)
    this.clear()
  }

  /** Drops text from the front of the last run of text; callbacks keep their place. */
  #skip(): void {
    const lastAct = this.#items.findLastIndex((item) => 'act' in item)
    let gone = 0
    while (this.#waiting > MAX_KEPT_CHARACTERS) {
      const item = this.#items[lastAct + 1]
      if (!item || !('text' in item) || lastAct + 2 >= this.#items.length) break
      this.#items.splice(lastAct + 1, 1)
      this.#waiting -= item.text.length
      gone += item.text.length
    }
    if (gone > 0) this.#skipped(gone)
  }

  #next(): void {
    if (this.#busy || this.#resting !== undefined || this.#disposed) return
    const item = this.#items.shift()
    if (!item) return
    if ('act' in item) {
      const text = item.act()
      if (text) {
        this.#items.unshift({ text })
        this.#waiting += text.length
      }
      this.#next()
      return
    }
    let text = item.text
    if (text.length > SLICE_CHARACTERS) {
      this.#items.unshift({ text: text.slice(SLICE_CHARACTERS) })
      text = text.slice(0, SLICE_CHARACTERS)
    }
    this.#busy = true
    this.#writer.write(text, () => {
      this.#busy = false
      this.#waiting = Math.max(0, this.#waiting - text.length)
      const worked = performance.now() - this.#began
      if (this.#items.length > 0 && worked > WORK_MS && this.#isTyping()) this.#rest()
      else this.#next()
    })
  }

  #rest(): void {
    this.#resting = setTimeout(() => {
      this.#resting = undefined
      this.#began = performance.now()
      this.#next()
    }, REST_MS)
  }
}
