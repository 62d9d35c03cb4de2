import { statfs } from 'node:fs/promises'

/** How often free space is looked at, ms: one system call. */
const LOOK_MS = 500
/** A loss of this many bytes since the last full look is reason for another. */
const NOTABLE_BYTES = 32 * 1024 ** 2
/** Without such a loss the sandboxes are measured this often, in looks. */
const EVERY_LOOKS = 40

/**
 * Calls `check` when the disk loses space quickly, and now and then: measuring all sandboxes all the time would itself be a burden. A
 * fast writer is caught within about a second.
 */
export class DiskWatch {
  readonly #timer: NodeJS.Timeout
  #free = 0
  #looks = 0
  #checking = false

  constructor(folder: string, check: () => Promise<void>) {
    this.#timer = setInterval(() => void this.#look(folder, check), LOOK_MS).unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #look(folder: string, check: () => Promise<void>): Promise<void> {
    if (this.#checking) return
    this.#checking = true
    try {
      const stat = await statfs(folder)
      const free = stat.bavail * stat.bsize
      this.#looks += 1
      const notable = this.#free - free > NOTABLE_BYTES || this.#looks >= EVERY_LOOKS
      if (free > this.#free) this.#free = free
      if (!notable) return
      this.#free = free
      this.#looks = 0
      await check()
    } catch {
      // The folder may be gone while the server ends; the next look shows it.
    } finally {
      this.#checking = false
    }
  }
}
