import { spawn, type ChildProcess } from 'node:child_process'
import { LineFramer } from '../../node/line-framer.ts'

/** Grace periods between the steps of a stop: end of stdin, SIGTERM, SIGKILL. Milliseconds. */
const STDIN_GRACE_MS = 1500
const TERM_GRACE_MS = 1500
/** stderr lines retained for the failure report (docs/mcp.md#supervision). */
const MAX_LOG_LINES = 50
const MAX_STDERR_LINE = 1 << 20

export interface Ended {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
}

interface ChildOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Maximum length of a stdout line, in bytes. */
  readonly maxLineBytes: number
  onStdoutLine(line: Buffer): void
  onStderrLine(line: string): void
}

/**
 * A process with piped, line-framed streams. It leads its own process group, so that stopping it also ends its descendants.
 */
export class Child {
  readonly pid: number
  readonly ended: Promise<Ended>
  readonly #process: ChildProcess
  readonly #recent: string[] = []
  #over = false

  private constructor(child: ChildProcess, options: ChildOptions) {
    this.#process = child
    this.pid = child.pid ?? -1
    this.ended = new Promise((resolve) => {
      child.once('close', (exitCode, signal) => {
        this.#over = true
        resolve({ exitCode, signal })
      })
    })
    const stdout = frameLines((line) => options.onStdoutLine(line), options.maxLineBytes)
    const stderr = frameLines((line) => {
      const text = line.toString('utf8')
      this.#note(text)
      options.onStderrLine(text)
    }, MAX_STDERR_LINE)
    child.stdout?.on('data', (chunk: Buffer) => this.#guard(() => stdout.push(chunk)))
    child.stderr?.on('data', (chunk: Buffer) => this.#guard(() => stderr.push(chunk)))
    child.stdin?.on('error', () => undefined)
  }

  /** @throws the spawn error (`ENOENT`, `EACCES`, …) when the program cannot be started. */
  static async start(options: ChildOptions): Promise<Child> {
    const child = spawn(options.command, [...options.args], {
      env: { ...options.env },
      cwd: options.cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', reject)
    })
    child.on('error', () => undefined)
    return new Child(child, options)
  }

  get lastLines(): string[] {
    return [...this.#recent]
  }

  /** Resolves when the bytes were passed to the system. @throws when the process no longer reads */
  write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const { stdin } = this.#process
      if (!stdin || this.#over || stdin.destroyed) return reject(new Error('The process has ended.'))
      stdin.write(text, (error) => (error ? reject(error) : resolve()))
    })
  }

  /** Ends the process group and resolves when it is gone. Idempotent. */
  async stop(): Promise<void> {
    if (this.#over) return
    this.#process.stdin?.end()
    if (await this.#endsWithin(STDIN_GRACE_MS)) return
    this.#signalGroup('SIGTERM')
    if (await this.#endsWithin(TERM_GRACE_MS)) return
    this.#signalGroup('SIGKILL')
    await this.ended
  }

  /** Kills without waiting, for when the workbench itself is about to exit. */
  kill(): void {
    if (!this.#over) this.#signalGroup('SIGKILL')
  }

  #note(line: string): void {
    this.#recent.push(line)
    if (this.#recent.length > MAX_LOG_LINES) this.#recent.shift()
  }

  #guard(read: () => void): void {
    try {
      read()
    } catch (error) {
      this.#note(error instanceof Error ? error.message : String(error))
      this.#signalGroup('SIGKILL')
    }
  }

  #signalGroup(signal: NodeJS.Signals): void {
    try {
      if (process.platform === 'win32') this.#process.kill(signal)
      else process.kill(-this.pid, signal)
    } catch {
      this.#process.kill(signal)
    }
  }

  async #endsWithin(milliseconds: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), milliseconds)
    })
    const done = await Promise.race([this.ended.then(() => true as const), late])
    clearTimeout(timer)
    return done
  }
}

/**
 * Splits a stream into lines. A line over the limit means a broken program and must not fill the memory, so reading
 * on throws.
 */
function frameLines(onLine: (line: Buffer) => void, maxBytes: number): LineFramer {
  const onTooLong = (): never => {
    throw new RangeError(`A line is longer than ${maxBytes} bytes.`)
  }
  return new LineFramer({ onLine, onTooLong }, maxBytes)
}
