import { setTimeout } from 'node:timers/promises'

/** The answer to new work on a server that is shutting down. */
export const DRAINING =
  'The server is shutting down and accepts no new work; try again in a moment, or use another server'
/** Value of Retry-After, seconds. */
export const DRAIN_RETRY_SECONDS = 5

/** Poll interval while waiting for other work to finish. */
const POLL_INTERVAL_MS = 50

/** Graceful shutdown: running work may finish within a limit, new work is refused. */
export class Drain {
  readonly #running = new Set<symbol>()
  #isDraining = false
  readonly #hurry = new AbortController()

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** How many operations the shutdown waits for. */
  get running(): number {
    return this.#running.size
  }

  /** Registers an operation that a shutdown waits for. @returns a function that marks it as done */
  hold(): () => void {
    const one = Symbol('work')
    this.#running.add(one)
    return () => void this.#running.delete(one)
  }

  /** Stops waiting immediately. */
  hurry(): void {
    this.#hurry.abort()
  }

  /**
   * Waits for running work to finish.
   *
   * @param isBusy whether other work is running that should be waited for
   * @returns how many operations were still running at the time limit
   */
  async drained(limitMs: number, isBusy: () => boolean = () => false): Promise<number> {
    this.#isDraining = true
    const end = performance.now() + limitMs
    while ((this.running > 0 || isBusy()) && performance.now() < end && !this.#hurry.signal.aborted) {
      await setTimeout(POLL_INTERVAL_MS)
    }
    return this.running
  }
}
