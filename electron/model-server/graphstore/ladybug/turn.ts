import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work in the background before others get their turn. */
const TURN_MS = 4

/**
 * The turn of work in the background. It ends by time, not after a number of records: how long a record takes depends
 * on the record and on what else the machine does.
 */
export class Turn {
  readonly #now: () => number
  #end: number

  constructor(now = () => performance.now()) {
    this.#now = now
    this.#end = now() + TURN_MS
  }

  get isOver(): boolean {
    return this.#now() >= this.#end
  }

  /** Lets others have their turn; the next one begins afterwards. */
  async pass(): Promise<void> {
    await setImmediate()
    this.#end = this.#now() + TURN_MS
  }
}
