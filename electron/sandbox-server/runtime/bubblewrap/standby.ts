import type { StartedProcess } from '../local-process.ts'
import { messageOf } from './entry.ts'

/** Longer arguments, in characters, may be more than a process can get, which is told only where it is started with them. */
const MAX_WORDS_CHARS = 8192

/** A waiting process that nobody needs ends after this time; after such a pause none is started. */
const IDLE_MS = 10_000

/**
 * Keeps one process waiting while programs follow each other. It has joined the control groups, for which the kernel may take ten
 * milliseconds, and entered the namespaces if its way can wait there, and gets its arguments when a program is run.
 */
export class Standby {
  readonly #start: () => StartedProcess
  #waiting: StartedProcess | undefined
  #lastTaken = -Infinity
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(start: () => StartedProcess) {
    this.#start = start
  }

  /** Whether a process waits, which counts among those of the control groups. */
  get isWaiting(): boolean {
    return this.#waiting !== undefined
  }

  /**
   * Hands the arguments, and what the program is to read from descriptor 3, to the waiting process; undefined if none waits, or it does
   * not suit.
   */
  take(words: readonly string[], text: string): StartedProcess | undefined {
    const isFrequent = performance.now() - this.#lastTaken < IDLE_MS
    this.#lastTaken = performance.now()
    const waiting = this.#waiting
    const length = words.reduce((sum, word) => sum + word.length, 0)
    if (length > MAX_WORDS_CHARS || words.some((word) => word.includes('\0'))) return undefined
    this.#forget()
    if (isFrequent) setImmediate(() => this.#prepare())
    waiting?.descriptor3?.end(messageOf(words) + text)
    return waiting
  }

  /** Ends the waiting process; none is started any more. */
  close(): void {
    this.#isClosed = true
    this.#end()
  }

  #prepare(): void {
    if (this.#isClosed || this.#waiting) return
    const waiting = this.#start()
    this.#waiting = waiting
    const gone = (): void => void (this.#waiting === waiting && this.#end())
    waiting.exited.then(gone, gone)
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref()
  }

  #end(): void {
    const waiting = this.#waiting
    this.#forget()
    waiting?.kill()
    // Nobody reads them to their end.
    waiting?.stdout.destroy()
    waiting?.stderr.destroy()
  }

  #forget(): void {
    clearTimeout(this.#idle)
    this.#waiting = undefined
  }
}
