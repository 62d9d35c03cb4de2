import { decodeBytes } from '../../node/terminal-text.ts'
import { stripEscapes } from './output-text.ts'
import type { EndReport, LeftBehind, RunOutcome } from './report-channel.ts'

/** Bytes one command may print before the middle of its output is dropped: the answer travels as one JSON text. */
const OUTPUT_LIMIT = 64 * 1024 ** 2

/** Bytes that are taken from the system at once: the first for a small answer, then as many as were needed until then, at most. */
const FIRST_SLAB = 4 * 1024
const LARGEST_SLAB = 256 * 1024

/** Copies small pieces into large ones: a flood comes in reads of 4 KB, and a buffer for each would keep the collector busy. */
class Slabs {
  #slab = Buffer.alloc(0)
  #used = 0
  #total = 0

  copy(bytes: Buffer): Buffer {
    if (bytes.length > this.#slab.length - this.#used) {
      const size = Math.min(LARGEST_SLAB, Math.max(FIRST_SLAB, this.#total))
      this.#slab = Buffer.allocUnsafeSlow(Math.max(size, bytes.length))
      this.#used = 0
    }
    const copy = this.#slab.subarray(this.#used, this.#used + bytes.length)
    bytes.copy(copy)
    this.#used += bytes.length
    this.#total += bytes.length
    return copy
  }
}

/**
 * The output of one command with bounded memory: everything up to the limit, beyond it the first and the last half.
 */
export class OutputBuffer {
  readonly #limit: number
  #head: Buffer[] = []
  #headSize = 0
  #tail: Buffer[] = []
  #tailSize = 0
  #total = 0

  constructor(limit = OUTPUT_LIMIT) {
    this.#limit = limit
  }

  /** All bytes that were printed, kept or not. */
  get total(): number {
    return this.#total
  }

  push(chunk: Buffer): void {
    this.#total += chunk.length
    const half = this.#limit / 2
    // Once a chunk went to the end, so must all others: a small one might still fit into the beginning.
    if (this.#tailSize === 0 && this.#headSize + chunk.length <= half) {
      this.#head.push(chunk)
      this.#headSize += chunk.length
      return
    }
    this.#tail.push(chunk)
    this.#tailSize += chunk.length
    while (this.#tailSize - (this.#tail[0]?.length ?? 0) >= half) {
      this.#tailSize -= this.#tail.shift()?.length ?? 0
    }
  }

  /** What was kept from `offset` on; where something was dropped, a line in its place says how much. */
  bytes(offset = 0): Buffer {
    const tailStart = this.#total - this.#tailSize
    const dropped = tailStart - Math.max(this.#headSize, offset)
    if (dropped <= 0) return this.from(offset)
    const note = Buffer.from(`\r\n[${dropped} bytes of output left out]\r\n`)
    const head = offset < this.#headSize ? Buffer.concat(this.#head).subarray(offset) : Buffer.alloc(0)
    return Buffer.concat([head, note, ...this.#tail])
  }

  /** Bytes from `offset` on, counted over everything printed. */
  from(offset: number): Buffer {
    return this.slice(offset, Infinity).bytes
  }

  /** At most `length` bytes from `offset` on; where those were dropped, from the oldest that are left: hence `start`. */
  slice(offset: number, length: number): { start: number; bytes: Buffer } {
    const tailStart = this.#total - this.#tailSize
    const dropped = offset >= this.#headSize && offset < tailStart
    const start = Math.min(dropped ? tailStart : offset, this.#total)
    const kept: Buffer[] = []
    let wanted = length
    let at = start >= tailStart ? tailStart : 0
    for (const part of start >= tailStart ? this.#tail : this.#head) {
      if (wanted <= 0) break
      if (at + part.length > start) {
        const from = Math.max(0, start - at)
        const piece = part.subarray(from, Math.min(part.length, from + wanted))
        kept.push(piece)
        wanted -= piece.length
      }
      at += part.length
    }
    // Head and tail join without a gap unless something was dropped between them.
    if (wanted > 0 && start < tailStart && tailStart === this.#headSize)
      kept.push(this.slice(tailStart, wanted).bytes)
    return { start, bytes: Buffer.concat(kept) }
  }
}

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
  /** The one of the session's outputs to which the command prints: the one that has its first mark, which may come after the report. */
  source = 0
  /** What the shell said of its outputs at the end, where it looked. */
  left: LeftBehind | undefined
  /** Whether everything that is printed meanwhile belongs to it. */
  readonly takesAll: boolean
  /** The line that asked the shell for the end mark once more, as the terminal echoes it. */
  askedAgain: string | undefined
  #resolveFinished = () => {}
  #ended = false
  readonly #slabs = new Slabs()
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

  /** Takes what is its own; answers a copy of it, which never changes. */
  push(bytes: Buffer, source: number): Buffer | undefined {
    if (!this.begun || this.#ended || (source !== this.source && !this.takesAll)) return undefined
    const copy = this.#slabs.copy(bytes)
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
