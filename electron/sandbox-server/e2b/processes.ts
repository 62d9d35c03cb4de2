import type { Readable } from 'node:stream'
import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { failureWords } from '../api/isolate-files.ts'
import { collect } from '../runtime/collect.ts'
import { firstLine } from '../runtime/first-line.ts'
import type { Isolate, IsolateProcess, ExecSpec, Terminal } from '../runtime/runtime.ts'
import { RpcError } from './connect.ts'

export interface ProcessConfig {
  readonly cmd: string
  readonly args: readonly string[]
  readonly envs: Readonly<Record<string, string>>
  readonly cwd?: string | undefined
}

interface Start {
  readonly config: ProcessConfig
  readonly tag?: string | undefined
  readonly user?: string | undefined
  /** Whether the caller writes to stdin; otherwise it is empty. */
  readonly stdin: boolean
  /** Terminal size; without it the program has no terminal. */
  readonly size?: { readonly cols: number; readonly rows: number } | undefined
}

export type OutputKind = 'stdout' | 'stderr' | 'pty'
/** Resolves when more can be taken: a program waits for its slowest reader. */
export type Reader = (kind: OutputKind, bytes: Buffer) => Promise<void>

/** Prints the pid inside as its first line, then executes the program. */
const TELL_PID = ['/bin/sh', '-c', 'echo "$$"; exec "$@"', 'sh']

/** How long the end waits for children that hold the exited program's output. */
const HELD_OUTPUT_MS = 2_000

/** A running program, for the caller that started it and those that connect later. */
export class RunningProcess {
  readonly pid: number
  readonly config: ProcessConfig
  readonly tag: string | undefined
  /** Resolves with the exit code, as a shell reports it, after all output was delivered. */
  readonly ended: Promise<number>
  readonly #isolate: Isolate
  readonly #child: IsolateProcess | Terminal
  readonly #readers = new Set<Reader>()
  /** Bytes delivered, and the number of readers still processing. */
  #passed = 0
  #passing = 0

  constructor(
    isolate: Isolate,
    start: Start,
    begun: { pid: number; child: IsolateProcess | Terminal; screen: Readable | undefined },
    reader: Reader,
  ) {
    this.#readers.add(reader)
    this.#isolate = isolate
    this.#child = begun.child
    this.pid = begun.pid
    this.config = start.config
    this.tag = start.tag
    this.ended = this.#follow(begun.screen)
    this.ended.catch(() => undefined)
  }

  /** Adds a reader. @returns a function to remove it */
  read(reader: Reader): () => void {
    this.#readers.add(reader)
    return () => void this.#readers.delete(reader)
  }

  write(kind: 'stdin' | 'pty', bytes: Buffer): Promise<void> {
    const child = this.#child
    if ('write' in child) {
      if (kind !== 'pty') throw new RpcError('failed_precondition', 'it runs on a terminal: send pty input')
      child.write(bytes.toString())
      return Promise.resolve()
    }
    const input = child.stdin
    if (kind !== 'stdin' || !input || input.writableEnded) {
      throw new RpcError('failed_precondition', 'its input is not open: start it with stdin: true')
    }
    return new Promise((resolve, reject) => {
      input.write(bytes, (error) =>
        error ? reject(new RpcError('failed_precondition', error.message)) : resolve(),
      )
    })
  }

