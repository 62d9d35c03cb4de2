import { randomUUID } from 'node:crypto'
import { StringDecoder } from 'node:string_decoder'
import { z } from 'zod'
import { FOREGROUND_SIGNAL, signalForeground } from '#shared/sandbox/foreground-signal.ts'
import { observationSchema } from '#shared/sandbox/records.ts'
import { shellQuote } from '#shared/shell/quote.ts'
import { setTimeout } from 'node:timers/promises'
import { readPart } from './file-part.ts'
import type { SandboxCommands } from './commands.ts'
import type { Files } from './files.ts'
import { SandboxPlatformError } from './platform-error.ts'
import type { ExpectOptions, ExpectResult, RunOptions, RunResult, Session } from './session.ts'
import { answerTime, expectAnswer, whenAborted } from './session-calls.ts'
import { SerialQueue } from '#shared/workbench/serial-queue.ts'

/** Pauses between looks at a running command's output, ms: quick at first, then gentle. */
const FIRST_LOOK_MS = 120
const SLOWEST_LOOK_MS = 1_000
/** Bytes fetched at one look. */
const LOOK_BYTES = 512 * 1024

/**
 * {@link FOREGROUND_SIGNAL} for the command of the files $5. Before the command began and after it ended the shell is busy for its
 * platform: a signal would break that off and end the session.
 */
const SIGNAL = `[ -e "$5.out" ] || { echo early; exit; }\n[ ! -e "$5.cwd" ] || exit 0\n${FOREGROUND_SIGNAL}`
/** Milliseconds between two looks for somebody to signal. */
const SIGNAL_PAUSE_MS = 80

/** What a shell answers of a command that a signal ended: 128 and the signal's number. */
const ENDED_BY = { INT: 130, KILL: 137, TERM: 143 } as const
type Signal = keyof typeof ENDED_BY

/** What a plain session needs of its platform. */
type PlainPlatform = SandboxCommands & { readonly files: Files }

/** A command that runs, or waits for those before it. */
interface Running {
  /** The path of its files, without their ending. */
  readonly base: string
  /** Whether the platform was asked to run it. */
  sent: boolean
  over: boolean
  /** A signal that came before it was sent. */
  stopped?: Signal
}

/**
 * A session on a platform that has only the base API. Each command goes into a file that the session sources with its output sent to
 * another file: so tabs, heredocs, `!` and `;` survive the real platform's shell driver (docs/sandbox-platform.md#sessions), the output can
 * be followed by `execute`, and the exit code is the platform's own. The price: programs see no terminal on their output.
 */
export class PlainSession implements Session {
  readonly sandboxId: string
  readonly name: string
  readonly greeting: string
  readonly #platform: PlainPlatform
  readonly #folder: string
  readonly #shellPid: string
  #counter = 0
  readonly #turns = new SerialQueue()
  /** Commands whose end is not known yet, the one that runs first. */
  readonly #runs = new Set<Running>()

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
    const folder = `/tmp/.orrery-${randomUUID()}`
    const prepared = await platform.client.post(
      'run',
      {
        sandbox_id: sandboxId,
        session: name,
        command: `mkdir -p ${folder} && echo $$`,
        check: 'silent',
        timeout: 30,
      },
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
    return new PlainSession(platform, sandboxId, name, greeting, folder, pid)
  }

  /** One at a time: the real platform mixes up the answers of commands that overlap in one session. */
  run(command: string, options: RunOptions = {}): Promise<RunResult> {
    const run: Running = { base: `${this.#folder}/${++this.#counter}`, sent: false, over: false }
    this.#runs.add(run)
    return this.#turns.run(() => this.#run(run, command, options))
  }

