import type { Block } from '#shared/terminals/block.ts'
import type { RunningOutput } from './output-files.ts'
import type { TerminalRecord } from './terminal-record.ts'

/** A block is closed after this many milliseconds without output; later output starts a new one. */
const QUIET_MS = 3_000
/** Maximum characters buffered while a command runs; beyond that only the end is retained. */
const MAX_BUFFERED_CHARACTERS = 256 * 1024

interface Open {
  readonly block: Block
  /** On the monotonic clock. */
  readonly begun: number
  readonly output: RunningOutput
}

/**
 * Collects what background jobs print into blocks between those of commands. While a command runs, the output is buffered, so that the
 * command's block holds only its own.
 */
export class BackgroundBlock {
  readonly #record: TerminalRecord
  readonly #onAnnounced: (number: number) => void
  #open: Open | undefined
  #held = ''
  #isPaused = false
  /** Whether a block is open or being opened. */
  #isBusy = false
  #isDisposed = false
  #work: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(record: TerminalRecord, onAnnounced: (number: number) => void) {
    this.#record = record
    this.#onAnnounced = onAnnounced
  }

  /** @param cwd the shell's working directory */
  hear(text: string, cwd: string | undefined): void {
    if (this.#isDisposed) return
    this.#held = (this.#held + text).slice(-MAX_BUFFERED_CHARACTERS)
    if (this.#isPaused) return
    this.#isBusy = true
    this.#work = this.#work.then(() => this.#show(cwd))
  }

  /** Closes an open block because a command is about to start; returns undefined if none is open. */
  pause(): Promise<void> | undefined {
    this.#isPaused = true
    return this.#isBusy ? this.#work.then(() => this.#close()) : undefined
  }

  /** The command has ended. */
  resume(): void {
    this.#isPaused = false
    if (this.#held !== '') this.hear('', undefined)
  }

  dispose(): void {
    this.#isDisposed = true
    clearTimeout(this.#timer)
  }

  async #show(cwd: string | undefined): Promise<void> {
    if (this.#isPaused || this.#isDisposed || this.#held === '') return
    this.#open ??= await this.#begin(cwd)
    const { begun, output } = this.#open
    const text = this.#held
    this.#held = ''
    output.push(text, performance.now() - begun)
    this.#record.feed({ kind: 'output', text })
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#close(), QUIET_MS)
  }

  async #begin(cwd: string | undefined): Promise<Open> {
    const block: Block = {
      number: (this.#record.blocks.at(-1)?.number ?? 0) + 1,
      command: '',
      background: true,
      cwd,
      startedAt: Date.now(),
      state: 'running',
      exitCode: null,
      bookmarked: false,
      collapsed: false,
      characters: 0,
      lines: 0,
    }
    await this.#record.add({ kind: 'begun', block })
    this.#onAnnounced(block.number)
    return { block, begun: performance.now(), output: this.#record.begin(block) }
  }

  #close(): void {
    clearTimeout(this.#timer)
    this.#isBusy = false
    if (!this.#open) return
    const { block, begun } = this.#open
    this.#open = undefined
    this.#record.end({ state: 'done', exitCode: null, milliseconds: Math.round(performance.now() - begun) })
    this.#onAnnounced(block.number)
  }
}
