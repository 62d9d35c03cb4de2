import type { Terminal } from '../runtime/runtime.ts'
import type { Aim } from './output-scripts.ts'
import type { LeftBehind } from './report-channel.ts'

/** Receives a terminal's stream: the programs' bytes, and the driver's marks between them. */
interface StreamListener {
  data(bytes: Buffer): void
  /** The text of a possible mark; returns false if it is not the driver's, and then receives its bytes. */
  mark(text: string): boolean
}

const PREFIX = Buffer.from('\x1b]6973;')
const ESCAPE = 0x1b
const BELL = 0x07
/** Length of a mark's text: 32 hexadecimal digits and a letter. */
const TEXT_LENGTH = 33
const MARK_LENGTH = PREFIX.length + TEXT_LENGTH + 1

/**
 * Extracts marks from a terminal's stream across chunk boundaries. Buffers at most the length of one mark, and only if
 * the chunk ends with what could be the beginning of one.
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

  /** Emits what was buffered, at the end of the stream. */
  flush(): void {
    if (this.#held.length > 0) this.#listener.data(this.#held)
    this.#held = Buffer.alloc(0)
  }
}

/** Index of a mark, or of the beginning of one at the end of the chunk; else the length. */
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
  /** A possible mark in the stream of output `source`: the beginning or end of a run's output. */
  mark(text: string, which: 'B' | 'E', source: number): boolean
}

/**
 * Maximum outputs per session, including the first. With more background jobs, their output is mixed into that of later
 * commands.
 */
const MAX_OUTPUTS = 8
/** Milliseconds that a command waits for a new output before it uses the old one. */
const OPENING_MS = 5_000

/** Prints its pid inside the sandbox and keeps the terminal open. Ignores signals meant for others. */
export const KEEPER = [
  '/bin/sh',
  '-c',
  'trap "" INT QUIT TERM TSTP; printf "%s\\n" "$$"; while read -r _; do :; done',
]

interface Output {
  readonly terminal: Terminal
  /** The path that the shell opens; empty for its own terminal. */
  readonly path: string
  isGone: boolean
}

/**
 * Where a session's commands print. A shell has one terminal, and a background job would print there while the next command runs, so the
 * output could not be attributed. When a command leaves a process behind that holds its output, later commands therefore print to another
 * pseudo-terminal of the same sandbox, kept open by a keeper process. Input, job control and `/dev/tty` stay with the first one. The shell
 * itself detects which processes hold what, and redirects (output-scripts.ts).
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

  /**
   * @param open starts {@link KEEPER} on a new terminal as the shell's user
   * @param isJoined the shell may print to an output that an earlier server opened, so it is brought back
   */
  constructor(shell: Terminal, open: () => Terminal, listener: OutputListener, isJoined = false) {
    this.#isAstray = isJoined
    this.#listener = listener
    this.#open = open
    this.#outputs = [{ terminal: shell, path: '', isGone: false }]
    shell.onData(this.#reader(0))
  }

  /** Where the shell prints, and all outputs except the first. */
  get aim(): Aim {
    return this.#aimAt(this.#reached)
  }

  /** Where the next command should print; undefined if the shell already prints there. */
  get nextAim(): Aim | undefined {
    return this.#wanted === this.#reached && !this.#isAstray ? undefined : this.#aimAt(this.#wanted)
  }

  /** A command that printed to `source` has ended; undefined if it printed nowhere. */
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

  /** Resolves when the next command may begin; undefined if it may begin now. */
  ready(): Promise<void> | undefined {
    return this.#opening
  }

  resize(cols: number, rows: number): void {
    for (const { terminal, isGone } of this.#outputs) if (!isGone) terminal.resize(cols, rows)
  }

  /** Closes all outputs except the shell's own. */
  close(): void {
    this.#isClosed = true
    for (const { terminal } of this.#outputs.slice(1)) terminal.close()
  }

  /** Emits bytes that were buffered as a possible mark, at the end of the stream. */
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
      // The sandbox is about to end, or cannot start processes: commands continue to print to the old output.
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

/** The pid that a keeper prints as its first line; undefined if it prints none. Later output goes to `rest`. */
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
