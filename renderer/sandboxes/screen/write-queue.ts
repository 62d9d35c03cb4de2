/** Characters written at once: parsing them takes a few milliseconds, so that keys and paints come between. */
const SLICE = 16 * 1024
/** Waiting characters above which what would be scrolled out of the buffer anyway is skipped. */
const MAX_WAITING_CHARACTERS = 2 * 1024 * 1024
/**
 * Milliseconds of writing while somebody types, and of rest after them: a terminal redraws itself in every frame in which something
 * was written, and the frames in between belong to the keys. Something short is written before the first rest.
 */
const WORK = 5
const REST_MS = 60
/** What is kept of a flood's end: more lines than the scrollback holds. */
const MAX_KEPT_CHARACTERS = 1024 * 1024

interface Writer {
  /** Calls back when the text has been parsed. */
  write(text: string, parsed: () => void): void
}

type Item = { text: string } | { readonly act: () => string | void }

/**
 * Writes to a terminal no faster than it parses, with bounded memory: a program that prints more than the terminal can show
 * is shown from where the buffer will end up beginning. `skipped` is told how much was passed over.
 */
export class WriteQueue {
  readonly #writer: Writer
  readonly #skipped: (characters: number) => void
  readonly #isTyping: () => boolean
  #items: Item[] = []
  #waiting = 0
  #busy = false
  /** When this stretch of writing began, on the page's clock. */
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

  /** Characters that wait to be parsed. */
  get waiting(): number {
    return this.#waiting
  }

  write(text: string): void {
    if (text === '') return
    if (this.isIdle) this.#began = performance.now()
    const last = this.#items.at(-1)
    // Joined only up to a bound: appending to one endless string copies it again and again.
    if (last && 'text' in last && last.text.length + text.length < SLICE) last.text += text
    else this.#items.push({ text })
    this.#waiting += text.length
    if (this.#waiting > MAX_WAITING_CHARACTERS) this.#skip()
    this.#next()
  }

  /** Does something once everything before it has been parsed; a text it answers is written before what follows. */
  then(act: () => string | void): void {
    this.#items.push({ act })
    this.#next()
  }

  /** Forgets what waits. */
  clear(): void {
    this.#items = []
    this.#waiting = 0
  }

  dispose(): void {
    this.#disposed = true
    clearTimeout(this.#resting)
    this.clear()
  }

  /** Drops text from the front of the run of text at the end; acts stay where they are. */
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
    if (text.length > SLICE) {
      this.#items.unshift({ text: text.slice(SLICE) })
      text = text.slice(0, SLICE)
    }
    this.#busy = true
    this.#writer.write(text, () => {
      this.#busy = false
      this.#waiting = Math.max(0, this.#waiting - text.length)
      const worked = performance.now() - this.#began
      if (this.#items.length > 0 && worked > WORK && this.#isTyping()) this.#rest()
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
