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
 * A pipe for a child's output. Node uses sockets, which cannot be opened by path: `tee /dev/stderr` or a program that logs to
 * `/dev/stdout` would fail.
 */
interface OutputPipe {
  /** The child's file descriptor; to be closed here once the child has started. */
  readonly writer: number
  readonly stream: Socket
}

interface Pair {
  readonly reader: number
  readonly writer: number
}

/** Pipes per call of `mkfifo`, and the remaining number that triggers the next call. */
const BATCH = 16
const FEW = 6

const ready: Pair[] = []
let isFilling = false
let isMissing = false

/** A new pipe; undefined without `mkfifo`. */
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

/** Opens as many as possible; when none is left, more are requested or Node's are used. */
function keep(paths: readonly string[]): void {
  try {
    for (const path of paths) ready.push(openPair(path))
  } catch {
    // Out of file descriptors; some will become free.
  }
}

/**
 * The sandbox's users differ from the server's. Nobody else can open the pipes, because their paths are unlinked before use.
 */
const MODE = '666'

function places(): { folder: string; paths: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-pipes-'))
  return { folder, paths: Array.from({ length: BATCH }, (_, n) => join(folder, String(n))) }
}

/**
 * The reader is opened first and without blocking, so that neither open waits for the other. The writer is an ordinary blocking one.
 */
function openPair(path: string): Pair {
  const reader = openSync(path, fileFlags.O_RDONLY | fileFlags.O_NONBLOCK)
  try {
    return { reader, writer: openSync(path, fileFlags.O_WRONLY) }
  } catch (error) {
    closeSync(reader)
    throw error
  }
}

/** Instead of bytes that are known at the start. */
export const LATER = Symbol('later')

/**
 * A host process to start: absolute program path, arguments, complete environment, and bytes for descriptor 3, or {@link LATER} if the
 * caller writes them.
 */
export interface HostCommand {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly stdin?: boolean
  readonly descriptor3?: string | typeof LATER
}

const signalNumbers: Readonly<Record<string, number>> = constants.signals

const exitStatus = (code: number | null, signal: string | null): ExitStatus => ({
  code: code ?? 128 + (signalNumbers[signal ?? ''] ?? 0),
})

export interface StartedProcess extends IsolateProcess {
  /** Its descriptor 3; written and closed already if the command has bytes for it, undefined if it has none. */
  readonly descriptor3: Writable | undefined
}

/** Starts `command` in its own process group, so that it can be killed as a whole. @throws RuntimeFailure */
export function startProcess(command: HostCommand): StartedProcess {
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
  // EPIPE from a child that exits before it has read its input must not crash the server.
  child.stdin?.on('error', () => undefined)
  const descriptor3 = child.stdio[3] as Writable | undefined
  descriptor3?.on('error', () => undefined)
  if (typeof command.descriptor3 === 'string') descriptor3?.end(command.descriptor3)
  const stdout = pipes[0]?.stream ?? (child.stdout as Readable)
  const stderr = pipes[1]?.stream ?? (child.stderr as Readable)
  // When all is closed, the group has no processes left, and its id may have been reused.
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
    descriptor3,
    kill: () => {
      if (!gone) killGroup(child.pid)
    },
  }
}

/**
 * Spawns the child and closes this process's copies of the pipes' write ends, since the output would
 * otherwise never end.
 */
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

/** The kernel truncates arguments at the first NUL. @throws RuntimeFailure */
function refuseNul({ file, args, env, cwd = '' }: HostCommand): void {
  if ([file, ...args, cwd, ...Object.entries(env).flat()].some((word) => word.includes('\0'))) {
    throw new RuntimeFailure('a command, its environment and its directory cannot hold NUL characters')
  }
}

/** Signals a process group; one that no longer exists is not an error. */
function killGroup(pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // Already exited.
  }
}

interface PtyModule {
  spawn(file: string, args: string[], options: object): IPty
}

let ptyModule: PtyModule | undefined

/** The native package, loaded with the first terminal, so that the server starts without it. */
function loadPty(): PtyModule {
  try {
    ptyModule ??= createRequire(import.meta.url)('@lydell/node-pty') as PtyModule
    return ptyModule
  } catch (cause) {
    // After the reason, the message lists the requiring files.
    const [reason = ''] = (cause as Error).message.split('\n')
    throw new RuntimeFailure(
      `Sessions need the package @lydell/node-pty, which cannot be loaded here (${reason}). Install it where Orrery is: npm install @lydell/node-pty.`,
    )
  }
}

/** Whether the native package, an optional dependency, is installed. */
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
  /** User and group that should own the terminal's device, so that they can open it by path; default: the server's. */
  readonly owner?: number | undefined
}

/** Starts `command` on a new pseudo-terminal. */
export function startTerminal(command: HostCommand, { cols, rows, owner }: TerminalOptions): Terminal {
  refuseNul(command)
  const options = {
    name: 'dumb',
    cols,
    rows,
    env: command.env,
    cwd: command.cwd ?? '/',
    // Bytes rather than text: a chunk may end within a character.
    encoding: null,
  }
  const pty = loadPty().spawn(command.file, [...command.args], options)
  // The types lack the device's path.
  if (owner !== undefined) chownSync((pty as IPty & { readonly ptsName: string }).ptsName, owner, owner)
  const exited = new Promise<ExitStatus>((resolve) => {
    pty.onExit(({ exitCode, signal }) => resolve({ code: signal ? 128 + signal : exitCode }))
  })
  let open = true
  void exited.then(() => (open = false))
  return {
    exited,
    onData: (listener) => {
      // With `encoding: null` the package emits buffers; its types only declare strings.
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

/** How long a shell may take to forward the hangup to its jobs. */
const HANGUP_GRACE_MS = 300
