import { statfs } from 'node:fs/promises'

/** Polling interval for free space in ms: one system call. */
const POLL_INTERVAL_MS = 500
/** Losing this many bytes since the last full check triggers another. */
const NOTABLE_BYTES = 32 * 1024 ** 2
/** Without such a loss, all sandboxes are measured once per this many polls. */
const POLLS_PER_FULL_CHECK = 40

/**
 * Calls `check` when free disk space drops quickly, and at long intervals otherwise: measuring all sandboxes continuously would
 * itself be a load. A fast writer is detected within about a second.
 */
export class DiskWatch {
  readonly #timer: NodeJS.Timeout
  #free = 0
  #looks = 0
  #checking = false

  constructor(folder: string, check: () => Promise<void>) {
    this.#timer = setInterval(() => void this.#poll(folder, check), POLL_INTERVAL_MS).unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #poll(folder: string, check: () => Promise<void>): Promise<void> {
    if (this.#checking) return
    this.#checking = true
    try {
      const stat = await statfs(folder)
      const free = stat.bavail * stat.bsize
      this.#looks += 1
      const notable = this.#free - free > NOTABLE_BYTES || this.#looks >= POLLS_PER_FULL_CHECK
      if (free > this.#free) this.#free = free
      if (!notable) return
      this.#free = free
      this.#looks = 0
      await check()
    } catch {
      // The folder may be gone during shutdown; otherwise the next poll shows the error.
    } finally {
      this.#checking = false
    }
  }
}
