import { randomUUID } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { collect } from '../collect.ts'
import { connectThrough } from '../connect.ts'
import { COUNTERS, readCounters } from '../container-usage.ts'
import { startProcess, startTerminal } from '../local-process.ts'
import {
  type Isolate,
  type IsolateProcess,
  type ControlFolder,
  type ExecSpec,
  RuntimeFailure,
  type Terminal,
  type TerminalSpec,
  type Usage,
} from '../runtime.ts'
import { type Engine, engineEnvironment } from './engine.ts'

/**
 * Stores the pid under a name, because killing the engine's client does not kill the process; and removes the names of ended ones, which
 * come first. This needs no separate process, because Docker 20.10 hangs forever when a container that is being frozen is entered.
 */
const REMEMBER =
  'for ended in $1; do rm -f "/tmp/.orrery-$ended" 2>/dev/null; done; shift; echo $$ > "/tmp/.orrery-$0"; exec "$@"'
/** Comes first from a program on a terminal; whatever comes before it is of the engine or its client. */
const BEGUN = '\u0001'
const SAY_BEGUN = `printf '\\001'; ${REMEMBER}`
const END =
  'read -r pid < "/tmp/.orrery-$0" && { kill -s KILL -- "-$pid" || kill -s KILL "$pid"; }; rm -f "/tmp/.orrery-$0"'

/** Querying a container costs a process in it. */
const ASK_AGAIN_MS = 10_000
/** An engine that has not ended a container by then will not. */
const END_MS = 20_000
/** Further names would exceed a reasonable command line and are removed later. */
const MAX_FORGOTTEN = 64

/** A sandbox that is a container. Processes enter through the engine's `exec`. */
export class EngineIsolate implements Isolate {
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  readonly control: ControlFolder
  readonly closed: Promise<void>
  readonly #engine: Engine
  readonly #container: string
  #stopped: Promise<void> | undefined
  #lastUsage = { at: -Infinity, outOfMemory: 0 }
  /** Ended programs whose pids are still stored in the container. */
  #ended: string[] = []

  constructor(
    engine: Engine,
    container: string,
    keeper: ChildProcess,
    inside: Pick<Isolate, 'control' | 'home' | 'env'>,
  ) {
    this.#engine = engine
    this.#container = container
    this.control = inside.control
    this.home = inside.home
    // Passed to each program rather than to the container, because an image committed from it must not
    // contain them.
    this.env = inside.env
    this.closed = new Promise<void>((resolve) => keeper.once('exit', () => resolve())).then(() =>
      // The caller of stop gets the failure; here only the keeper's end matters.
      this.stop().catch(() => undefined),
    )
  }

  exec(spec: ExecSpec): IsolateProcess {
    const key = randomUUID()
    const child = startProcess({
      file: this.#engine.name,
      args: this.#arguments(spec, key, spec.stdin ? ['-i'] : []),
      env: engineEnvironment(),
      stdin: spec.stdin ?? false,
    })
    void child.exited.then(
      () => this.#ended.push(key),
      () => undefined,
    )
    return {
      ...child,
      kill: () => {
        void this.#end(key).finally(() => child.kill())
      },
    }
  }

  openTerminal(spec: TerminalSpec): Terminal {
    const key = randomUUID()
    const command = {
      file: this.#engine.name,
      args: this.#arguments(spec, key, ['-i', '-t'], SAY_BEGUN),
      env: engineEnvironment(),
    }
    const terminal = endedUnlessBegun(startTerminal(command, spec))
    return {
      ...terminal,
      close: () => {
        void this.#end(key).finally(() => terminal.close())
      },
    }
  }

  connect(port: number): Promise<Duplex> {
    return connectThrough((argv) => this.exec({ argv, stdin: true }), '/bin/bash', port)
  }

  async usage(): Promise<Usage> {
    const { stdout } = await collect(this.exec({ argv: ['/bin/sh', '-c', COUNTERS] }))
    return { ...readCounters(stdout.toString()), disk: await this.diskUsed() }
  }

  async outOfMemory(): Promise<number> {
    if (performance.now() - this.#lastUsage.at > ASK_AGAIN_MS) {
      this.#lastUsage = { at: performance.now(), outOfMemory: this.#lastUsage.outOfMemory }
      this.#lastUsage = { at: performance.now(), outOfMemory: (await this.usage()).outOfMemory }
    }
    return this.#lastUsage.outOfMemory
  }

