import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Moment, Output } from '#shared/terminals/block.ts'
import { writeAtomically } from '../../../node/atomic-file.ts'

/** Maximum characters stored of a command's output: its beginning, and as much of its end as fits. */
const HEAD = 256 * 1024
const TAIL = 768 * 1024
/** Timestamps stored for a replay: one per chunk, thinned out beyond this. */
const MAX_MOMENTS = 2000

/** The output of one command in bounded memory. */
export class OutputStore {
  #head = ''
  #tail: string[] = []
  #tailSize = 0
  #dropped = 0
  #total = 0
  #lines = 0
  #moments: Moment[] = []

  /** `at` is milliseconds since the command began. */
  push(chunk: string, at: number): void {
    this.#total += chunk.length
    for (let line = chunk.indexOf('\n'); line >= 0; line = chunk.indexOf('\n', line + 1)) this.#lines++
    this.#note([Math.round(at), this.#total])
    const room = Math.max(0, HEAD - this.#head.length)
    this.#head += chunk.slice(0, room)
    const rest = chunk.slice(room)
    if (rest === '') return
    this.#tail.push(rest)
    this.#tailSize += rest.length
    while (this.#tailSize - (this.#tail[0]?.length ?? 0) >= TAIL) {
      const gone = this.#tail.shift()?.length ?? 0
      this.#tailSize -= gone
      this.#dropped += gone
    }
  }

  /** Characters and lines printed in total. */
  get size(): { readonly characters: number; readonly lines: number } {
    return { characters: this.#total, lines: this.#lines }
  }

  get retained(): Output {
    return { head: this.#head, tail: this.#tail.join(''), dropped: this.#dropped, moments: this.#moments }
  }

  #note(moment: Moment): void {
    this.#moments.push(moment)
    if (this.#moments.length > MAX_MOMENTS)
      this.#moments = this.#moments.filter((_, index) => index % 2 === 1)
  }
}

/** Characters of a running command written to disk as they arrive; the rest is written at its end. */
const SPILL_CHARACTERS = 1024 * 1024
/** Minimum milliseconds between two writes of a running command's output. */
const SPILL_INTERVAL_MS = 500

/** What a block stores about its output besides the text. */
export type OutputNote = Pick<Output, 'dropped' | 'moments'>

/** The output of a running command: collected in memory, and written to disk so that it survives the process. */
export class RunningOutput {
  readonly #path: string
  readonly #keeper = new OutputStore()
  #spilled = 0
  #waiting = ''
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(path: string) {
    this.#path = path
  }

  /** `at` is milliseconds since the command began. */
  push(chunk: string, at: number): void {
    this.#keeper.push(chunk, at)
    const room = SPILL_CHARACTERS - this.#spilled - this.#waiting.length
    if (room <= 0) return
    this.#waiting += chunk.slice(0, room)
    this.#timer ??= setTimeout(() => this.#spill(), SPILL_INTERVAL_MS)
  }

  get retained(): Output {
    return this.#keeper.retained
  }

  get size() {
    return this.#keeper.size
  }

  /** Resolves when the output so far is on disk. */
  async settle(): Promise<void> {
    this.#spill()
    await this.#writing
  }

  /** Writes all of the retained output. */
  async finish(): Promise<void> {
    const { head, tail, dropped } = this.retained
    await this.settle()
    if (dropped > 0) await writeAtomically(this.#path, head + tail).catch(() => undefined)
  }

  #spill(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const text = this.#waiting
    if (text === '') return
    this.#waiting = ''
    this.#spilled += text.length
    // Output that cannot be written is still shown; a disk error is reported by writes that are acknowledged.
    this.#writing = this.#writing.then(() => append(this.#path, text)).catch(() => undefined)
  }
}

async function append(path: string, text: string): Promise<void> {
  try {
    await appendFile(path, text, { mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
    await appendFile(path, text, { mode: 0o600 })
  }
}

/** Outputs of finished commands, one text file of bounded size each: `<root>/<terminal>/<number>.txt`. */
export class OutputFiles {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  begin(terminal: string, number: number): RunningOutput {
    return new RunningOutput(this.#path(terminal, number))
  }

  async read(terminal: string, number: number, { dropped, moments }: OutputNote): Promise<Output> {
    const text = await readFile(this.#path(terminal, number), 'utf8').catch(() => '')
    return dropped > 0
      ? { head: text.slice(0, HEAD), tail: text.slice(HEAD), dropped, moments }
      : { head: text, tail: '', dropped, moments }
  }

  async write(terminal: string, number: number, { head, tail }: Output): Promise<void> {
    if (head + tail !== '') await writeAtomically(this.#path(terminal, number), head + tail)
  }

  async remove(terminal: string, numbers: readonly number[]): Promise<void> {
    await Promise.all(numbers.map((number) => rm(this.#path(terminal, number), { force: true })))
  }

  async removeAll(terminal: string): Promise<void> {
    await rm(join(this.#root, terminal), { recursive: true, force: true })
  }

  #path(terminal: string, number: number): string {
    return join(this.#root, terminal, `${number}.txt`)
  }
}