  expect(line: string, options: ExpectOptions): Promise<ExpectResult> {
    return expectAnswer(this.#platform.client, this.#address(), line, options)
  }

  /** Ends what the current command does. */
  async interrupt(name: Signal = 'INT', options: { signal?: AbortSignal } = {}): Promise<void> {
    const [run] = this.#runs
    if (run?.sent === false) run.stopped = name
    if (!run?.sent) return
    await signalForeground(name, {
      signal: async (told, shell) => {
        const argv = ['sh', '-c', SIGNAL, 'sh', this.#shellPid, name, told, shell, run.base]
        return (await this.#platform.execute(this.sandboxId, argv, { seconds: 10, ...options })).stdout
      },
      isOver: () => run.over,
      pause: () => setTimeout(SIGNAL_PAUSE_MS, undefined, options),
    })
  }

  write(): Promise<void> {
    return Promise.reject(
      new SandboxPlatformError(
        'NO_SUCH_OPERATION',
        'write',
        'this platform cannot type into a running program',
      ),
    )
  }

  async resize(): Promise<void> {
    // The base API has no terminal size.
  }

  async close(): Promise<void> {
    await this.#platform.client.post('closeSession', this.#address(), z.unknown())
    await this.#platform
      .execute(this.sandboxId, ['rm', '-rf', this.#folder], { seconds: 10 })
      .catch(() => undefined)
  }

  async #run(run: Running, command: string, { onOutput, seconds, signal }: RunOptions): Promise<RunResult> {
    const { base } = run
    const begun = performance.now()
    const stop = whenAborted(signal, () => this.interrupt('INT'))
    try {
      signal?.throwIfAborted()
      await this.#platform.files.writeText(this.sandboxId, `${base}.sh`, `${command}\n`)
      if (signal?.aborted) throw interrupted()
      if (run.stopped) {
        return {
          exitCode: ENDED_BY[run.stopped],
          cwd: undefined,
          milliseconds: performance.now() - begun,
        }
      }
      run.sent = true
      const follower = new OutputFollower(this.#platform, this.sandboxId, `${base}.out`, onOutput)
      const answer = await follower.until(this.#send(base, seconds))
      if (signal?.aborted) throw interrupted()
      const cwd = await this.#platform.execute(this.sandboxId, ['cat', `${base}.cwd`], { seconds: 10 })
      return {
        exitCode: answer.exit_code,
        cwd: cwd.exit_code === 0 ? cwd.stdout.replace(/\n$/, '') : undefined,
        milliseconds: performance.now() - begun,
      }
    } finally {
      run.over = true
      this.#runs.delete(run)
      stop()
      void this.#platform
        .execute(this.sandboxId, ['sh', '-c', `rm -f ${shellQuote(base)}.*`], { seconds: 10 })
        .catch(() => undefined)
    }
  }

  /** Lets the session source the command's file; the answer comes when it is over. */
  #send(base: string, seconds: number | undefined) {
    const line = `. ${base}.sh > ${base}.out 2>&1; orrery_code=$?; pwd > ${base}.cwd; (exit $orrery_code)`
    const limit = seconds === undefined ? {} : { timeout: seconds }
    return this.#platform.client.post(
      'run',
      { ...this.#address(), command: line, check: 'silent', ...limit },
      observationSchema,
      { timeout: answerTime(seconds) },
    )
  }

  #address() {
    return { sandbox_id: this.sandboxId, session: this.name }
  }
}

const interrupted = (): SandboxPlatformError =>
  new SandboxPlatformError('ABORTED', 'run', 'the command was interrupted')

/** Reads a growing file through `execute` and hands on what is new, as terminal text. */
class OutputFollower {
  readonly #platform: PlainPlatform
  readonly #sandboxId: string
  readonly #path: string
  readonly #onOutput: ((chunk: string) => void) | undefined
  readonly #decoder = new StringDecoder('utf8')
  #offset = 0

  constructor(
    platform: PlainPlatform,
    sandboxId: string,
    path: string,
    onOutput: ((chunk: string) => void) | undefined,
  ) {
    this.#platform = platform
    this.#sandboxId = sandboxId
    this.#path = path
    this.#onOutput = onOutput
  }

  /** Follows until `work` ends, then reads the rest, also when it failed. */
  async until<Result>(work: Promise<Result>): Promise<Result> {
    let ended = false
    const mark = work.then(
      () => void (ended = true),
      () => void (ended = true),
    )
    for (let pause = FIRST_LOOK_MS; !ended; pause = Math.min(pause * 1.5, SLOWEST_LOOK_MS)) {
      const timer = new AbortController()
      await Promise.race([
        mark,
        setTimeout(pause, undefined, { signal: timer.signal }).catch(() => undefined),
      ])
      timer.abort()
      if (!ended && this.#onOutput && (await this.#look().catch(() => 0)) > 0) pause = FIRST_LOOK_MS
    }
    while ((await this.#look()) > 0);
    return work
  }

  async #look(): Promise<number> {
    const place = { path: this.#path, offset: this.#offset, length: LOOK_BYTES }
    const bytes = await readPart(this.#platform, this.#sandboxId, place).catch((error: Error) => {
      // A command that was refused before it ran printed nothing.
      if (/No such file/.test(error.message)) return Buffer.alloc(0)
      throw error
    })
    if (bytes.length === 0) return 0
    this.#offset += bytes.length
    // A file has bare line feeds where a terminal has CR LF.
    const text = this.#decoder.write(bytes).replace(/\r?\n/g, '\r\n')
    this.#onOutput?.(text)
    return bytes.length
  }
}
