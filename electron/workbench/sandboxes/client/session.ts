import type { ForegroundState } from '#shared/sandbox/terminal-frames.ts'

export interface SessionOptions {
  readonly signal?: AbortSignal
  readonly env?: Readonly<Record<string, string>>
  /** Terminal size, if the platform supports that. */
  readonly rows?: number
  readonly cols?: number
  /** Attaches to an existing session of that name instead of failing. */
  readonly attach?: boolean
}

export interface RunOptions {
  /** Receives output as it arrives: terminal text with escape sequences, lines ended by CR LF. */
  readonly onOutput?: (chunk: string) => void
  /** Seconds before the platform interrupts the command; undefined for never. */
  readonly seconds?: number
  /** Aborting interrupts the command and rejects with ABORTED. */
  readonly signal?: AbortSignal
}

/** How a command ended; its output went to {@link RunOptions.onOutput}. */
export interface RunResult {
  /** Undefined if the platform does not report it. */
  readonly exitCode: number | undefined
  /** The working directory afterwards, if known. */
  readonly cwd: string | undefined
  readonly milliseconds: number
}

export interface ExpectOptions {
  /** Regular expressions; resolves when one matches, or when the program ends. */
  readonly expect: readonly string[]
  readonly seconds?: number
  readonly signal?: AbortSignal
  /** Whether the line quits the program. */
  readonly quit?: boolean
}

export interface ExpectResult {
  readonly output: string
  /** What ended the wait: the matching text, or the shell's prompt. */
  readonly matched: string
}

/** Receives events of a session's terminal. */
export interface TerminalListener {
  /** State of the foreground program; undefined if none runs or it is unknown. */
  foreground(now: ForegroundState | undefined): void
  /** Output of background jobs. */
  background(text: string): void
}

/**
 * A persistent Bash session in a sandbox, with one interface for Orrery's server and for a platform with only the base API.
 */
export interface Session {
  readonly sandboxId: string
  readonly name: string
  /** What the shell printed at startup. */
  readonly greeting: string
  /**
   * Runs one or more command lines after the queued ones.
   * @throws SandboxPlatformError FAILED for a syntax error, a timeout (with the partial output in the message) and a shell that
   * exited
   */
  run(command: string, options?: RunOptions): Promise<RunResult>
  /** Types `line` into a program that prompts, and waits for one of the patterns. */
  expect(line: string, options: ExpectOptions): Promise<ExpectResult>
  /** Signals the foreground job. */
  interrupt(signal?: 'INT' | 'TERM' | 'KILL', options?: { signal?: AbortSignal }): Promise<void>
  /** Sends terminal input. @throws SandboxPlatformError NO_SUCH_OPERATION on plain platforms */
  write(data: string): Promise<void>
  /** No-op if the terminal cannot be resized. */
  resize(cols: number, rows: number): Promise<void>
  /** Subscribes to the terminal, if the platform has one; one listener at a time. */
  watch(listener: TerminalListener): void
  unwatch(): void
  close(): Promise<void>
}
