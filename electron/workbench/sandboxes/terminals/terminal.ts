import type { ForegroundState } from '#shared/sandbox/terminal-frames.ts'
import type { Block } from '#shared/terminals/block.ts'
import {
  type HistoryEntry,
  type StoredTerminal,
  placeOf,
  type QueuedLine,
  type Terminal as TerminalInfo,
  type TerminalStatus,
} from '#shared/terminals/terminal.ts'
import type { TerminalsChange } from '#shared/workbench/areas/terminals.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import type { RunResult, SessionPlace, Sessions } from '../sessions.ts'
import { BackgroundBlock } from './background-block.ts'
import { QueryAnswers } from './query-answers.ts'
import type { Outcome, TerminalRecord } from './terminal-record.ts'

/** What a terminal needs from its owner. */
export interface TerminalContext {
  readonly sessions: Pick<Sessions, 'open' | 'close' | 'run' | 'watch' | 'interrupt' | 'write' | 'resize'>
  tell(change: TerminalsChange): void
  /** Queued lines are sent only while a window is open. */
  hasWindow(): boolean
  /** Whether a window shows the terminals of a sandbox. */
  isWatched(place: string): boolean
  /** Whether the platform reports that a sandbox is not running. */
  isStopped(terminal: SessionPlace): Promise<boolean>
  remember(entry: HistoryEntry): void
}

/** Failures of the connection, not of the command. */
const CONNECTION_FAILURES = new Set(['NOT_CONNECTED', 'PLATFORM_UNREACHABLE'])
/** Milliseconds before a platform that did not answer is retried. */
const ASK_AGAIN_MS = 1500
/** Milliseconds within which a second Ctrl+C kills. */
const TWICE_MS = 3000
/** Prints the shell's working directory and its home. */
const WHERE = `printf '%s\\n' "$PWD" ~`

/** One terminal: a session and a queue of lines for it, shared by all windows. */
export class Terminal {
  readonly record: TerminalRecord
  readonly #context: TerminalContext
  #status: TerminalStatus = 'closed'
  #problem: Failure | undefined
  #foreground: ForegroundState | undefined
  readonly #background: BackgroundBlock
  #answers: QueryAnswers | undefined
  #isDraining = false
  #isDisposed = false
  #retry: NodeJS.Timeout | undefined
  #interruptedAt = -Infinity
  #size: { readonly cols: number; readonly rows: number } | undefined
  #colours: { readonly foreground: string; readonly background: string } | undefined

  constructor(context: TerminalContext, record: TerminalRecord) {
    this.#context = context
    this.record = record
    this.#background = new BackgroundBlock(record, (number) => this.#tellBlock(number))
  }

  get id(): string {
    return this.#stored.id
  }

  get place(): string {
    return placeOf(this.#stored)
  }

  get status(): TerminalStatus {
    return this.#status
  }

  get info(): TerminalInfo {
    return {
      ...this.#stored,
      status: this.#status,
      queue: this.record.queue,
      foreground: this.#status === 'running' ? this.#foreground : undefined,
      problem: this.#problem,
    }
  }

  get #stored(): StoredTerminal {
    return this.record.terminal
  }

