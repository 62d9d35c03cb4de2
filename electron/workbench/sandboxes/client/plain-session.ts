import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { FOREGROUND_SIGNAL, signalForeground } from '#shared/sandbox/foreground-signal.ts'
import { observationSchema } from '#shared/sandbox/records.ts'
import { SerialQueue } from '#shared/workbench/serial-queue.ts'
import type { SandboxCommands } from './commands.ts'
import type { Files } from './files.ts'
import { neverSent } from './http-call.ts'
import { OutputFollower } from './output-follower.ts'
import {
  type LineEnd,
  MAX_INLINE_BYTES,
  STATE,
  SWEEP,
  answerOf,
  endOf,
  lineFor,
  openLine,
} from './plain-line.ts'
import { SandboxPlatformError } from './platform-error.ts'
import type { ExpectOptions, ExpectResult, RunOptions, RunResult, Session } from './session.ts'
import { answerTime, expectAnswer, whenAborted } from './session-calls.ts'

/**
 * {@link FOREGROUND_SIGNAL} for the command of the files $5. Before the command begins and after it ends, the shell is busy with
 * the platform's own code, and a signal would end the session.
 */
const SIGNAL = `[ -e "$5.out" ] || { echo early; exit; }\n[ ! -e "$5.end" ] || exit 0\n${FOREGROUND_SIGNAL}`
/** Milliseconds between two attempts to find a process to signal. */
const SIGNAL_PAUSE_MS = 80

/** Exit codes of a command that was ended by a signal: 128 plus the signal's number. */
const ENDED_BY = { INT: 130, KILL: 137, TERM: 143 } as const
type Signal = keyof typeof ENDED_BY

/** Polling interval for a command whose answer was lost, in ms. */
const FIRST_STATE_MS = 100
const SLOWEST_STATE_MS = 1_000
/** Milliseconds before the removal of a folder is retried. */
const REMOVE_PAUSE_MS = 150
/**
 * How long a command whose answer was lost may take to begin, and a platform to become reachable again, in
 * ms.
 */
const MAX_EARLY_MS = 10_000
const MAX_AWAY_MS = 120_000

/** Error message of a platform for a call that exceeds its time limit; the command continues. */
const TIMED_OUT = /timed out|timeout after/i

/** What a plain session needs from its platform. */
type PlainPlatform = SandboxCommands & { readonly files: Files }

/** A command that is running or queued. */
interface Running {
  /** Path of its files, without extension. */
  readonly base: string
  /** Whether the command was sent to the platform. */
  sent: boolean
  over: boolean
  /** The last signal requested. */
  signalled?: Signal
}

/** How a command ended; code and directory if the platform reports them. */
type Ended = Partial<LineEnd> & { readonly output?: Buffer | undefined }

/**
 * A session on a platform with only the base API. Each command is one call, which includes everything needed to track it; a long
 * one's output is followed through `execute` ({@link lineFor}). The drawback: programs have no terminal for their output.
 * Platforms and the proxies before them cut calls off after a time limit (85 s is usual) while the command continues. Its end is
 * then read from its files. From there on the platform's answers lag behind, until one contains the end of its own line again.
 */
export class PlainSession implements Session {
  readonly sandboxId: string
  readonly name: string
  readonly greeting: string
  readonly #platform: PlainPlatform
  readonly #folder: string
  readonly #shellPid: string
  #counter = 0
  #lastCode = 0
  /** Whether an answer may belong to an earlier call. */
  #lags = false
  readonly #turns = new SerialQueue()
  /** Commands that have not ended, in order. */
  readonly #runs = new Set<Running>()
  /** Input typed so far of an incomplete line. */
  #typed = ''
  /** Signals being sent. A late one would hit the next command, or the shell before that command begins. */
  #signals: Promise<unknown> = Promise.resolve()

  private constructor(
    platform: PlainPlatform,
    sandboxId: string,
    name: string,
    greeting: string,
    folder: string,
    shellPid: string,
  ) {
    this.#platform = platform
    this.sandboxId = sandboxId
    this.name = name
    this.greeting = greeting
    this.#folder = folder
    this.#shellPid = shellPid
  }

  static async open(
    platform: PlainPlatform,
    sandboxId: string,
    name: string,
    greeting: string,
    signal?: AbortSignal,
  ): Promise<PlainSession> {
    const folder = `/tmp/.orrery-${randomBytes(6).toString('hex')}`
    const prepared = await platform.client.post(
      'run',
      { sandbox_id: sandboxId, session: name, command: openLine(folder), check: 'silent', timeout: 30 },
      observationSchema,
      { signal },
    )
    const pid = /(\d+)\s*$/.exec(prepared.output)?.[1]
    if (!pid) {
      throw new SandboxPlatformError(
        'UNEXPECTED_ANSWER',
        'run',
        `the session does not answer as a shell: ${prepared.output}`,
      )
    }
    void platform.execute(sandboxId, ['sh', '-c', SWEEP], { seconds: 30 }).catch(() => undefined)
    return new PlainSession(platform, sandboxId, name, greeting, `${folder}-${pid}`, pid)
  }

