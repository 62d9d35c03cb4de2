import { setTimeout } from 'node:timers/promises'
import type { ExitStatus, Isolate } from '../runtime/runtime.ts'
import { commandLine, signalShell } from './foreground.ts'
import { decodeBytes } from '../../node/terminal-text.ts'
import { plainOutput, textOf } from './output-text.ts'
import { isPlainlyValid } from './plain-syntax.ts'
import { cutMatch, ownOutput, withoutEcho } from './own-output.ts'
import type { ShellReport } from './report-channel.ts'
import { type ExpectMatch, Run } from './run.ts'
import type { SavedSession } from './saved-session.ts'
import {
  FOREGROUND,
  INTERRUPT,
  NO_BASH,
  pattern,
  type SessionAnswer,
  type SessionRun,
} from './session-run.ts'
import { endedText, type SessionEnd, SessionFailure, timeoutText } from './session-errors.ts'
import { freshNonce, Shell, type JoinedShell, type ShellListener, type ShellOptions } from './shell.ts'
import { TerminalView } from './terminal-view.ts'
import {
  GRACE_MS,
  ESCALATION,
  MAX_BEGIN_POLLS,
  BEGIN_POLL_MS,
  BEGUN_POLL_MS,
  MARK_MS,
  MAX_MARK_MS,
} from './session-times.ts'
import { unlessFinished, within } from './waiting.ts'

/**
 * A persistent Bash session: a queue of commands, their timeouts and answers. Sessions are independent of each other.
 */
export class Session {
  readonly name: string
  readonly created: Date
  /** The id of the access key that opened it; undefined for the server's own token. */
  readonly owner: string | undefined
  /** The state shown to clients of its terminal. */
  readonly terminal: TerminalView
  readonly #isolate: Isolate
  #shell: Shell | undefined
  #shellPid = 0
  #key = ''
  #current: Run | undefined
  #counter = 0
  #queue: Promise<unknown> = Promise.resolve()
  #ended: SessionEnd | undefined
  /** The command that ran when the session was joined; what it printed before is not here. */
  #joined: Run | undefined
  #isClosing = false
  #leftOver = ''
  #cwd = ''
  /** Called when {@link saved} changed. */
  onRenewed = (): void => {}
  #closed: Promise<void>
  #markClosed = () => {}

  private constructor(name: string, isolate: Isolate, { owner, created }: Partial<SavedSession>) {
    this.name = name
    this.owner = owner
    this.created = new Date(created ?? Date.now())
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
    { owner, ...options }: ShellOptions & Pick<SavedSession, 'owner'>,
    timeout: number,
  ): Promise<{ session: Session; output: string }> {
    const session = new Session(name, isolate, { owner })
    const first = new Run(0, freshNonce(), '')
    session.#current = first
    session.#key = options.key
    session.#shell = await Shell.start(isolate, options, first.nonce, session.#listener())
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

  /** Joins a session that another server opened; undefined if its shell has exited. @throws RuntimeFailure */
  static async join(name: string, isolate: Isolate, saved: SavedSession): Promise<Session | undefined> {
    const session = new Session(name, isolate, saved)
    const joined = await Shell.join(isolate, saved, session.#listener())
    return joined && session.#take(joined, saved)
  }

  /** What another server needs to join it. */
  get saved(): SavedSession {
    const secret = this.#shell?.secret ?? ''
    return { key: this.#key, secret, pid: this.#shellPid, created: this.created.getTime(), owner: this.owner }
  }

  get isEnded(): boolean {
    return this.#ended !== undefined
  }

  /** Whether its shell may continue, without this server. */
  get isLost(): boolean {
    return this.#ended?.isLost ?? false
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
    // Before the command begins, a signal would hit the shell that reads it, and it would never begin.
    while (!run.begun && !run.isFinished && !this.#ended) await setTimeout(BEGUN_POLL_MS)
    if (run.isFinished || this.#ended) return false
    await signalShell(this.#isolate, this.#shellPid, signal, () => run.isFinished || this.isEnded)
    return true
  }

  /** Sends terminal input. */
  type(data: string): void {
    if (this.#ended) throw endedText(this.name, this.#ended)
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
    if (this.#ended) throw endedText(this.name, this.#ended)
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
    this.#watchBegin(run, MAX_BEGIN_POLLS)
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
    // The hangup may reach the command first, whose exit the shell then reports; the cause is that the session was closed.
    if (this.#isClosing) await this.#closed
    else if (expired) throw await this.#expire(run, request)
    const followed = request.followed && !typed && patterns.length === 0
    const outputFrom = followed ? Math.min(run.acknowledged, run.output.total) : 0
    const bytes = ownOutput(run, outputFrom)
    if (found && !run.isFinished) {
      run.endSegment()
      const output = cutMatch(await textOf(bytes, request.raw), found.text)
      return {
        output: typed ? withoutEcho(output, request.command) : output,
        exitCode: 0,
        matched: found.text,
        cwd: this.#cwd,
      }
    }
    const ended = this.#ended
    if (!ended) this.#cwd = run.cwd
    this.#release(run)
    const text = await textOf(bytes, request.raw)
    const output = typed ? withoutEcho(text, request.command) : text
    if (ended) throw endedText(this.name, { ...ended, output })
    const outcome = run.outcome ?? { exitCode: -1 }
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
    const output = await textOf(run.segment(), request.raw)
    return timeoutText(request.timeout ?? 0, request.command, output, note)
  }

  /** Lets the next command begin, printing to an output that no process of this one holds. */
  #release(run: Run): void {
    if (this.#current !== run) return
    this.#current = undefined
    this.terminal.end(run.number)
    if (run.left && run !== this.#joined)
      this.#shell?.outputs.settle(run.left.marked ? run.source : undefined, run.left)
  }

  /** Handles the single character 0x03 as a command: the real platform's only way to interrupt. It bypasses the queue. */
  async #typedInterrupt(): Promise<SessionAnswer> {
    if (this.#ended) throw endedText(this.name, this.#ended)
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
    unlessFinished(run, BEGIN_POLL_MS, () => {
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
      run.markRequest = this.#shell?.markAgain(run.number, run.nonce)
      this.#seekMark(run, Math.min(pause * 2, MAX_MARK_MS))
    })
  }

  #listener(): ShellListener {
    return {
      output: (bytes, source) => this.#output(bytes, source),
      mark: (text, which, source) => this.#mark(text, which, source),
      report: (report) => this.#report(report),
      renewed: () => this.onRenewed(),
      exited: (status) => this.#exited(status),
    }
  }

  /** Where a command of another server runs, the next one waits for its end. */
  #take({ shell, state }: JoinedShell, { key, pid }: SavedSession): this {
    ;[this.#shell, this.#shellPid, this.#key] = [shell, pid, key]
    ;[this.#counter, this.#cwd] = [state.run, state.ended?.cwd ?? '']
    if (state.ended) return this
    const run = (this.#current = this.#joined = new Run(state.run, state.nonce, ''))
    run.begun = true
    this.terminal.begin(run.number, undefined)
    this.terminal.running()
    this.#queue = Promise.race([run.finished, this.#closed]).then(() => this.#release(run))
    return this
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
    // Its mark may have gone to the server before.
    if (report.marked && run !== this.#joined) this.#seekMark(run)
    else run.markEnd()
  }

  #exited({ code, isLost }: ExitStatus): void {
    const bytes = this.#current?.segment() ?? Buffer.alloc(0)
    this.#ended = { code, isLost, output: plainOutput(decodeBytes(bytes)) }
    this.#current?.abandon()
    this.terminal.close()
    this.#markClosed()
  }
}
