import type { Terminal } from '../runtime/runtime.ts'
import type { Aim } from './output-scripts.ts'
import type { LeftBehind } from './report-channel.ts'

/** What a terminal's stream consists of: the programs' bytes, and our marks between them. */
interface StreamListener {
  data(bytes: Buffer): void
  /** The text of a mark; whether it is one of ours is for the listener to tell: if not, it says false and gets the bytes. */
  mark(text: string): boolean
}

const PREFIX = Buffer.from('\x1b]6973;')
const ESCAPE = 0x1b
const BELL = 0x07
/** A mark's text: 32 hexadecimal digits and a letter. */
const TEXT_LENGTH = 33
const MARK_LENGTH = PREFIX.length + TEXT_LENGTH + 1

/**
 * Takes our marks out of a terminal's stream, wherever the chunks are cut. Holds back at most one mark's length, and only
 * when the stream ends with what may become a mark.
 */
export class MarkScanner {
  readonly #listener: StreamListener
  #held: Buffer = Buffer.alloc(0)

  constructor(listener: StreamListener) {
    this.#listener = listener
  }

  push(chunk: Buffer): void {
    if (this.#held.length === 0 && !chunk.includes(ESCAPE)) {
      this.#listener.data(chunk)
      return
    }
    let bytes = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk
    this.#held = Buffer.alloc(0)
    while (bytes.length > 0) {
      const start = markStart(bytes)
      if (start > 0) this.#listener.data(bytes.subarray(0, start))
      bytes = bytes.subarray(start)
      if (bytes.length === 0) return
      if (bytes.length < MARK_LENGTH) {
        this.#held = Buffer.from(bytes)
        return
      }
      const text = bytes.toString('latin1', PREFIX.length, MARK_LENGTH - 1)
      const taken = bytes[MARK_LENGTH - 1] === BELL && this.#listener.mark(text)
      if (!taken) this.#listener.data(bytes.subarray(0, 1))
      bytes = bytes.subarray(taken ? MARK_LENGTH : 1)
    }
  }

  /** Hands out what was held back: nothing more will come. */
  flush(): void {
    if (this.#held.length > 0) this.#listener.data(this.#held)
    this.#held = Buffer.alloc(0)
  }
}

/** Where a mark begins or may begin (its first bytes are the chunk's last), else the length. */
function markStart(bytes: Buffer): number {
  let at = bytes.indexOf(ESCAPE)
  while (at >= 0) {
    const length = Math.min(PREFIX.length, bytes.length - at)
    if (bytes.compare(PREFIX, 0, length, at, at + length) === 0) return at
    at = bytes.indexOf(ESCAPE, at + 1)
  }
  return bytes.length
}

export interface OutputListener {
  output(bytes: Buffer, source: number): void
  /** What may be our mark in the stream of output `source`: that the output of a run begins or ends here. */
  mark(text: string, which: 'B' | 'E', source: number): boolean
}

/** Outputs of one session, the first included. With more jobs left behind, their output is mixed into that of later commands. */
const MAX_OUTPUTS = 8
/** How long a command waits for its output to be opened before it does with the old one. */
const OPENING_MS = 5_000

/** Tells its number inside the sandbox and holds the terminal open. No signal that is meant for others ends it. */
export const KEEPER = [
  '/bin/sh',
  '-c',
  'trap "" INT QUIT TERM TSTP; printf "%s\\n" "$$"; while read -r _; do :; done',
]

interface Output {
  readonly terminal: Terminal
  /** As the shell opens it; empty for its own terminal. */
  readonly path: string
  isGone: boolean
}

/**
 * Where a session's commands print. A shell has one terminal; but a background job goes on printing there while the next command runs, and
 * then it would be unknown whose output it is. So when a command leaves a process behind that holds its output, the commands after it print to
 * another pseudo-terminal of the same sandbox, kept open by a process that does nothing else. Input, job control and `/dev/tty` stay with
 * the first. The shell itself finds out who holds what and moves (output-scripts.ts).
 */
export class Outputs {
  readonly #listener: OutputListener
  readonly #open: () => Terminal
  readonly #outputs: Output[]
  readonly #scanners: MarkScanner[] = []
  #wanted = 0
  #reached = 0
  #isAstray = false
  #opening: Promise<void> | undefined
  #isClosed = false

