import type { ForegroundState } from '#shared/sandbox/terminal-frames.ts'

export interface SessionOptions {
  readonly signal?: AbortSignal
  readonly env?: Readonly<Record<string, string>>
  /** Size of the terminal, where the platform has one that can be sized. */
  readonly rows?: number
  readonly cols?: number
  /** Takes over a session of that name that already exists, instead of failing. */
  readonly attach?: boolean
}

export interface RunOptions {
  /** Gets the output while it comes: text as a terminal wants it, escape sequences included, lines ended by CR LF. */
  readonly onOutput?: (chunk: string) => void
  /** Seconds after which the platform interrupts the command; undefined: never. */
  readonly seconds?: number
  /** Aborting interrupts the command and rejects with ABORTED. */
  readonly signal?: AbortSignal
}

/** How a command ended; its output went to {@link RunOptions.onOutput}. */
export interface RunResult {
  /** Undefined: the platform does not know. */
  readonly exitCode: number | undefined
  /** The working directory afterwards, where it is known. */
  readonly cwd: string | undefined
  readonly milliseconds: number
}

export interface ExpectOptions {
  /** Regular expressions; the answer comes when one matches, or when the program ends. */
  readonly expect: readonly string[]
  readonly seconds?: number
  readonly signal?: AbortSignal
  /** The line that leaves the program. */
  readonly quit?: boolean
}

export interface ExpectResult {
  readonly output: string
  /** What ended the wait: the text that matched, or the shell's prompt. */
  readonly matched: string
}

/** One who watches the terminal of a session. */
export interface TerminalListener {
  /** How the program in the foreground stands; undefined while none runs, or where that is unknown. */
  foreground(now: ForegroundState | undefined): void
  /** What jobs of earlier commands print. */
  background(text: string): void
}

/** A persistent Bash session in a sandbox. The same interface for our server and for a platform that has only plain REST. */
export interface Session {
  readonly sandboxId: string
  readonly name: string
  /** What the shell printed while it started. */
  readonly greeting: string
  /**
   * Runs one command line (or several lines) after those before it.
   * @throws SandboxPlatformError FAILED for a syntax error, a time limit (with the partial output in the text) and an ended shell
   */
  run(command: string, options?: RunOptions): Promise<RunResult>
  /** Drives a program that prompts: types `line` and waits for one of the patterns. */
  expect(line: string, options: ExpectOptions): Promise<ExpectResult>
  /** Sends the foreground job a signal. */
  interrupt(signal?: 'INT' | 'TERM' | 'KILL', options?: { signal?: AbortSignal }): Promise<void>
  /** Types into the terminal for whatever reads it. @throws SandboxPlatformError NO_SUCH_OPERATION on plain platforms */
  write(data: string): Promise<void>
  /** Does nothing where the terminal cannot be sized. */
  resize(cols: number, rows: number): Promise<void>
  /** Tells of its terminal from now on, where the platform has one; one listener at a time. */
  watch(listener: TerminalListener): void
  unwatch(): void
  close(): Promise<void>
}
