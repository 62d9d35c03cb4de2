import { writeKept } from '../../app/own-writes.ts'
import { workbench } from '../../app/workbench.ts'

/** Milliseconds between the last change and its write; a change is never older than {@link AT_LATEST} on its way to the disk. */
const WRITE_AFTER = 300
const AT_LATEST = 1500

interface Waiting {
  timer: ReturnType<typeof setTimeout>
  readonly since: number
}

/** Writes documents of one collection a little after they change; only the newest value of each is written. */
export class Keeper {
  readonly #collection: string
  readonly #waiting = new Map<string, Waiting>()
  readonly #values = new Map<string, unknown>()

  constructor(collection: string) {
    this.#collection = collection
    window.addEventListener('pagehide', () => this.flush())
  }

  write(id: string, value: unknown): void {
    this.#values.set(id, value)
    const before = this.#waiting.get(id)
    clearTimeout(before?.timer)
    const since = before?.since ?? Date.now()
    const wait = Math.min(WRITE_AFTER, Math.max(0, since + AT_LATEST - Date.now()))
    this.#waiting.set(id, { since, timer: setTimeout(() => void this.#send(id), wait) })
  }

  async remove(id: string): Promise<void> {
    clearTimeout(this.#waiting.get(id)?.timer)
    this.#waiting.delete(id)
    this.#values.delete(id)
    await workbench.call('store.remove', { collection: this.#collection, id })
  }

  flush(): void {
    for (const id of this.#waiting.keys()) void this.#send(id)
  }

  async #send(id: string): Promise<void> {
    clearTimeout(this.#waiting.get(id)?.timer)
    this.#waiting.delete(id)
    const value = this.#values.get(id)
    this.#values.delete(id)
    if (value === undefined) return
    try {
      await writeKept({ collection: this.#collection, id }, value)
    } catch {
      // The link broke while it was written; what is newest is written again when it is back.
      if (!this.#values.has(id)) this.write(id, value)
    }
  }
}