  /** @param open starts {@link KEEPER} on a terminal of its own, as the shell's user */
  constructor(shell: Terminal, open: () => Terminal, listener: OutputListener) {
    this.#listener = listener
    this.#open = open
    this.#outputs = [{ terminal: shell, path: '', isGone: false }]
    shell.onData(this.#reader(0))
  }

  /** Where the shell prints, and all outputs but the first. */
  get aim(): Aim {
    return this.#aimAt(this.#reached)
  }

  /** Where the next command is to print, when that is not where the shell prints. */
  get nextAim(): Aim | undefined {
    return this.#wanted === this.#reached && !this.#isAstray ? undefined : this.#aimAt(this.#wanted)
  }

  /** A command ended that printed to `source`; undefined: to nowhere. */
  settle(source: number | undefined, { held, isAstray }: LeftBehind): void {
    this.#reached = source ?? this.#reached
    this.#wanted = this.#reached
    this.#isAstray = isAstray
    const now = this.#outputs[this.#reached]
    // Its keeper was killed.
    if (source === undefined && now && this.#reached > 0) now.isGone = true
    const busy = (index: number): boolean => held.includes(index) || this.#outputs[index]?.isGone !== false
    if (!busy(this.#reached) && (this.#reached === 0 || busy(0))) return
    const free = this.#outputs.findIndex((_, index) => !busy(index))
    if (free >= 0) this.#wanted = free
    else if (this.#outputs.length < MAX_OUTPUTS) this.#opening = this.#add()
  }

  /** Resolves when the next command may begin. */
  ready(): Promise<void> | undefined {
    return this.#opening
  }

  resize(cols: number, rows: number): void {
    for (const { terminal, isGone } of this.#outputs) if (!isGone) terminal.resize(cols, rows)
  }

  /** Ends all but the first, which is the shell's own. */
  close(): void {
    this.#isClosed = true
    for (const { terminal } of this.#outputs.slice(1)) terminal.close()
  }

  /** What was held back as a possible mark: nothing more will come. */
  flush(): void {
    this.#scanners[0]?.flush()
  }

  #aimAt(index: number): Aim {
    const paths = this.#outputs.map((output) => output.path)
    return { path: paths[index] ?? '', keepers: paths.slice(1) }
  }

  async #add(): Promise<void> {
    const index = this.#outputs.length
    try {
      const terminal = this.#open()
      const keeper = await numberOf(terminal, this.#reader(index))
      if (keeper === undefined || this.#isClosed) return terminal.close()
      const output: Output = { terminal, path: `/proc/${keeper}/fd/1`, isGone: false }
      this.#outputs.push(output)
      this.#wanted = index
      void terminal.exited.then(() => (output.isGone = true))
    } catch {
      // The sandbox is about to end, or may start nothing more: the commands print where they did.
    } finally {
      this.#opening = undefined
    }
  }

  #reader(source: number): (bytes: Buffer) => void {
    const scanner = new MarkScanner({
      data: (bytes) => this.#listener.output(bytes, source),
      mark: (text) => this.#listener.mark(text.slice(0, -1), text.endsWith('E') ? 'E' : 'B', source),
    })
    this.#scanners[source] = scanner
    return (bytes) => scanner.push(bytes)
  }
}

/** The process number that a keeper prints as its first line; undefined when it does not. What comes after it goes to `rest`. */
function numberOf(terminal: Terminal, rest: (bytes: Buffer) => void): Promise<number | undefined> {
  let line: string | undefined = ''
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(undefined), OPENING_MS).unref()
    void terminal.exited.then(() => resolve(undefined))
    terminal.onData((bytes) => {
      if (line === undefined) return rest(bytes)
      line += bytes.toString('latin1')
      const number = /^(\d+)\r?\n/.exec(line)?.[1]
      if (number === undefined) return
      line = undefined
      clearTimeout(late)
      resolve(Number(number))
    })
  })
}
