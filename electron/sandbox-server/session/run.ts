import { allocateBytes } from '../../node/pages.ts'
import { decodeBytes, textLength } from '../../node/terminal-text.ts'
import { stripEscapes } from './output-text.ts'
import type { EndReport, LeftBehind, RunOutcome } from './report-channel.ts'

/** Maximum output of one command as text, in bytes, beyond which the middle is dropped: the answer is one JSON text. */
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2

/** Bytes allocated at once: first little for a small answer, then as much as used so far, up to a maximum. */
const FIRST_SLAB_BYTES = 4 * 1024
const MAX_SLAB_BYTES = 256 * 1024

/**
 * Copies small chunks into large buffers: output arrives in reads of 4 KB, and one buffer for each would burden the garbage
 * collector.
 */
class Slabs {
  #slab = Buffer.alloc(0)
  #used = 0
  #total = 0

  copy(bytes: Buffer): Buffer {
    if (bytes.length > this.#slab.length - this.#used) {
      const size = Math.max(bytes.length, Math.min(MAX_SLAB_BYTES, Math.max(FIRST_SLAB_BYTES, this.#total)))
      this.#slab = allocateBytes(size)
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
 * The output of one command in bounded memory: everything up to the limit, beyond that the first and the last half. Its
 * length as text counts, since a byte that is not UTF-8 is answered as four characters.
 */
export class OutputBuffer {
  readonly #limit: number
  #head: Buffer[] = []
  #headSize = 0
  #headText = 0
  #tail: Buffer[] = []
  #tailSize = 0
  /** Of each part of the tail, and of all of them. */
  #tailTexts: number[] = []
  #tailText = 0
  #total = 0

  constructor(limit = MAX_OUTPUT_BYTES) {
    this.#limit = limit
  }

  /** Bytes printed in total. */
  get total(): number {
    return this.#total
  }

  push(chunk: Buffer): void {
    this.#total += chunk.length
    const half = this.#limit / 2
    const text = textLength(chunk)
    // Once a chunk went to the tail, all later ones must, even one that would still fit into the head.
    if (this.#tailSize === 0 && this.#headText + text <= half) {
      this.#head.push(chunk)
      this.#headSize += chunk.length
      this.#headText += text
      return
    }
    this.#tail.push(chunk)
    this.#tailSize += chunk.length
    this.#tailTexts.push(text)
    this.#tailText += text
    while (this.#tailText - (this.#tailTexts[0] ?? 0) >= half) {
      this.#tailSize -= this.#tail.shift()?.length ?? 0
      this.#tailText -= this.#tailTexts.shift() ?? 0
    }
  }

  /** The retained output from `offset` on; a line states how much was dropped. */
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

  /** Up to `length` bytes from `offset` on; if those were dropped, from the oldest retained byte, hence `start`. */
  slice(offset: number, length: number): { start: number; bytes: Buffer } {
    const tailStart = this.#total - this.#tailSize
    const dropped = offset >= this.#headSize && offset < tailStart
    const start = Math.min(dropped ? tailStart : offset, this.#total)
    const pieces: Buffer[] = []
    let wanted = length
    let at = start >= tailStart ? tailStart : 0
    for (const part of start >= tailStart ? this.#tail : this.#head) {
      if (wanted <= 0) break
      if (at + part.length > start) {
        const from = Math.max(0, start - at)
        const piece = part.subarray(from, Math.min(part.length, from + wanted))
        pieces.push(piece)
        wanted -= piece.length
      }
      at += part.length
    }
    // Head and tail are contiguous unless something was dropped between them.
    if (wanted > 0 && start < tailStart && tailStart === this.#headSize)
      pieces.push(this.slice(tailStart, wanted).bytes)
    return { start, bytes: Buffer.concat(pieces) }
  }
}

/** Bytes of the latest output that `expect` patterns are matched against. */
const EXPECT_WINDOW_BYTES = 64 * 1024

/** One command: its output, its end, and the waiters for either. */
export class Run {
  readonly number: number
  readonly nonce: string
  readonly command: string
  readonly output = new OutputBuffer()
  /** Resolves when the report and the end mark in the stream have both arrived. */
  readonly finished: Promise<void>
  outcome: RunOutcome | undefined
  cwd = ''
  begun = false
  /** Bytes of output that the follower has acknowledged. */
  acknowledged = 0
  /** The output that the command prints to: the one with its begin mark, which may arrive after the report. */
  source = 0
  /** The shell's report on its outputs at the end, if it checked. */
  left: LeftBehind | undefined
  /** Whether all output meanwhile belongs to this command. */
  readonly takesAll: boolean
  /** The echo of the line that requested the end mark again. */
  markRequest: string | undefined
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

  /** Takes bytes of this run; returns an immutable copy. */
  push(bytes: Buffer, source: number): Buffer | undefined {
    if (!this.begun || this.#ended || (source !== this.source && !this.takesAll)) return undefined
    const copy = this.#slabs.copy(bytes)
    this.output.push(copy)
    this.#match()
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

  /** Ends the run with what is there, because the shell has exited or will not report. */
  abandon(): void {
    this.#ended = true
    this.outcome ??= { exitCode: -1 }
    this.#settle()
  }

  /** Calls the listener on new output and at the end. Returns a function to unsubscribe. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when the output since the last segment matches one of `patterns`. */
  expect(patterns: RegExp[]): Promise<ExpectMatch> {
    return new Promise((matched) => {
      this.#waiting = patterns.length > 0 ? { patterns, matched } : undefined
      this.#match()
    })
  }

  /** The output since the end of the last segment, optionally without its first `from` bytes. */
  segment(from = 0): Buffer {
    return this.#segmentStart === 0 ? this.output.bytes(from) : this.output.from(this.#segmentStart)
  }

  /** Starts a new segment, which the next answer begins with. */
  endSegment(): void {
    this.#segmentStart = this.output.total
    this.#waiting = undefined
  }

  #match(): void {
    const waiting = this.#waiting
    if (!waiting) return
    const from = Math.max(this.#segmentStart, this.output.total - EXPECT_WINDOW_BYTES)
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
