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
  /** Seconds; undefined waits for ever. */
  readonly timeout: number | undefined
  readonly expect: readonly string[]
  readonly interactive: boolean
  readonly quit: boolean
  readonly raw: boolean
  /** The answer may leave out what its follower has. */
  readonly followed?: boolean
  /** Under which the stream reports it. */
  readonly tag?: string | undefined
}

export interface SessionAnswer {
  readonly output: string
  /** The byte at which the output begins, where its follower has the rest. */
  readonly outputFrom?: number
  readonly exitCode: number | undefined
  readonly syntaxError?: string
  /** What ended the wait: the text that matched `expect`, or undefined for the shell's prompt. */
  readonly matched?: string
  readonly cwd: string
}

/** How long a signal may take to bring the shell back before the next one follows. */
const GRACE_MS = 700
/** What a time limit does to the foreground job, in order; repeated once, since a loop may start the next program. */
const ESCALATION = ['INT', 'TERM', 'KILL', 'INT', 'KILL'] as const
/** A shell that did not begin a command after so many looks will never do it; counted in looks, since this process may stand still. */
const BEGIN_LOOKS = 30
const BEGIN_LOOK_MS = 500
/** How often a signal looks whether its command has begun. */
const BEGUN_LOOK_MS = 3
/** The end mark was written before its report; when it is not here after this long it is asked for again, and ever more rarely. */
const MARK_MS = 1_000
const MAX_MARK_MS = 30_000

/**
 * One persistent Bash session: a queue of commands, their time limits and their answers. Sessions are independent of each other.
 */
export class Session {
  readonly name: string
  readonly created = new Date()
  /** What is seen of it by those who watch its terminal. */
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
   * Starts the session; resolves with what the shell printed while starting.
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

  /** Runs one command after those that came before it. @throws SessionFailure, SessionEnded */
  run(request: SessionRun): Promise<SessionAnswer> {
    if (request.command === INTERRUPT && !request.interactive) return this.#typedInterrupt()
    const result = this.#queue.then(() => this.#perform(request))
    this.#queue = result.catch(() => undefined)
    return result
  }

  /** Sends a signal to the foreground job; false when none runs. */
  async interrupt(signal: string): Promise<boolean> {
    const run = this.#current
    if (!run || this.#ended) return false
    // Before that a signal would hit the shell while it reads the command, which would then never begin.
    while (!run.begun && !run.isFinished && !this.#ended) await setTimeout(BEGUN_LOOK_MS)
    if (run.isFinished || this.#ended) return false
    await signalShell(this.#isolate, this.#shellPid, signal, () => run.isFinished || this.isEnded)
    return true
  }

  /** Text for whatever reads the terminal now. */
  type(data: string): void {
    if (this.#ended) throw endedText(this.name, this.#ended.code, this.#ended.output)
    this.#shell?.type(data)
  }

  resize(cols: number, rows: number): void {
    this.#shell?.outputs.resize(cols, rows)
  }

  /** The same, unless no command runs: the shell must not take it for one. */
  typeToProgram(data: string): void {
    const run = this.#current
    if (!run?.begun || run.isFinished || this.#ended) return
    this.terminal.stir()
    this.#shell?.type(data)
  }

  /** A follower has all bytes of a command's output before `at`. */
  acknowledge(run: number, at: number): void {
    const current = this.#current
    if (current?.number === run) current.acknowledged = Math.max(current.acknowledged, at)
  }

  /** The run whose output can be followed now. */
  get current(): Run | undefined {
    return this.#current
  }

  close(): void {
    this.#isClosing = true
    this.#shell?.close()
  }

  /** Resolves when the shell is gone. */
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
    // The hangup may reach the command before its shell, which then reports how the command ended: it is the session that did.
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

  /** Stops the foreground job and returns what it printed; the session stays usable, unless its shell will not come back. */
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

  /** The next command may begin, and prints where no process of this one still does. */
  #release(run: Run): void {
    if (this.#current !== run) return
    this.#current = undefined
    this.terminal.end(run.number)
    if (run.left) this.#shell?.outputs.settle(run.left.marked ? run.source : undefined, run.left)
  }

  /** A command that is the single character 0x03: the real platform's only way to interrupt. It does not wait in the queue. */
  async #typedInterrupt(): Promise<SessionAnswer> {
    if (this.#ended) throw endedText(this.name, this.#ended.code, this.#ended.output)
    const run = this.#current
    if (run) {
      await this.interrupt('INT')
      await within(GRACE_MS / 1000, Promise.race([run.finished, this.#closed]))
    }
    return { output: '', exitCode: 130, cwd: this.#cwd }
  }

  /** `exec bash` leaves a shell that knows nothing of us; it is taken on as soon as it shows. */
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
   * A reported run lacks its end mark: either its output is still on the way, however long that takes, or the terminal lost the mark. The
   * answer is the same: the next mark comes behind all of the output. No passing of time ever ends a run, else output would be lost.
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

  /** @returns false for what is none of ours: any program can print what looks like a mark */
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
/** What bubblewrap and the engines say of an image without Bash. */
const NO_BASH = /\/bin\/bash\W.*no such file/i
/** A command that brings a job back, which prints where it always did. */
const FOREGROUND = /(?:^|[;&|(]|\b(?:then|do))\s*(?:fg\b|%[\w%+-])/m

/** @throws SessionFailure naming the pattern */
function pattern(source: string): RegExp {
  try {
    return new RegExp(source)
  } catch {
    throw new SessionFailure(`expect: ${JSON.stringify(source)} is not a regular expression`)
  }
}
