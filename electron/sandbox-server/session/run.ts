import { OutputBuffer } from './output-buffer.ts'
import { decodeBytes } from '../../node/terminal-text.ts'
import { stripEscapes } from './output-text.ts'
import type { EndReport, LeftBehind, RunOutcome } from './report-channel.ts'

/** How much of the newest output the `expect` patterns are tried on. */
const EXPECT_WINDOW = 64 * 1024

/** One command on its way: its output, its end, and who waits for either. */
export class Run {
  readonly number: number
  readonly nonce: string
  readonly command: string
  readonly output = new OutputBuffer()
  /** Resolves when the shell is back: its report came, and the end mark in the stream. */
  readonly finished: Promise<void>
  outcome: RunOutcome | undefined
  cwd = ''
  begun = false
  /** Bytes of the output that its follower has: it asked for those behind them. */
  acknowledged = 0
  /** The one of the session's outputs to which the command prints: that which has its first mark, which may come after the report. */
  source = 0
  /** What the shell said of its outputs at the end, where it looked. */
  left: LeftBehind | undefined
  /** Whether everything that is printed meanwhile belongs to it. */
  readonly takesAll: boolean
  /** The line that asked the shell for the end mark once more, as the terminal echoes it. */
  askedAgain: string | undefined
  #resolveFinished = () => {}
  #ended = false
  #segmentStart = 0
  #waiting: { patterns: RegExp[]; matched: (found: ExpectMatch) => void } | undefined
  #listeners = new Set<() => void>()

  constructor(number: number, nonce: string, command: string, takesAll = true) {
    this.number = number
    this.takesAll = takesAll
    this.nonce = nonce
    this.command = command
    this.finished = new Promise((resolve) => (this.#resolveFinished = resolve))
  }

  get isFinished(): boolean {
    return this.#ended && this.outcome !== undefined
  }

  /** Takes what is its own; answers a copy of it, which nobody changes. */
  push(bytes: Buffer, source: number): Buffer | undefined {
    if (!this.begun || this.#ended || (source !== this.source && !this.takesAll)) return undefined
    const copy = Buffer.from(bytes)
    this.output.push(copy)
    this.#look()
    for (const listener of this.#listeners) listener()
    return copy
  }

  markEnd(): void {
    this.#ended = true
    this.#settle()
  }

  report({ outcome, cwd, left }: EndReport): void {
    this.outcome = outcome
    this.cwd = cwd
    this.left = left
    this.#settle()
  }

  /** The shell is gone or will not report: what there is must do. */
  abandon(): void {
    this.#ended = true
    this.outcome ??= { exitCode: -1 }
    this.#settle()
  }

  /** Calls back on every new output and at the end. Returns how to stop that. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when the output since the last segment matches one of `patterns`. */
  expect(patterns: RegExp[]): Promise<ExpectMatch> {
    return new Promise((matched) => {
      this.#waiting = patterns.length > 0 ? { patterns, matched } : undefined
      this.#look()
    })
  }

  /** Everything since the last segment ended; `from` bytes of the first may be left out. */
  segment(from = 0): Buffer {
    return this.#segmentStart === 0 ? this.output.bytes(from) : this.output.from(this.#segmentStart)
  }

  /** The next answer begins with what is printed from here on. */
  endSegment(): void {
    this.#segmentStart = this.output.total
    this.#waiting = undefined
  }

  #look(): void {
    const waiting = this.#waiting
    if (!waiting) return
    const from = Math.max(this.#segmentStart, this.output.total - EXPECT_WINDOW)
    const text = stripEscapes(decodeBytes(this.output.from(from)))
    for (const pattern of waiting.patterns) {
      const match = pattern.exec(text)
      if (!match) continue
      this.#waiting = undefined
      waiting.matched({ text: match[0], after: text.slice(match.index + match[0].length) })
      return
    }
  }

  #settle(): void {
    if (!this.isFinished) return
    this.#resolveFinished()
    for (const listener of this.#listeners) listener()
  }
}

export interface ExpectMatch {
  readonly text: string
  readonly after: string
}
