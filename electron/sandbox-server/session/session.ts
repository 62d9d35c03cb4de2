import { setTimeout } from 'node:timers/promises'
import type { Isolate } from '../runtime/runtime.ts'
import { commandLine, signalShell } from './foreground.ts'
import { decodeBytes } from '../../node/terminal-text.ts'
import { plainOutput } from './output-text.ts'
import { isPlainlyValid } from './plain-syntax.ts'
import { cutMatch, ownOutput, withoutEcho } from './own-output.ts'
import type { ShellReport } from './report-channel.ts'
import { type ExpectMatch, Run } from './run.ts'
import { endedText, SessionFailure, timeoutText } from './session-errors.ts'
import { freshNonce, Shell, type ShellOptions } from './shell.ts'
import { TerminalView } from './terminal-view.ts'
import { unlessFinished, within } from './waiting.ts'

interface SessionRun {
  readonly command: string
  /** Seconds; undefined for no timeout. */
  readonly timeout: number | undefined
  readonly expect: readonly string[]
  readonly interactive: boolean
  readonly quit: boolean
  readonly raw: boolean
  /** Whether the answer may omit what the follower already has. */
  readonly followed?: boolean
  /** Identifies the command in the stream. */
  readonly tag?: string | undefined
}

export interface SessionAnswer {
  readonly output: string
  /** The byte at which `output` begins if its follower has the rest. */
  readonly outputFrom?: number
  readonly exitCode: number | undefined
  readonly syntaxError?: string
  /** What ended the wait: the text that matched `expect`, or undefined for the shell's prompt. */
  readonly matched?: string
  readonly cwd: string
}

/** Milliseconds that each signal gets to bring the shell back. */
const GRACE_MS = 700
/**
 * Signals sent to the foreground job after a timeout, in order; repeated once, since a loop may start another
 * program.
 */
const ESCALATION = ['INT', 'TERM', 'KILL', 'INT', 'KILL'] as const
/**
 * A shell that has not begun a command after this many polls never will; polls are counted rather than time, since this process may be
 * suspended.
 */
const BEGIN_LOOKS = 30
const BEGIN_LOOK_MS = 500
/** Polling interval while a signal waits for its command to begin. */
const BEGUN_LOOK_MS = 3
/** The end mark is written before the report. If it is missing after this long, it is requested again, at increasing intervals. */
const MARK_MS = 1_000
const MAX_MARK_MS = 30_000

/**
 * A persistent Bash session: a queue of commands, their timeouts and answers. Sessions are independent of each other.
 */
export class Session {
  readonly name: string
  readonly created = new Date()
  /** The state shown to clients of its terminal. */
  readonly terminal: TerminalView
  readonly #isolate: Isolate
  #shell: Shell | undefined
  #shellPid = 0
  #current: Run | undefined
  #counter = 0
  #queue: Promise<unknown> = Promise.resolve()
  #ended: { code: number; output: string } | undefined
  #isClosing = false
  #leftOver = ''
  #cwd = ''
  #closed: Promise<void>
  #markClosed = () => {}