  async diskUsed(): Promise<number> {
    const format = ['--size', '--format', '{{.SizeRw}}']
    const size = await this.#engine.run(['container', 'inspect', ...format, this.#container]).catch(() => '0')
    return Number(size) || 0
  }

  readonly freeze = async (isFrozen: boolean): Promise<void> => {
    await this.#engine.run([isFrozen ? 'pause' : 'unpause', this.#container])
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#kill().catch((error: unknown) => {
      this.#stopped = undefined
      throw error
    })
    return this.#stopped
  }

  /** @throws RuntimeFailure when the container survives every attempt */
  async #kill(): Promise<void> {
    const attempts = [
      ['kill', this.#container],
      // Podman cannot kill a paused container.
      ['unpause', this.#container],
      ['kill', this.#container],
      // This loses its files, but a sandbox that cannot be ended is worse.
      ['rm', '-f', this.#container],
    ]
    let reason = ''
    for (const attempt of attempts) {
      await this.#engine.run(attempt, { timeout: END_MS }).catch((error: Error) => (reason = error.message))
      if (!(await this.#isAlive())) return
    }
    const { name } = this.#engine
    throw new RuntimeFailure(
      `${name} could not end the container (${reason}); it runs on: try ${name} rm -f ${this.#container}, or restart ${name}`,
    )
  }

  /** If the engine does not answer, the container counts as running; one that it does not know has ended. */
  async #isAlive(): Promise<boolean> {
    const format = ['--format', '{{.State.Running}}']
    return this.#engine.run(['container', 'inspect', ...format, this.#container], { timeout: END_MS }).then(
      (state) => state === 'true',
      (error: Error) => !/no such/i.test(error.message),
    )
  }

  #arguments(spec: ExecSpec, key: string, flags: readonly string[], begin = REMEMBER): string[] {
    const env = Object.entries({ ...this.env, ...spec.env }).flatMap(([name, value]) => [
      '-e',
      `${name}=${value}`,
    ])
    const user = spec.user ? ['--user', spec.user] : []
    const place = [...user, '-w', spec.cwd ?? this.home]
    const ended = this.#ended.splice(0, MAX_FORGOTTEN).join(' ')
    const program = ['/bin/sh', '-c', begin, key, ended, ...spec.argv]
    return ['exec', ...flags, ...env, ...place, this.#container, ...program]
  }

  async #end(key: string): Promise<void> {
    if (this.#stopped) return
    await this.#engine.succeeds(['exec', this.#container, '/bin/sh', '-c', END, key])
  }
}

/** The exit code of an engine's client that could not start the program. */
const NOT_STARTED = 126

/** Lines of a client about itself, after which it goes on. */
const ASIDE = /^(?:warn|deprecated|note|time="|Emulate Docker CLI|$)/i

/**
 * Ends the client of a terminal as soon as it says why the program cannot begin. Docker's client first sets the terminal's size and waits
 * for that before it looks at the failure, while its daemon waits 10 seconds for the program to begin (`ContainerExecResize` in moby's
 * daemon/resize.go). The sign of a program that has begun is taken out.
 */
function endedUnlessBegun(terminal: Terminal): Terminal {
  const listeners: ((data: Buffer) => void)[] = []
  let before = ''
  let hasBegun = false
  let isRefused = false
  terminal.onData((data) => {
    let shown = data
    const at = hasBegun ? -1 : data.indexOf(BEGUN)
    if (at >= 0) {
      hasBegun = true
      shown = Buffer.concat([data.subarray(0, at), data.subarray(at + BEGUN.length)])
    } else if (!hasBegun && !isRefused) {
      before += data.toString()
      const lines = before.split('\n')
      before = (lines.pop() ?? '').slice(-MAX_LINE)
      isRefused = lines.some((line) => !ASIDE.test(line.trim()))
      // Not within its own event.
      if (isRefused) setImmediate(() => terminal.close())
    }
    if (shown.length > 0) for (const listener of listeners) listener(shown)
  })
  const exited = terminal.exited.then((status) => (isRefused ? { code: NOT_STARTED } : status))
  return { ...terminal, exited, onData: (listener) => void listeners.push(listener) }
}

/** An image may lack much, and a message can be long. */
const MAX_LINE = 4096
