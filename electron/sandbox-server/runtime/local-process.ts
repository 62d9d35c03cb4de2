import { type ChildProcess, spawn, type StdioOptions, execFile, execFileSync } from 'node:child_process'
import { chownSync, closeSync, constants as fileFlags, mkdtempSync, openSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, tmpdir } from 'node:os'
import type { IPty } from '@lydell/node-pty'
import type { Readable, Writable } from 'node:stream'
import { type IsolateProcess, type ExitStatus, RuntimeFailure, type Terminal } from './runtime.ts'
import { Socket } from 'node:net'
import { join } from 'node:path'

/**
 * A pipe for a child's output. Node by itself gives a child sockets, and a socket cannot be opened by its name: `tee /dev/stderr` or a
 * program that logs to `/dev/stdout` would fail.
 */
interface OutputPipe {
  /** The descriptor for the child; to be closed here once the child is started. */
  readonly writer: number
  readonly stream: Socket
}

interface Pair {
  readonly reader: number
  readonly writer: number
}

/** How many pipes one call of `mkfifo` makes, and how few call for the next. */
const BATCH = 16
const FEW = 6

const ready: Pair[] = []
let isFilling = false
let isMissing = false

/** A fresh pipe; undefined where there is no `mkfifo` to make one. */
function openOutputPipe(): OutputPipe | undefined {
  if (ready.length === 0) fillNow()
  const pair = ready.pop()
  if (ready.length < FEW) fillSoon()
  if (!pair) return undefined
  return { writer: pair.writer, stream: new Socket({ fd: pair.reader, readable: true, writable: false }) }
}