  closeInput(): void {
    if ('write' in this.#child)
      throw new RpcError('failed_precondition', 'a terminal’s input cannot be closed')
    this.#child.stdin?.end()
  }

  resize({ cols, rows }: { readonly cols: number; readonly rows: number }): void {
    if (!('resize' in this.#child)) throw new RpcError('failed_precondition', 'it does not run on a terminal')
    this.#child.resize(cols, rows)
  }

  /** SIGKILL goes to the program and its children, SIGTERM to the program only. */
  async signal(name: 'KILL' | 'TERM'): Promise<void> {
    if (name === 'KILL' && 'kill' in this.#child) return this.#child.kill()
    const script = 'kill -s "$1" -- "$2" 2>/dev/null || exit 0'
    await this.#isolate.exec({ argv: ['/bin/sh', '-c', script, 'sh', name, String(this.pid)] }).exited
    if (name === 'KILL' && 'close' in this.#child) this.#child.close()
  }

  async #follow(screen: Readable | undefined): Promise<number> {
    const child = this.#child
    const outputs: [OutputKind, Readable][] =
      'stdout' in child
        ? [
            ['stdout', child.stdout],
            ['stderr', child.stderr],
          ]
        : [['pty', screen as Readable]]
    let isOver = false
    const read = Promise.all(outputs.map(([kind, stream]) => this.#pass(kind, stream)))
    void read.then(() => (isOver = true))
    const { code } = await child.exited
    const timer = new AbortController()
    // The program's own output is still arriving as long as there is new data or a busy reader.
    for (let before = -1; !isOver && (this.#passing > 0 || before !== this.#passed);) {
      before = this.#passed
      await Promise.race([read, setTimeout(HELD_OUTPUT_MS, undefined, { signal: timer.signal })])
    }
    timer.abort()
    return code
  }

  async #pass(kind: OutputKind, stream: Readable): Promise<void> {
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        this.#passing += 1
        await Promise.all([...this.#readers].map((reader) => reader(kind, chunk)))
        this.#passing -= 1
        this.#passed += chunk.length
      }
    } catch {
      // It was aborted along with the program; what was read is delivered.
    }
  }
}

/** The programs of one isolate that were started through this API. */
export class Processes {
  readonly #isolate: Isolate
  readonly #running = new Map<number, RunningProcess>()

  constructor(isolate: Isolate) {
    this.#isolate = isolate
  }

  /** @param reader receives all output. @throws RpcError when the program could not be started */
  async start(start: Start, reader: Reader): Promise<RunningProcess> {
    const { cmd, args, envs, cwd } = start.config
    const spec: ExecSpec = {
      argv: [...TELL_PID, cmd, ...args],
      env: envs,
      ...(cwd ? { cwd } : {}),
      user: start.user,
      stdin: start.stdin,
    }
    const begun = start.size ? await this.#onTerminal(spec, start.size) : await this.#piped(spec)
    const running = new RunningProcess(this.#isolate, start, begun, reader)
    this.#running.set(running.pid, running)
    const forget = () => void this.#running.delete(running.pid)
    running.ended.then(forget, forget)
    return running
  }

  all(): RunningProcess[] {
    return [...this.#running.values()]
  }

  /** @throws RpcError not_found */
  get({
    pid,
    tag,
  }: {
    readonly pid?: number | undefined
    readonly tag?: string | undefined
  }): RunningProcess {
    const found = pid === undefined ? this.all().find((one) => one.tag === tag) : this.#running.get(pid)
    if (!found) throw new RpcError('not_found', `process ${pid ?? tag} does not run`)
    return found
  }

  async #piped(spec: ExecSpec) {
    const child = this.#isolate.exec(spec)
    const line = await firstLine(child.stdout)
    const pid = Number(line)
    if (line !== undefined && pid > 0) return { pid, child, screen: undefined }
    const { stderr } = await collect(child)
    throw new RpcError('invalid_argument', `it could not be started: ${failureWords(stderr, spec.cwd)}`)
  }

  async #onTerminal(spec: ExecSpec, size: { readonly cols: number; readonly rows: number }) {
    const child = this.#isolate.openTerminal({ ...spec, ...size })
    const screen = new PassThrough({ highWaterMark: MAX_WAITING_BYTES })
    child.onData((bytes) => {
      // A terminal's output cannot be paused: a reader that is too slow loses data.
      if (screen.readableLength < MAX_WAITING_BYTES) screen.write(bytes)
    })
    void child.exited.then(() => screen.end())
    const words: string[] = []
    while (words.length < MAX_WARNINGS) {
      const line = await firstLine(screen)
      if (line === undefined) break
      if (Number(line) > 0) return { pid: Number(line), child, screen }
      words.push(line.trim())
    }
    child.close()
    throw new RpcError('invalid_argument', words.join('; ') || 'the terminal could not be opened')
  }
}

/** Lines before the pid: some shells warn when they begin, such as of a locale that the image does not have. */
const MAX_WARNINGS = 8

/** Maximum bytes of terminal output buffered for its reader. */
const MAX_WAITING_BYTES = 16 * 1024 ** 2