  /** Opens the session or attaches to its earlier one, then sends queued lines. */
  async connect(): Promise<void> {
    if (this.#isDisposed || this.#status === 'opening' || this.#status === 'running') return
    this.#become('opening', this.#problem)
    const { env, remoteUser, cwd } = this.#stored
    try {
      const isNew = await this.#context.sessions.open(this.#stored, { env, remoteUser, cwd, ...this.#size })
      if (isNew || this.#stored.home === undefined) await this.#learnPlace()
      await this.#context.sessions.watch(this.#stored, {
        foreground: (now) => this.#noteForeground(now),
        background: (text) => this.#background.hear(text, this.#stored.cwd),
      })
    } catch (error) {
      return this.#noteTrouble(toFailure(error))
    }
    if (this.#isDisposed) return
    this.#become('ready')
    if (this.#size)
      void this.#context.sessions.resize(this.#stored, this.#size.cols, this.#size.rows).catch(ignoreFailure)
    await this.drain()
  }

  /** Opens the session if it is closed and a window needs it; sends queued lines. */
  wake(): void {
    if ((this.#status === 'closed' || this.#status === 'paused') && this.#isWanted()) void this.connect()
    else void this.drain()
  }

  /** Called when its sandbox was seen running or stopped. A stopped sandbox has lost its sessions. */
  noteSandbox(isRunning: boolean): void {
    if (isRunning) this.wake()
    else if (this.#status !== 'running' && this.#status !== 'closed') this.#become('closed')
  }

  /** Closes the session, or whatever else has its name. */
  async disconnect(): Promise<void> {
    await this.#context.sessions.close(this.#stored).catch(ignoreFailure)
  }

  /** Cancels whatever is in progress. */
  dispose(): void {
    this.#isDisposed = true
    this.#background.dispose()
    clearTimeout(this.#retry)
  }

  async interrupt(): Promise<'INT' | 'KILL' | null> {
    if (this.#status !== 'running') return null
    const signal = performance.now() - this.#interruptedAt < TWICE_MS ? 'KILL' : 'INT'
    this.#interruptedAt = performance.now()
    await this.#context.sessions.interrupt(this.#stored, signal)
    return signal
  }

  /** Sends input to the program that reads the terminal. */
  async input(data: string): Promise<void> {
    if (this.#status === 'running') await this.#context.sessions.write(this.#stored, data)
  }

  async resize(
    size: { readonly cols: number; readonly rows: number },
    focused: boolean,
    colours: { readonly foreground: string; readonly background: string } | undefined,
  ): Promise<void> {
    if (this.#size && !focused) return
    this.#colours = colours ?? this.#colours
    const { cols, rows } = size
    if (this.#size?.cols === cols && this.#size.rows === rows) return
    this.#size = { cols, rows }
    this.#answers?.resize(cols, rows)
    if (this.#status === 'ready' || this.#status === 'running')
      await this.#context.sessions.resize(this.#stored, cols, rows)
  }

  async change(change: Partial<Pick<StoredTerminal, 'name' | 'plain' | 'draft'>>): Promise<void> {
    const saved = this.record.change(change)
    this.#tell()
    await saved
  }

  async mark(
    numbers: readonly number[] | undefined,
    marks: { readonly bookmarked?: boolean | undefined; readonly collapsed?: boolean | undefined },
  ): Promise<void> {
    for (const number of await this.record.mark(numbers, marks)) this.#tellBlock(number)
  }

  /** Queues a line; idempotent. Resolves when the line survives the process. */
  async submit(line: QueuedLine): Promise<void> {
    const { queue, blocks } = this.record
    if (queue.some(({ id }) => id === line.id) || blocks.some((block) => block.line === line.id)) return
    await this.record.add({ kind: 'queued', line })
    this.#tell()
    this.wake()
  }

  /** Removes a queued line. */
  async cancel(line: string): Promise<void> {
    if (!this.record.queue.some(({ id }) => id === line)) return
    const saved = this.record.cancel(line)
    this.#tell()
    await saved
  }

  /** Gives a queued line to the running program as its input, instead of running it later. */
  async answer(line: string): Promise<void> {
    const queued = this.record.queue.find(({ id }) => id === line)
    if (!queued || this.#status !== 'running') return
    const saved = this.cancel(line)
    try {
      await this.input(`${queued.command}\n`)
    } catch (error) {
      await this.submit(queued)
      throw error
    } finally {
      await saved
    }
  }

  /** Runs queued lines one after the other while the session answers and a window is open. */
  async drain(): Promise<void> {
    if (this.#isDraining) return
    this.#isDraining = true
    try {
      while (this.#status === 'ready' && this.#context.hasWindow() && !this.#isDisposed) {
        const [line] = this.record.queue
        if (!line) return
        await this.#send(line)
      }
    } finally {
      this.#isDraining = false
    }
  }

  /** Takes the next queued line and sends it as a block. */
  async #send(line: QueuedLine): Promise<void> {
    const closing = this.#background.pause()
    if (closing) await closing
    const before = this.record.blocks
    const block: Block = {
      number: (before.at(-1)?.number ?? 0) + 1,
      command: line.command,
      line: line.id,
      cwd: this.#stored.cwd,
      startedAt: Date.now(),
      state: 'running',
      exitCode: null,
      window: line.window,
      bookmarked: false,
      collapsed: false,
      characters: 0,
      lines: 0,
    }
    this.#status = 'running'
    this.#foreground = undefined
    try {
      await this.record.add({ kind: 'begun', block })
    } catch (error) {
      // A line that cannot be logged is not sent, because a restarted process would send it again.
      return this.#become('paused', toFailure(error))
    }
    this.#tell()
    this.#tellBlock(block.number)
    this.#forgetOld(before)
    await this.#run(block, line)
  }

  /** Sends a block's command and waits for its end. */
  async #run(block: Block, line: QueuedLine): Promise<void> {
    const { number, command } = block
    const output = this.record.begin(block)
    const answer = (data: string): void => void this.input(data).catch(ignoreFailure)
    const answers = new QueryAnswers(this.#size, answer, () => this.#colours)
    this.#answers = answers
    const started = performance.now()
    const hear = (text: string): void => {
      output.push(text, performance.now() - started)
      answers.hear(text)
      this.record.feed({ kind: 'output', text })
    }
    try {
      const { plain } = this.#stored
      const result = await this.#context.sessions.run(this.#stored, { command, plain }, hear)
      if (result.refused) {
        const stopped = await this.#context.isStopped(this.#stored).catch(() => false)
        return await this.#withdraw(number, line, stopped ? 'closed' : 'ended', result.problem)
      }
      const { cwd, sessionEnded, problem } = result
      if (cwd !== undefined && cwd !== this.#stored.cwd) void this.record.change({ cwd }).catch(ignoreFailure)
      this.#finish(block, outcomeOf(result), sessionEnded ? 'ended' : 'ready', problem)
    } catch (error) {
      const problem = toFailure(error)
      const status = CONNECTION_FAILURES.has(problem.code) ? 'paused' : 'ready'
      if (isUnsent(problem) && output.size.characters === 0)
        return await this.#withdraw(number, line, status, problem)
      const milliseconds = Math.round(performance.now() - started)
      this.#finish(block, { state: 'lost', exitCode: null, milliseconds, problem }, status, problem)
    } finally {
      answers.dispose()
      this.#background.resume()
    }
  }

  #finish({ command }: Block, outcome: Outcome, status: TerminalStatus, problem: Failure | undefined): void {
    if (this.#isDisposed) return
    const number = this.record.end(outcome)
    if (number !== undefined) this.#tellBlock(number)
    this.#become(status, status === 'ready' ? undefined : problem)
    const { sandboxId } = this.#stored
    this.#context.remember({ command, sandboxId, exitCode: outcome.exitCode })
  }

  /** Returns a line that was never run to the front of the queue and removes its block. */
  async #withdraw(
    number: number,
    line: QueuedLine,
    status: TerminalStatus,
    problem: Failure | undefined,
  ): Promise<void> {
    await this.record.withdraw(number, line)
    this.#context.tell({ kind: 'dropped', id: this.id, numbers: [number] })
    this.#become(status, problem)
  }

  /** Asks a new session for its directory; later answers include it. */
  async #learnPlace(): Promise<void> {
    let answer = ''
    const hear = (chunk: string): void => void (answer += chunk)
    const { cwd } = await this.#context.sessions.run(this.#stored, { command: WHERE, plain: true }, hear)
    const [folder, home] = answer.trim().split(/\r?\n/)
    await this.record.change({ cwd: cwd ?? (folder || undefined), home: home || undefined })
  }

  /** The session could not be opened. */
  async #noteTrouble(failure: Failure): Promise<void> {
    if (CONNECTION_FAILURES.has(failure.code)) return this.#become('paused', failure)
    const stopped =
      failure.code === 'SANDBOX_NOT_RUNNING' &&
      (await this.#context.isStopped(this.#stored).catch(() => false))
    this.#become(stopped ? 'closed' : 'ended', failure)
  }

  /** Removes blocks beyond the limit with their output. */
  #forgetOld(before: readonly Block[]): void {
    const numbers = before.flatMap(({ number }) => (this.record.block(number) ? [] : [number]))
    if (numbers.length === 0) return
    this.#context.tell({ kind: 'dropped', id: this.id, numbers })
    void this.record.forget(numbers).catch(ignoreFailure)
  }

  #noteForeground(now: ForegroundState | undefined): void {
    if (sameForeground(this.#foreground, now)) return
    this.#foreground = now
    if (this.#status === 'running') this.#tell()
  }

  #isWanted(): boolean {
    return this.#context.hasWindow() && (this.record.queue.length > 0 || this.#context.isWatched(this.place))
  }

  #become(status: TerminalStatus, problem?: Failure): void {
    this.#status = status
    this.#problem = problem
    this.#tell()
    this.#askAgain()
  }

  /** Retries an unreachable platform at intervals while a window needs it. */
  #askAgain(): void {
    clearTimeout(this.#retry)
    if (this.#status !== 'paused' || this.#isDisposed) return
    this.#retry = setTimeout(() => (this.#isWanted() ? void this.connect() : this.#askAgain()), ASK_AGAIN_MS)
  }

  #tellBlock(number: number): void {
    const block = this.record.block(number)
    if (block) this.#context.tell({ kind: 'block', id: this.id, block })
  }

  #tell(): void {
    if (!this.#isDisposed) this.#context.tell({ kind: 'terminal', terminal: this.info })
  }
}

const sameForeground = (one: ForegroundState | undefined, other: ForegroundState | undefined): boolean =>
  one?.program === other?.program &&
  one?.canonical === other?.canonical &&
  one?.echo === other?.echo &&
  one?.reads === other?.reads

/** Converts a run's result to the outcome of its block. */
const outcomeOf = ({ exitCode, milliseconds, problem }: RunResult): Outcome => ({
  state: 'done',
  exitCode,
  milliseconds,
  // If the shell ended, its exit code says enough; the terminal shows the rest.
  problem: exitCode === null ? problem : undefined,
})

/** Whether the line was certainly never sent. */
const isUnsent = ({ code, details }: Failure): boolean =>
  code === 'NOT_CONNECTED' || (details as { sent?: boolean } | undefined)?.sent === false

/** For operations that may fail, because the next one of their kind makes up for it. */
const ignoreFailure = (): void => undefined