function fillNow(): void {
  if (isMissing) return
  const { folder, paths } = places()
  try {
    execFileSync('mkfifo', ['-m', MODE, ...paths], { stdio: 'ignore' })
    keep(paths)
  } catch (error) {
    isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function fillSoon(): void {
  if (isFilling || isMissing) return
  isFilling = true
  const { folder, paths } = places()
  execFile('mkfifo', ['-m', MODE, ...paths], (error) => {
    isFilling = false
    if (!error) keep(paths)
    rmSync(folder, { recursive: true, force: true })
  })
}

/** Opens what it can: whoever finds none left asks for more, or does without. */
function keep(paths: readonly string[]): void {
  try {
    for (const path of paths) ready.push(openPair(path))
  } catch {
    // No descriptors left; some will be free again.
  }
}

/** The sandbox's users are others than ours. Nobody else reaches the pipes: their names are gone before anybody gets one. */
const MODE = '666'

function places(): { folder: string; paths: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-pipes-'))
  return { folder, paths: Array.from({ length: BATCH }, (_, n) => join(folder, String(n))) }
}

/** The reader comes first and does not wait, so that neither open waits for the other. The writer's end is an ordinary, waiting one. */
function openPair(path: string): Pair {
  const reader = openSync(path, fileFlags.O_RDONLY | fileFlags.O_NONBLOCK)
  try {
    return { reader, writer: openSync(path, fileFlags.O_WRONLY) }
  } catch (error) {
    closeSync(reader)
    throw error
  }
}

/** A host process to start: absolute program, arguments, its whole environment, and bytes for descriptor 3. */
export interface HostCommand {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly stdin?: boolean
  readonly descriptor3?: string
}

const signalNumbers: Readonly<Record<string, number>> = constants.signals

const exitStatus = (code: number | null, signal: string | null): ExitStatus => ({
  code: code ?? 128 + (signalNumbers[signal ?? ''] ?? 0),
})

/** Starts `command` in a process group of its own, so that it can be ended as a whole. @throws RuntimeFailure */
export function startProcess(command: HostCommand): IsolateProcess {
  refuseNul(command)
  const pipes = [openOutputPipe(), openOutputPipe()] as const
  const stdio: StdioOptions = [
    command.stdin ? 'pipe' : 'ignore',
    ...pipes.map((pipe) => pipe?.writer ?? 'pipe'),
  ]
  if (command.descriptor3 !== undefined) stdio.push('pipe')
  const child = spawnAndClose(command, stdio, pipes)
  const exited = new Promise<ExitStatus>((resolve, reject) => {
    child.once('error', (error) =>
      reject(new RuntimeFailure(`${command.file} could not be started: ${error.message}`)),
    )
    child.once('exit', (code, signal) => resolve(exitStatus(code, signal)))
  })
  exited.catch(() => undefined)
  // A child that ends before it read its input must not bring the server down.
  child.stdin?.on('error', () => undefined)
  if (command.descriptor3 !== undefined) {
    const pipe = child.stdio[3] as Writable
    pipe.on('error', () => undefined)
    pipe.end(command.descriptor3)
  }
  const stdout = pipes[0]?.stream ?? (child.stdout as Readable)
  const stderr = pipes[1]?.stream ?? (child.stderr as Readable)
  // Nobody of the group can be left when all is closed, and its number may belong to strangers: numbers are used again.
  let gone = false
  const closes = [stdout, stderr].map(
    (stream) => new Promise<void>((resolve) => stream.once('close', resolve)),
  )
  void Promise.all([exited, ...closes]).then(
    () => (gone = true),
    () => (gone = true),
  )
  return {
    stdin: child.stdin,
    stdout,
    stderr,
    exited,
    kill: () => {
      if (!gone) killGroup(child.pid)
    },
  }
}

/** Starts the child; our copies of its ends of the pipes are closed, else its output would never end. */
function spawnAndClose(
  command: HostCommand,
  stdio: StdioOptions,
  pipes: readonly (OutputPipe | undefined)[],
): ChildProcess {
  try {
    return spawn(command.file, [...command.args], {
      env: { ...command.env },
      cwd: command.cwd,
      detached: true,
      stdio,
    })
  } catch (error) {
    for (const pipe of pipes) pipe?.stream.destroy()
    throw error
  } finally {
    for (const pipe of pipes) if (pipe) closeSync(pipe.writer)
  }
}

/** The kernel ends every argument at its first NUL. @throws RuntimeFailure */
function refuseNul({ file, args, env, cwd = '' }: HostCommand): void {
  if ([file, ...args, cwd, ...Object.entries(env).flat()].some((word) => word.includes('\0'))) {
    throw new RuntimeFailure('a command, its environment and its directory cannot hold NUL characters')
  }
}

/** SIGKILL for a process group; one that is gone already is not an error. */
function killGroup(pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // Already gone.
  }
}

interface PtyModule {
  spawn(file: string, args: string[], options: object): IPty
}

let ptyModule: PtyModule | undefined

/** The native package, loaded when the first terminal opens so that the server starts without it. */
function loadPty(): PtyModule {
  try {
    ptyModule ??= createRequire(import.meta.url)('@lydell/node-pty') as PtyModule
    return ptyModule
  } catch (cause) {
    // Below the reason stands which files asked for it.
    const [reason = ''] = (cause as Error).message.split('\n')
    throw new RuntimeFailure(
      `Sessions need the package @lydell/node-pty, which cannot be loaded here (${reason}). Install it where Orrery is: npm install @lydell/node-pty.`,
    )
  }
}

/** Whether the native package is here; it is an optional dependency. */
export function hasTerminals(): boolean {
  try {
    createRequire(import.meta.url).resolve('@lydell/node-pty')
    return true
  } catch {
    return false
  }
}

interface TerminalOptions {
  readonly cols: number
  readonly rows: number
  /** The user and group who shall own the terminal's device, so that they can open it by name; else it is the server's. */
  readonly owner?: number | undefined
}

/** Starts `command` on a pseudo-terminal of its own. */
export function startTerminal(command: HostCommand, { cols, rows, owner }: TerminalOptions): Terminal {
  refuseNul(command)
  const options = {
    name: 'dumb',
    cols,
    rows,
    env: command.env,
    cwd: command.cwd ?? '/',
    // Bytes, not text: a chunk may end within a character.
    encoding: null,
  }
  const pty = loadPty().spawn(command.file, [...command.args], options)
  // The types do not know the device's path.
  if (owner !== undefined) chownSync((pty as IPty & { readonly ptsName: string }).ptsName, owner, owner)
  const exited = new Promise<ExitStatus>((resolve) => {
    pty.onExit(({ exitCode, signal }) => resolve({ code: signal ? 128 + signal : exitCode }))
  })
  let open = true
  void exited.then(() => (open = false))
  return {
    exited,
    onData: (listener) => {
      // With `encoding: null` the package hands out buffers; its types only know strings.
      pty.onData((data) => listener(data as unknown as Buffer))
    },
    write: (data) => {
      if (open) pty.write(data)
    },
    resize: (cols, rows) => {
      if (open) pty.resize(cols, rows)
    },
    close: () => {
      if (!open) return
      killGroup(pty.pid, 'SIGHUP')
      setTimeout(() => open && killGroup(pty.pid), HANGUP_GRACE_MS).unref()
    },
  }
}

/** How long a shell may take to tell its jobs about the hang-up. */
const HANGUP_GRACE_MS = 300
