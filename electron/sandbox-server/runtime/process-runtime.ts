import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { connectDirectly } from './connect.ts'
import { startProcess, startTerminal } from './local-process.ts'
import { allProcesses, ProcessCounter } from './process-usage.ts'
import { removeTree, treeSize } from './trees.ts'
import {
  type Isolate,
  type IsolatePlan,
  type IsolateProcess,
  type ControlFolder,
  type ExecSpec,
  type Runtime,
  RuntimeFailure,
  type RuntimeInfo,
  type Terminal,
  type TerminalSpec,
  type Usage,
} from './runtime.ts'

/** An environment variable that marks every process of a sandbox, so that it can be found whatever it did. */
const MARK = 'ORRERY_SANDBOX'

/**
 * Plain processes of the server's user in a separate folder: not isolated, and labelled so. For machines without any
 * isolation, on explicit request.
 */
export class ProcessRuntime implements Runtime {
  readonly info: RuntimeInfo = {
    name: 'process',
    isolated: false,
    version: process.version,
    abilities: [],
    networks: ['shared'],
    missing: [
      'Not isolated: programs run as you, see your files and processes, and no limit is enforced.',
      'No images: every sandbox runs on this machine’s own system.',
    ],
  }
  readonly keepsFolders = true
  /** Distinguishes this server's processes from another's. */
  readonly #owner: string

  constructor(dataFolder: string) {
    this.#owner = dataFolder
  }

  infoOf(): RuntimeInfo {
    return this.info
  }

  async open(plan: IsolatePlan): Promise<Isolate> {
    const paths = { home: join(plan.folder, 'home'), control: join(plan.folder, 'run') }
    await mkdir(paths.home, { recursive: true })
    await rm(paths.control, { recursive: true, force: true })
    await mkdir(paths.control, { recursive: true })
    return new ProcessIsolate(plan, paths, `${this.#owner}#${plan.id}`)
  }

  commit(): Promise<void> {
    return Promise.reject(
      new RuntimeFailure('sandboxes without isolation have no file system of their own to commit'),
    )
  }

  async remove(plan: IsolatePlan): Promise<void> {
    await removeTree(plan.folder)
  }

  sweep(): Promise<number> {
    return killAllMarked((value) => value.startsWith(`${this.#owner}#`))
  }

  async dispose(): Promise<void> {
    // Isolates are stopped by their owner; there are no other resources.
  }
}

class ProcessIsolate implements Isolate {
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  readonly control: ControlFolder
  readonly closed: Promise<void>
  readonly #plan: IsolatePlan
  readonly #mark: string
  readonly #counter: ProcessCounter
  #close = () => {}

  constructor(plan: IsolatePlan, paths: { home: string; control: string }, mark: string) {
    this.#plan = plan
    this.#mark = mark
    this.#counter = new ProcessCounter(() => markedProcesses((value) => value === mark))
    this.home = paths.home
    this.control = { host: paths.control, inside: paths.control }
    this.env = {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      HOME: paths.home,
      USER: process.env['USER'] ?? 'user',
      LOGNAME: process.env['LOGNAME'] ?? process.env['USER'] ?? 'user',
      SHELL: '/bin/bash',
      LANG: 'C.UTF-8',
      ...plan.env,
      [MARK]: mark,
    }
    this.closed = new Promise((resolve) => (this.#close = resolve))
  }

  exec(spec: ExecSpec): IsolateProcess {
    return startProcess({ ...this.#command(spec), stdin: spec.stdin ?? false })
  }

  openTerminal(spec: TerminalSpec): Terminal {
    return startTerminal(this.#command(spec), spec)
  }

  connect(port: number): Promise<Duplex> {
    return connectDirectly(port)
  }

  async usage(): Promise<Usage> {
    const counted = await this.#counter.usage()
    return { ...counted, disk: await this.diskUsed(), network: undefined, outOfMemory: 0 }
  }

  outOfMemory(): Promise<number> {
    return Promise.resolve(0)
  }

  diskUsed(): Promise<number> {
    return treeSize(this.#plan.folder)
  }

  async stop(): Promise<void> {
    await killAllMarked((value) => value === this.#mark)
    this.#close()
  }

  #command(spec: ExecSpec) {
    const own = userInfo()
    if (spec.user && ![own.username, String(own.uid)].includes(spec.user)) {
      throw new RuntimeFailure(
        `without isolation every program runs as ${own.username}; leave the user out, or start the sandbox where sandboxes are isolated`,
      )
    }
    const [file = '', ...args] = spec.argv
    const cwd = spec.cwd ?? this.home
    if (!existsSync(cwd)) throw new RuntimeFailure(`the working directory ${cwd} does not exist`)
    return { file, args, env: { ...this.env, ...spec.env }, cwd }
  }
}

/** Pids whose environment has a mark that `matches`. Linux only, since it needs /proc. */
async function markedProcesses(matches: (value: string) => boolean): Promise<number[]> {
  const found: number[] = []
  for (const pid of await allProcesses()) {
    if (pid === process.pid) continue
    const environ = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    const entry = environ.split('\0').find((item) => item.startsWith(`${MARK}=`))
    if (entry && matches(entry.slice(MARK.length + 1))) found.push(pid)
  }
  return found
}

/**
 * Repeats until none is found, because a process may fork meanwhile. Returns the number of processes killed.
 */
async function killAllMarked(matches: (value: string) => boolean): Promise<number> {
  let killed = 0
  for (let poll = 0; poll < MAX_POLLS; poll++) {
    const found = await killMarked(matches)
    killed += found
    if (found === 0) break
  }
  return killed
}

const MAX_POLLS = 100

async function killMarked(matches: (value: string) => boolean): Promise<number> {
  const found = await markedProcesses(matches)
  for (const pid of found) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has already exited.
    }
  }
  return found.length
}
