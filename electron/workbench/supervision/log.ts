import type { LogLine } from '#shared/workbench/areas/connections.ts'

const CAPACITY = 2000
/**
 * Lines are published in batches, so that a chatty server sends the page one event per interval. Milliseconds.
 */
const PUBLISH_INTERVAL_MS = 100

/** The last lines of one connection: its output, requests and state changes. */
export class ConnectionLog {
  #lines: LogLine[] = []
  #fresh: LogLine[] = []
  #timer: NodeJS.Timeout | undefined
  readonly #publish: (lines: LogLine[]) => void
  readonly #mask: (text: string) => string

  /** @param mask redacts secrets before a line is stored */
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
    }, PUBLISH_INTERVAL_MS)
  }

  all(): LogLine[] {
    return [...this.#lines]
  }

  dispose(): void {
    clearTimeout(this.#timer)
  }
}
