import type { LogLine } from '#shared/workbench/areas/connections.ts'

const CAPACITY = 2000
/** Lines are handed on in bundles, so that a chatty server costs the page one event per beat. Milliseconds. */
const BEAT = 100

/** The last lines of one connection: what it wrote, what it was told, what became of it. */
export class ConnectionLog {
  #lines: LogLine[] = []
  #fresh: LogLine[] = []
  #timer: NodeJS.Timeout | undefined
  readonly #publish: (lines: LogLine[]) => void
  readonly #mask: (text: string) => string

  /** @param mask hides what must not be kept */
  constructor(publish: (lines: LogLine[]) => void, mask: (text: string) => string = (text) => text) {
    this.#publish = publish
    this.#mask = mask
  }

  add(source: LogLine['source'], text: string, level?: string): void {
    const line: LogLine = {
      at: Date.now(),
      source,
      text: this.#mask(text),
      level,
    }
    this.#lines.push(line)
    if (this.#lines.length > CAPACITY) this.#lines = this.#lines.slice(-CAPACITY)
    this.#fresh.push(line)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#publish(this.#fresh.splice(0))
    }, BEAT)
  }

  all(): LogLine[] {
    return [...this.#lines]
  }

  dispose(): void {
    clearTimeout(this.#timer)
  }
}
