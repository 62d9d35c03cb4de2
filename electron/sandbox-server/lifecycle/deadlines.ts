import type { SandboxRecord } from './record.ts'

/**
 * Milliseconds after the server's start within which a wrong system clock is corrected; until then no deadline deletes
 * anything.
 */
export const CLOCK_IS_SET_MS = 10 * 60_000

/**
 * One timer per sandbox for its next deadline. Extending a deadline is cheap, because a timer that fires early only
 * checks again.
 */
export class Deadlines {
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #due: (id: string) => number | undefined
  readonly #expired: (id: string) => Promise<void>

  /** `due` returns a sandbox's next deadline (ms since 1970); `expired` is called when it has passed. */
  constructor(due: (id: string) => number | undefined, expired: (id: string) => Promise<void>) {
    this.#due = due
    this.#expired = expired
  }

  /**
   * Checks a sandbox's deadline again; call it after every change of state.
   * @param leastMs delay before which nothing expires
   */
  watch(id: string, leastMs = 0): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
    const due = this.#due(id)
    if (due === undefined) return
    const wait = Math.min(Math.max(leastMs, due - Date.now()), MAX_TIMER_MS)
    this.#timers.set(id, setTimeout(() => this.#ring(id), wait).unref())
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  #ring(id: string): void {
    this.#timers.delete(id)
    const due = this.#due(id)
    if (due === undefined) return
    // Retries if the sandbox could not be ended.
    if (due <= Date.now()) void this.#expired(id).catch(() => this.watch(id, TRY_AGAIN_MS))
    else this.watch(id)
  }
}

const TRY_AGAIN_MS = 60_000

/** Timers longer than 2^31 ms fire immediately, so check again after a day. */
const MAX_TIMER_MS = 24 * 3_600_000

interface Life {
  stop(id: string, notice?: string): Promise<void>
  delete(id: string): Promise<void>
  setPaused(id: string, isPaused: boolean): Promise<void>
}

/** Handles the end of a live sandbox's time. */
export async function timeOver({ id, deadline, idleMinutes }: SandboxRecord, life: Life): Promise<void> {
  if (!deadline) return life.stop(id, `Stopped after ${idleMinutes} minutes without use.`)
  const stop = () => life.stop(id, 'Stopped: its time was over.')
  if (deadline.action === 'pause') return life.setPaused(id, true).catch(stop)
  await stop()
  if (deadline.action === 'delete') await life.delete(id)
}