  /**
   * One command at a time: the real platform mixes up the answers of commands that overlap in one session.
   */
  run(command: string, options: RunOptions = {}): Promise<RunResult> {
    const run: Running = { base: `${this.#folder}/${++this.#counter}`, sent: false, over: false }
    this.#runs.add(run)
    return this.#turns.run(() => this.#run(run, command, options))
  }

  expect(line: string, options: ExpectOptions): Promise<ExpectResult> {
    return expectAnswer(this.#platform.client, this.#address(), line, options)
  }

  /** Signals the current command. */
  async interrupt(name: Signal = 'INT', options: { signal?: AbortSignal } = {}): Promise<void> {
    const [run] = this.#runs
    if (!run) return
    run.signalled = name
    if (!run.sent) return
    const sent = signalForeground(name, {
      signal: async (candidates, shell) => {
        const argv = ['sh', '-c', SIGNAL, 'sh', this.#shellPid, name, candidates, shell, run.base]
        return (await this.#platform.execute(this.sandboxId, argv, { seconds: 10, ...options })).stdout
      },
      isOver: () => run.over,
      pause: () => setTimeout(SIGNAL_PAUSE_MS, undefined, options),
    })
    this.#signals = Promise.allSettled([this.#signals, sent])
    await sent
  }

  /**
   * Types into the running program: a waiting shell passes the text of the next call to it. Whole lines only, because a call ends
   * with a line end; the answer to that call is not awaited.
   */
  async write(data: string): Promise<void> {
    const [run] = this.#runs
    if (!run?.sent) {
      throw new SandboxPlatformError('NO_SUCH_OPERATION', 'write', 'nothing runs that could read it')
    }
    const lines = (this.#typed + data).split(/\r\n?|\n/)
    this.#typed = lines.pop() ?? ''
    for (const line of lines) {
      this.#lags = true
      const options = { expect: [''], seconds: 1 }
      await expectAnswer(this.#platform.client, this.#address(), line, options).catch((error: unknown) => {
        if (!(error instanceof SandboxPlatformError && TIMED_OUT.test(error.message))) throw error
      })
    }
  }

  async resize(): Promise<void> {
    // The base API has no terminal size.
  }

  watch(): void {
    // The base API has no terminal events.
  }

  unwatch(): void {
    // Nothing to unsubscribe from.
  }

  async close(): Promise<void> {
    await this.#platform.client.post('closeSession', this.#address(), z.unknown(), { harmless: true })
    await this.#remove(this.#folder)
  }

  async #run(run: Running, command: string, { onOutput, seconds, signal }: RunOptions): Promise<RunResult> {
    const begun = performance.now()
    const stop = whenAborted(signal, () => this.interrupt('INT'))
    const result = ({ exitCode, cwd }: Partial<LineEnd>): RunResult => ({
      exitCode,
      cwd,
      milliseconds: performance.now() - begun,
    })
    try {
      signal?.throwIfAborted()
      const isInline = Buffer.byteLength(command) <= MAX_INLINE_BYTES
      if (!isInline) await this.#platform.files.writeText(this.sandboxId, `${run.base}.sh`, command)
      await this.#signals
      if (signal?.aborted) throw interrupted()
      if (run.signalled) return result({ exitCode: ENDED_BY[run.signalled] })
      run.sent = true
      this.#typed = ''
      const follower = new OutputFollower(this.#platform, this.sandboxId, `${run.base}.out`, onOutput)
      const ended = this.#ended(run, isInline ? command : undefined, seconds, begun)
      await follower.until(ended)
      const { output, exitCode, cwd } = await ended.catch(async (error: unknown) => {
        await follower.finish().catch(() => undefined)
        throw error
      })
      await follower.finish(output)
      if (signal?.aborted) throw interrupted()
      this.#lastCode = exitCode ?? 0
      return result({ exitCode, cwd })
    } catch (error) {
      if (!(error instanceof SandboxPlatformError && error.isSessionGone)) throw error
      await this.#remove(this.#folder)
      throw error.shellExitCode === undefined ? await this.#gone() : error
    } finally {
      run.over = true
      this.#runs.delete(run)
      stop()
    }
  }

  /** Sends the command's line and waits for its end, taken from the answer or, if that is lost, from its files. */
  async #ended(
    run: Running,
    command: string | undefined,
    seconds: number | undefined,
    begun: number,
  ): Promise<Ended> {
    const { base } = run
    const previous = `${this.#folder}/${Number(base.slice(this.#folder.length + 1)) - 1}`
    const line = lineFor({ base, command, lastCode: this.#lastCode, previous })
    let lost: SandboxPlatformError | undefined
    try {
      const body = { ...this.#address(), command: line, check: 'ignore', timeout: seconds }
      const options = { timeout: answerTime(seconds) }
      const { output } = await this.#platform.client.post('run', body, observationSchema, options)
      const answer = answerOf(base, output)
      if (answer) {
        this.#lags = false
        return answer
      }
    } catch (error) {
      if (!(error instanceof SandboxPlatformError) || !isLost(error)) throw error
      const isOver = seconds !== undefined && performance.now() - begun >= seconds * 1_000
      if (isOver && TIMED_OUT.test(error.message)) {
        if ((await this.#state(base)).startsWith('busy')) await this.interrupt('INT')
        this.#lags = true
        throw error
      }
      this.#lags = true
      lost = error
    }
    return this.#watch(run, lost, seconds === undefined ? Infinity : begun + seconds * 1_000)
  }

  /** Polls a command's files, and its shell, until it is over. */
  async #watch(run: Running, lost: SandboxPlatformError | undefined, until: number): Promise<Ended> {
    const begun = performance.now()
    let reached = begun
    let idle = 0
    let dropped = 0
    for (let pause = FIRST_STATE_MS; ; pause = Math.min(pause * 1.5, SLOWEST_STATE_MS)) {
      const state = await this.#state(run.base).catch((error: unknown) => {
        if (performance.now() - reached > MAX_AWAY_MS) throw error
      })
      if (state !== undefined) reached = performance.now()
      const end = state?.startsWith('end ') ? endOf(state.slice(4)) : undefined
      if (end) return end
      // The answer to this line arrived without its end: an interrupt made the shell drop the line.
      const isDropped = state?.startsWith('early') && lost === undefined && !this.#lags
      if (isDropped && ++dropped === 2) {
        if (run.signalled) return { exitCode: ENDED_BY[run.signalled] }
        throw new SandboxPlatformError(
          'FAILED',
          'run',
          'the command did not begin: its shell was interrupted',
        )
      }
      idle = state?.startsWith('idle') ? idle + 1 : 0
      if (idle === 2 || (idle === 1 && !this.#lags)) {
        return { exitCode: run.signalled && ENDED_BY[run.signalled] }
      }
      if (state?.startsWith('gone')) throw GONE
      if (state?.startsWith('early') && performance.now() - begun > MAX_EARLY_MS) {
        throw lost ?? new SandboxPlatformError('UNEXPECTED_ANSWER', 'run', 'the command did not begin')
      }
      if (performance.now() > until) {
        await this.interrupt('INT')
        throw lost ?? new SandboxPlatformError('FAILED', 'run', 'the time limit is over')
      }
      await setTimeout(pause)
    }
  }

  /** What the platform reports about the exited shell, once its exit code is known; lagging answers come first. */
  async #gone(): Promise<SandboxPlatformError> {
    const body = { ...this.#address(), command: ':', check: 'ignore', timeout: 5 }
    for (let attempt = 0; attempt < 3; attempt++) {
      const shellAnswer = await this.#platform.client
        .post('run', body, observationSchema, { harmless: true })
        .catch((error: unknown) => error)
      if (shellAnswer instanceof SandboxPlatformError && shellAnswer.shellExitCode !== undefined)
        return shellAnswer
    }
    return GONE
  }

  async #state(base: string): Promise<string> {
    const argv = ['sh', '-c', STATE, 'sh', this.#shellPid, base]
    return (await this.#platform.execute(this.sandboxId, argv, { seconds: 10, harmless: true })).stdout
  }

  /** Retried when there is no answer, as can happen briefly after a failed call; what remains is swept by the next session. */
  async #remove(path: string): Promise<void> {
    const argv = ['rm', '-rf', path]
    for (let attempt = 0; attempt < 3; attempt++) {
      const removed = await this.#platform
        .execute(this.sandboxId, argv, { seconds: 10, harmless: true })
        .catch(() => undefined)
      if (removed) return
      await setTimeout(REMOVE_PAUSE_MS)
    }
  }

  #address() {
    return { sandbox_id: this.sandboxId, session: this.name }
  }
}

const GONE = new SandboxPlatformError('FAILED', 'run', 'End Of File (EOF). The shell of the session ended.')

const interrupted = (): SandboxPlatformError =>
  new SandboxPlatformError('ABORTED', 'run', 'the command was interrupted')

/** Whether a failed call leaves the command's fate unknown: it was cut off, or its answer did not arrive. */
const isLost = (error: SandboxPlatformError): boolean =>
  (error.code === 'FAILED' && TIMED_OUT.test(error.message)) ||
  error.code === 'TIMEOUT' ||
  (error.code === 'UNREACHABLE' && !neverSent(error)) ||
  [408, 502, 503, 504, 524].includes(error.status ?? 0)