  private constructor(name: string, isolate: Isolate) {
    this.name = name
    this.#isolate = isolate
    this.terminal = new TerminalView(isolate, {
      shellPid: () => this.#shellPid,
      isRunning: () => (this.#current?.begun ?? false) && !this.#current?.isFinished,
    })
    this.#closed = new Promise((resolve) => (this.#markClosed = resolve))
  }

  /**
   * Starts the session; resolves with what the shell printed at startup.
   * @throws SessionFailure when the shell does not reach its prompt within `timeout` seconds
   */
  static async open(
    name: string,
    isolate: Isolate,
    options: ShellOptions,
    timeout: number,
  ): Promise<{ session: Session; output: string }> {
    const session = new Session(name, isolate)
    const first = new Run(0, freshNonce(), '')
    session.#current = first
    session.#shell = await Shell.start(isolate, options, first.nonce, {
      output: (bytes, source) => session.#output(bytes, source),
      mark: (text, which, source) => session.#mark(text, which, source),
      report: (report) => session.#report(report),
      exited: (code) => session.#exited(code),
    })
    const expired = await within(timeout, Promise.race([first.finished, session.#closed]))
    const output = plainOutput(decodeBytes(first.segment()) || session.#leftOver)
    session.#release(first)
    if (session.#ended) {
      const reason = output || session.#ended.output || 'it printed nothing'
      throw new SessionFailure(
        `the shell of session '${name}' ended with exit code ${session.#ended.code} while starting: ${reason}` +
          (NO_BASH.test(reason) ? '. Sessions need /bin/bash in the image; commands of execute do not.' : ''),
      )
    }
    if (expired) {
      session.close()
      throw new SessionFailure(
        `the shell of session '${name}' was not ready within ${timeout} seconds` +
          (output ? `; it printed: ${output}` : ''),
      )
    }
    return { session, output }
  }

  get isEnded(): boolean {
    return this.#ended !== undefined
  }

  get isBusy(): boolean {
    return this.#current !== undefined
  }

  /** Runs one command after the queued ones. @throws SessionFailure, SessionEnded */
  run(request: SessionRun): Promise<SessionAnswer> {
    if (request.command === INTERRUPT && !request.interactive) return this.#typedInterrupt()
    const result = this.#queue.then(() => this.#perform(request))
    // What was answered is not kept until the next one.
    const nothing = (): void => undefined
    this.#queue = result.then(nothing, nothing)
    return result
  }

  /** Signals the foreground job; false if there is none. */
  async interrupt(signal: string): Promise<boolean> {
    const run = this.#current
    if (!run || this.#ended) return false
    // Before the command begins, a signal would hit the shell while it reads the command, which would then
    // never begin.
    while (!run.begun && !run.isFinished && !this.#ended) await setTimeout(BEGUN_LOOK_MS)
    if (run.isFinished || this.#ended) return false
    await signalShell(this.#isolate, this.#shellPid, signal, () => run.isFinished || this.isEnded)
    return true
  }

  /** Sends terminal input. */
  type(data: string): void {
    if (this.#ended) throw endedText(this.name, this.#ended.code, this.#ended.output)
    this.#shell?.type(data)
  }

  resize(cols: number, rows: number): void {
    this.#shell?.outputs.resize(cols, rows)
  }

  /** Sends terminal input only if a command runs, because the shell would execute it. */
  typeToProgram(data: string): void {
    const run = this.#current
    if (!run?.begun || run.isFinished || this.#ended) return
    this.terminal.stir()
    this.#shell?.type(data)
  }

  /** The follower has received the output of a command up to `at`. */
  acknowledge(run: number, at: number): void {
    const current = this.#current
    if (current?.number === run) current.acknowledged = Math.max(current.acknowledged, at)
  }

  /** The run whose output can be followed. */
  get current(): Run | undefined {
    return this.#current
  }

  close(): void {
    this.#isClosing = true
    this.#shell?.close()
  }

  /** Resolves when the shell has exited. */
  get closed(): Promise<void> {
    return this.#closed
  }

  async #perform(request: SessionRun): Promise<SessionAnswer> {
    if (this.#ended) throw endedText(this.name, this.#ended.code, this.#ended.output)
    const patterns = request.expect.map((source) => pattern(source))
    const open = this.#current
    if (open && !(request.interactive || request.quit || patterns.length > 0)) {
      throw new SessionFailure(
        `session '${this.name}' is inside the interactive program ${JSON.stringify(open.command)}: ` +
          'send its input with is_interactive_command, or leave it with is_interactive_quit.',
      )
    }
    await this.#shell?.outputs.ready()
    const run = open ?? this.#begin(request)
    if (open) {
      open.endSegment()
      this.#shell?.type(`${request.command}\n`)
    }
    return this.#wait(run, request, patterns, open !== undefined)
  }

  #begin(request: SessionRun): Run {
    const command = request.command.replaceAll('\r\n', '\n')
    const takesAll = request.interactive || request.expect.length > 0 || FOREGROUND.test(command)
    const run = new Run(++this.#counter, freshNonce(), request.command, takesAll)
    this.#current = run
    this.terminal.begin(run.number, request.tag)
    const check = !request.interactive && !isPlainlyValid(command)
    this.#shell?.begin(command, run.number, run.nonce, check)
    if (/\bexec\b/.test(command)) void this.#watchReplacement(run)
    this.#watchBegin(run, BEGIN_LOOKS)
    return run
  }

  async #wait(run: Run, request: SessionRun, patterns: RegExp[], typed: boolean): Promise<SessionAnswer> {
    const matched = patterns.length > 0 ? run.expect(patterns) : undefined
    let found: ExpectMatch | undefined
    const ends = [
      run.finished,
      this.#closed,
      ...(matched ? [matched.then((match) => void (found = match))] : []),
    ]
    const expired = await within(request.timeout, Promise.race(ends))
    // The hangup may reach the command before its shell, which then reports the command's exit; the cause is that the session
    // was closed.
    if (this.#isClosing) await this.#closed
    else if (expired) throw await this.#expire(run, request)
    const followed = request.followed && !typed && patterns.length === 0
    const outputFrom = followed ? Math.min(run.acknowledged, run.output.total) : 0
    const bytes = ownOutput(run, outputFrom)
    if (found && !run.isFinished) {
      run.endSegment()
      const whole = request.raw ? decodeBytes(bytes) : plainOutput(decodeBytes(bytes))
      const output = cutMatch(whole, found.text)
      return {
        output: typed ? withoutEcho(output, request.command) : output,
        exitCode: 0,
        matched: found.text,
        cwd: this.#cwd,
      }
    }
    this.#release(run)
    const text = request.raw ? decodeBytes(bytes) : plainOutput(decodeBytes(bytes))
    const output = typed ? withoutEcho(text, request.command) : text
    if (this.#ended) throw endedText(this.name, this.#ended.code, output)
    const outcome = run.outcome ?? { exitCode: -1 }
    this.#cwd = run.cwd
    if ('syntaxError' in outcome) {
      return { output: '', exitCode: 2, syntaxError: outcome.syntaxError, cwd: run.cwd }
    }
    return { output, exitCode: outcome.exitCode, cwd: run.cwd, ...(followed ? { outputFrom } : {}) }
  }

  /** Stops the foreground job and returns its output; the session stays usable unless its shell does not come back. */
  async #expire(run: Run, request: SessionRun): Promise<SessionFailure> {
    let note = 'the command was interrupted and the session is ready'
    for (const signal of ESCALATION) {
      await this.interrupt(signal)
      if (!(await within(GRACE_MS / 1000, Promise.race([run.finished, this.#closed])))) break
    }
    if (!run.isFinished && !this.#ended) {
      this.close()
      await this.#closed
    }
    if (this.#ended) note = 'the shell did not come back and was ended: create the session again'
    this.#release(run)
    const bytes = run.segment()
    const output = request.raw ? decodeBytes(bytes) : plainOutput(decodeBytes(bytes))
    return timeoutText(request.timeout ?? 0, request.command, output, note)
  }

  /** Lets the next command begin, printing to an output that no process of this one holds. */
  #release(run: Run): void {
    if (this.#current !== run) return
    this.#current = undefined
    this.terminal.end(run.number)
    if (run.left) this.#shell?.outputs.settle(run.left.marked ? run.source : undefined, run.left)
  }

  /** Handles the single character 0x03 as a command: the real platform's only way to interrupt. It bypasses the queue. */
  async #typedInterrupt(): Promise<SessionAnswer> {
    if (this.#ended) throw endedText(this.name, this.#ended.code, this.#ended.output)
    const run = this.#current
    if (run) {
      await this.interrupt('INT')
      await within(GRACE_MS / 1000, Promise.race([run.finished, this.#closed]))
    }
    return { output: '', exitCode: 130, cwd: this.#cwd }
  }

  /** After `exec bash` the new shell lacks the driver; it is installed as soon as the shell appears. */
  async #watchReplacement(run: Run): Promise<void> {
    for (let pause = 200; !run.isFinished && !this.#ended; pause = Math.min(pause * 2, 5_000)) {
      await setTimeout(pause)
      if (run.isFinished || this.#ended) return
      const now = await commandLine(this.#isolate, this.#shellPid)
      if (this.#shell?.isOwn(now) || !/^[^\0]*\b(?:ba)?sh\0/.test(now) || run.isFinished) continue
      this.#shell?.adopt(run.number, run.nonce)
      return
    }
  }

  #watchBegin(run: Run, looks: number): void {
    unlessFinished(run, BEGIN_LOOK_MS, () => {
      if (run.begun) return
      if (looks > 1) this.#watchBegin(run, looks - 1)
      else this.close()
    })
  }

  /**
   * A reported run lacks its end mark: either its output is still arriving, or the terminal lost the mark. Both cases need a new mark,
   * which comes after all output. A run is never ended by a timeout, because that would lose output.
   */
  #seekMark(run: Run, pause = MARK_MS): void {
    unlessFinished(run, pause, () => {
      run.askedAgain = this.#shell?.markAgain(run.number, run.nonce)
      this.#seekMark(run, Math.min(pause * 2, MAX_MARK_MS))
    })
  }

  #output(bytes: Buffer, source: number): void {
    const run = this.#current
    const at = run?.output.total ?? 0
    const taken = run?.push(bytes, source)
    if (run && taken) this.terminal.data(run.number, at, taken)
    else this.terminal.background(bytes)
    if (run?.begun) return
    if (this.#counter === 0) this.#leftOver = (this.#leftOver + bytes.toString()).slice(-4096)
  }

  /** @returns false if the mark is not the driver's: any program can print what looks like one */
  #mark(text: string, which: 'B' | 'E', source: number): boolean {
    const run = this.#current
    const ours = which === 'B' ? run?.nonce : run && this.#shell?.endMark(run.number, run.nonce)
    if (!run || ours !== text) return false
    if (which === 'E') run.markEnd()
    else {
      run.begun = true
      run.source = source
      this.terminal.running()
    }
    return true
  }

  #report(report: ShellReport): void {
    if (report.kind === 'started') {
      this.#shellPid = report.pid
      return
    }
    const run = this.#current
    if (run?.number !== report.run) return
    if (this.#counter === 0) this.#cwd = report.cwd
    run.report(report)
    if (report.marked) this.#seekMark(run)
    else run.markEnd()
  }

  #exited(code: number): void {
    const bytes = this.#current?.segment() ?? Buffer.alloc(0)
    this.#ended = { code, output: plainOutput(decodeBytes(bytes)) }
    this.#current?.abandon()
    this.terminal.close()
    this.#markClosed()
  }
}

const INTERRUPT = '\x03'
/** Error of bubblewrap and container engines for an image without Bash. */
const NO_BASH = /\/bin\/bash\W.*no such file/i
/** Commands that resume a background job, whose output stays where it was. */
const FOREGROUND = /(?:^|[;&|(]|\b(?:then|do))\s*(?:fg\b|%[\w%+-])/m

/** @throws SessionFailure naming the pattern */
function pattern(source: string): RegExp {
  try {
    return new RegExp(source)
  } catch {
    throw new SessionFailure(`expect: ${JSON.stringify(source)} is not a regular expression`)
  }
}
