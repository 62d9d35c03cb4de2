import { spawn, type StdioOptions } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import type { IPty } from '@lydell/node-pty'
import type { Readable, Writable } from 'node:stream'
import { type BoxProcess, type ExitStatus, RuntimeFailure, type Terminal } from './runtime.ts'

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
export function startProcess(command: HostCommand): BoxProcess {
  refuseNul(command)
  const stdio: StdioOptions = [command.stdin ? 'pipe' : 'ignore', 'pipe', 'pipe']
  if (command.descriptor3 !== undefined) stdio.push('pipe')
  const child = spawn(command.file, [...command.args], {
    env: { ...command.env },
    cwd: command.cwd,
    detached: true,
    stdio,
  })
  const exited = new Promise<ExitStatus>((resolve, reject) => {
    child.once('error', (error) =>
      reject(new RuntimeFailure(`${command.file} could not be started: ${error.message}`)),
    )
    child.once('exit', (code, signal) => resolve(exitStatus(code, signal)))
  })
  exited.catch(() => undefined)
  // Nobody of the group can be left then, and its number may belong to strangers: numbers are used again.
  let gone = false
  child.once('close', () => (gone = true))
  // A child that ends before it read its input must not bring the server down.
  child.stdin?.on('error', () => undefined)
  if (command.descriptor3 !== undefined) {
    const pipe = child.stdio[3] as Writable
    pipe.on('error', () => undefined)
    pipe.end(command.descriptor3)
  }
  return {
    stdin: child.stdin,
    stdout: child.stdout as Readable,
    stderr: child.stderr as Readable,
    exited,
    kill: () => {
      if (!gone) killGroup(child.pid)
    },
  }
}

/** The kernel ends every argument at its first NUL. @throws RuntimeFailure */
function refuseNul({ file, args, env, cwd = '' }: HostCommand): void {
  if ([file, ...args, cwd, ...Object.entries(env).flat()].some((word) => word.includes('\0'))) {
    throw new RuntimeFailure('a command, its environment and its directory cannot hold NUL characters')
  }
}

/** SIGKILL for a process group; one that is gone already is not an error. */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void {
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
    throw new RuntimeFailure(
      `Sessions need the package @lydell/node-pty, which could not be loaded here: ${String(cause)}. Run npm ci.`,
    )
  }
}

/** Starts `command` on a pseudo-terminal of its own. */
export function startTerminal(command: HostCommand, cols: number, rows: number): Terminal {
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
