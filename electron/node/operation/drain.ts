import { setTimeout } from 'node:timers/promises'

/** The answer to anybody who wants something new from a server that is about to end. */
export const DRAINING =
  'The server is about to end and begins nothing new; ask again in a moment, or ask another one'
/** Seconds after which that is worth it. */
export const DRAIN_RETRY_SECONDS = 5

/** How often an end that is awaited looks whether something else still runs. */
const LOOK_MS = 50

/** The way to the end: what runs may go on for a while, and nothing new begins. */
export class Drain {
  readonly #running = new Set<symbol>()
  #isDraining = false
  readonly #hurry = new AbortController()

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** How much runs now that an end waits for. */
  get running(): number {
    return this.#running.size
  }

  /** Something begins that an end waits for. @returns what says that it is over */
  hold(): () => void {
    const one = Symbol('work')
    this.#running.add(one)
    return () => void this.#running.delete(one)
  }

  /** Ends the wait at once. */
  hurry(): void {
    this.#hurry.abort()
  }

  /**
   * Lets what runs come to its end.
   *
   * @param isBusy whether something else runs that is waited for
   * @returns how much was still running when time was over
   */
  async drained(limitMs: number, isBusy: () => boolean = () => false): Promise<number> {
    this.#isDraining = true
    const end = performance.now() + limitMs
    while ((this.running > 0 || isBusy()) && performance.now() < end && !this.#hurry.signal.aborted) {
      await setTimeout(LOOK_MS)
    }
    return this.running
  }
}
