import { randomUUID } from 'node:crypto'
import { type Job, placeOf } from '#shared/terminals/terminal.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { shellQuote } from '#shared/shell/quote.ts'
import type { SessionPlace, Sessions } from '../sessions.ts'

interface JobsOptions {
  readonly sessions: Pick<Sessions, 'run'>
  /** Runs a program in a sandbox and returns its output. */
  execute(place: { platform: string; sandboxId: string }, argv: readonly string[]): Promise<string>
  isWatched(place: string): boolean
  read(): Promise<readonly Job[]>
  write(jobs: readonly Job[]): Promise<void>
  tell(jobs: readonly Job[]): void
}

/** Polling interval of running jobs in milliseconds. */
const POLL_EVERY_MS = 1500
/** Bytes of a job's output to show, from its end. */
const SHOWN_BYTES = 64 * 1024

/** $1 is the job's base path, $2 its process group. */
const PROBE =
  'if [ -f "$1.code" ]; then cat "$1.code"; elif kill -0 "$2" 2>/dev/null; then echo running; else echo lost; fi'
const END = 'kill -TERM -- "-$1" 2>/dev/null || kill -TERM "$1"'

/**
 * Runs `command` in its own process group with its output in a file. The exit code file is written atomically
 * after the output.
 */
const startLine = (command: string, base: string): string =>
  `(set -m; { trap '' HUP; (eval ${shellQuote(command)}); echo $? > ${base}.new; mv ${base}.new ${base}.code; }` +
  ` > ${base}.out 2>&1 < /dev/null & echo "JOB$!")`

/**
 * Background commands of a session: they have its variables and functions, write their output to a file and their exit code at
 * the end, and outlive the session.
 */
export class Jobs {
  readonly #options: JobsOptions
  #jobs: readonly Job[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(options: JobsOptions) {
    this.#options = options
  }

  async load(): Promise<void> {
    this.#jobs = await this.#options.read()
  }

  get all(): readonly Job[] {
    return this.#jobs
  }

  async start(place: SessionPlace, command: string): Promise<Job> {
    const id = randomUUID().slice(0, 8)
    const base = `/tmp/.orrery-job-${id}`
    let answer = ''
    const line = startLine(command, base)
    await this.#options.sessions.run(place, { command: line, plain: true }, (chunk) => (answer += chunk))
    const pid = Number(/JOB(\d+)/.exec(answer)?.[1])
    if (!pid) throw workbenchError('JOB_NOT_STARTED', { reason: answer.trim() })
    const { platform, sandboxId } = place
    const startedAt = Date.now()
    const job: Job = {
      id,
      platform,
      sandboxId,
      command,
      pid,
      base,
      startedAt,
      state: 'running',
      exitCode: null,
    }
    this.#become([...this.#jobs, job])
    this.poll()
    return job
  }

  /** Polls running jobs as long as a window shows their sandbox. */
  poll(): void {
    this.#timer ??= setTimeout(() => {
      const running = this.#jobs.filter(
        (job) => job.state === 'running' && this.#options.isWatched(placeOf(job)),
      )
      void Promise.allSettled(running.map((job) => this.#pollJob(job))).then(() => {
        this.#timer = undefined
        if (running.length > 0) this.poll()
      })
    }, POLL_EVERY_MS)
  }

  output(id: string): Promise<string> {
    const job = this.#find(id)
    return this.#options.execute(job, ['tail', '-c', String(SHOWN_BYTES), '--', `${job.base}.out`])
  }

  /** Kills a job's process group. */
  async end(id: string): Promise<void> {
    const job = this.#find(id)
    await this.#options.execute(job, ['sh', '-c', END, 'sh', String(job.pid)])
  }

  async remove(id: string): Promise<void> {
    const job = this.#find(id)
    this.#become(this.#jobs.filter((one) => one !== job))
    await this.#options.execute(job, ['sh', '-c', 'rm -f "$1".*', 'sh', job.base])
  }

  dispose(): void {
    clearTimeout(this.#timer)
  }

  async #pollJob(job: Job): Promise<void> {
    const word = await this.#options.execute(job, ['sh', '-c', PROBE, 'sh', job.base, String(job.pid)])
    if (word.trim() === 'running') return
    const exitCode = /^\d+$/.test(word.trim()) ? Number(word) : null
    const over: Job = { ...job, state: exitCode === null ? 'lost' : 'done', exitCode }
    this.#become(this.#jobs.map((one) => (one.id === job.id ? over : one)))
  }

  #find(id: string): Job {
    const job = this.#jobs.find((one) => one.id === id)
    if (job) return job
    throw workbenchError('UNKNOWN_JOB')
  }

  #become(jobs: readonly Job[]): void {
    this.#jobs = jobs
    this.#options.tell(jobs)
    void this.#options.write(jobs).catch(() => undefined)
  }
}
