import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { Cgroup } from '../cgroup-files.ts'
import { connectDirectly, connectThrough } from '../connect.ts'
import { folderSize } from '../folder-size.ts'
import { type HostCommand, startProcess, startTerminal } from '../local-process.ts'
import { namespaceProcesses, ProcessCounter } from '../process-usage.ts'
import {
  type Box,
  type BoxPlan,
  type BoxProcess,
  type ControlFolder,
  type ExecSpec,
  RuntimeFailure,
  type Terminal,
  type TerminalSpec,
  type Usage,
} from '../runtime.ts'
import { shellQuote } from '#shared/shell/quote.ts'
import { asUser } from './as-user.ts'
import { released, usedBytes } from './disk.ts'
import { type Holder, joinCgroups, writtenPlace } from './holder.ts'
import { boxPaths, CONTROL_INSIDE, sharedProcesses, viewArguments } from './layout.ts'
import type { Tools } from './tools.ts'

export interface BubblewrapBoxOptions {
  readonly plan: BoxPlan
  readonly holder: Holder
  readonly tools: Tools
  readonly base: string
  readonly privateNetwork: boolean
  readonly cgroup: Cgroup | undefined
  /** Words put before the way in: `prlimit` and its limits. */
  readonly limiter: readonly string[]
  readonly ownDisk: boolean
}

/** What every process inside finds in its environment. */
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  USER: 'root',
  LOGNAME: 'root',
  SHELL: '/bin/bash',
  LANG: 'C.UTF-8',
}

/** The local image's /usr is this machine's and read-only: what pip and npm install for all goes below the home instead. */
const LOCAL_ENVIRONMENT = {
  ...ENVIRONMENT,
  PATH: `/root/.local/bin:${ENVIRONMENT.PATH}`,
  NPM_CONFIG_PREFIX: '/root/.local',
}

/**
 * A sandbox made of namespaces. A process enters with `nsenter` (user, mount, IPC, UTS, network, and the PID namespace for its
 * children) and a `bwrap` of its own that builds the same view again: so programs of the image are never trusted with
 * privileges, and an image needs no tool of ours. About 5 ms per process.
 */
export class BubblewrapBox implements Box {
  readonly home = '/root'
  readonly env: Readonly<Record<string, string>>
  readonly control: ControlFolder
  readonly closed: Promise<void>
  readonly #options: BubblewrapBoxOptions
  readonly #script: string
  /** For what no control group counts. */
  readonly #counter: ProcessCounter
  #stopped: Promise<void> | undefined

  constructor(options: BubblewrapBoxOptions) {
    this.#options = options
    const { kind, env } = options.plan.image
    this.env = { ...(kind === 'local' ? LOCAL_ENVIRONMENT : ENVIRONMENT), ...env }
    this.control = { host: boxPaths(options.plan).control, inside: CONTROL_INSIDE }
    this.#script = enterScript(options)
    this.#counter = new ProcessCounter(() => namespaceProcesses(options.holder.innerPid))
    this.closed = options.holder.closed.then(() => this.stop())
  }

  exec(spec: ExecSpec): BoxProcess {
    return startProcess({
      ...this.#command(this.#script, spec, ['--args', '3']),
      stdin: spec.stdin ?? false,
      descriptor3: bwrapSettings(this.env, spec),
    })
  }

  openTerminal(spec: TerminalSpec): Terminal {
    // A pseudo-terminal's process cannot be given further descriptors, so its settings wait in a file outside the sandbox.
    const settings = join(this.#options.plan.folder, `${randomUUID()}.args`)
    writeFileSync(settings, bwrapSettings(this.env, spec), { mode: 0o600 })
    const owner = this.#options.holder.mappedUser
    const script = `exec 8< ${shellQuote(settings)}\nrm -f ${shellQuote(settings)}\n${this.#script}`
    const size = { cols: spec.cols, rows: spec.rows }
    const argv = spec.user ? asUser(spec.user, spec.argv, spec.cwd === undefined) : spec.argv
    const terminal = startTerminal(this.#command(script, { ...spec, argv }, ['--args', '8']), {
      ...size,
      owner,
    })
    void terminal.exited.then(() => rmSync(settings, { force: true }))
    return terminal
  }

  connect(port: number): Promise<Duplex> {
    return this.#options.privateNetwork ? connectThrough(this, port) : connectDirectly(port)
  }

  async usage(): Promise<Usage> {
    const { cgroup, holder, privateNetwork } = this.#options
    const grouped = await cgroup?.usage()
    const complete =
      grouped?.cpuSeconds !== undefined && grouped.memory !== undefined && grouped.processes !== undefined
    const counted = complete ? undefined : await this.#counter.usage()
    return {
      cpuSeconds: grouped?.cpuSeconds ?? counted?.cpuSeconds ?? 0,
      memory: grouped?.memory ?? counted?.memory ?? 0,
      disk: await this.diskUsed(),
      network: privateNetwork ? await networkBytes(holder.innerPid) : undefined,
      processes: grouped?.processes ?? counted?.processes ?? 0,
      outOfMemory: grouped?.outOfMemory ?? 0,
    }
  }

  async outOfMemory(): Promise<number> {
    return (await this.#options.cgroup?.outOfMemory()) ?? 0
  }

  diskUsed(): Promise<number> {
    const { ownDisk, plan } = this.#options
    return ownDisk ? usedBytes(this.written, plan.limits.disk) : folderSize(this.written)
  }

  /** What the sandbox wrote, as the server sees it while the sandbox runs. */
  get written(): string {
    const { plan, holder, base, ownDisk } = this.#options
    if (!ownDisk) return boxPaths(plan).upper
    return `/proc/${holder.outerPid}/root${writtenPlace(base, ownDisk)}/upper`
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#end()
    return this.#stopped
  }

  async #end(): Promise<void> {
    this.#options.holder.child.kill('SIGKILL')
    await this.#options.holder.closed
    await this.#options.cgroup?.destroy()
    if (this.#options.ownDisk) await released(this.#options.plan)
  }

  #command(script: string, spec: ExecSpec, settings: readonly string[]): HostCommand {
    const { tools } = this.#options
    return {
      file: tools.sh,
      args: ['-c', script, 'sh', ...settings, '--', ...spec.argv],
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
    }
  }
}

/** The script that takes a host process into the sandbox; its arguments are bubblewrap's last options and the program. */
function enterScript(options: BubblewrapBoxOptions): string {
  const { plan, holder, tools, base, cgroup, limiter, privateNetwork } = options
  const outer = `/proc/${holder.outerPid}/ns`
  const inner = `/proc/${holder.innerPid}/ns`
  const nsenter = [
    tools.nsenter,
    `--user=${outer}/user`,
    `--mount=${outer}/mnt`,
    `--ipc=${inner}/ipc`,
    `--uts=${inner}/uts`,
    // A shared network is the host's own, which needs no joining and to an ordinary user may not be joined.
    ...(privateNetwork ? [`--net=${inner}/net`] : []),
    // For its children only: bubblewrap itself stays outside, unseen, and its child is born inside. With bubblewrap's `--pidns` a
    // go-between would fork that child and end, now and then after the child had asked to die with its parent, which killed it.
    `--pid=${inner}/pid`,
    '--no-fork',
    ...(process.getuid?.() === 0 ? [] : ['--preserve-credentials']),
  ]
  const bwrap = [tools.bwrap, ...viewArguments(base, plan.image.kind === 'local', sharedProcesses(base))]
  const enter = [...limiter, ...nsenter, '--', ...bwrap].map(shellQuote).join(' ')
  return joinCgroups(cgroup?.joinFiles ?? []).replace(/exec "\$@"$/, () => `exec ${enter} "$@"`)
}

/** Settings that must not show in the host's process list, in the form of `bwrap --args`: NUL after each word. */
function bwrapSettings(env: Readonly<Record<string, string>>, spec: ExecSpec): string {
  const words = ['--clearenv']
  for (const [name, value] of Object.entries({ ...env, ...spec.env })) words.push('--setenv', name, value)
  words.push('--chdir', spec.cwd ?? '/root')
  // A NUL would begin another option of bubblewrap's: the caller must not choose those.
  if (words.some((word) => word.includes('\0'))) {
    throw new RuntimeFailure('the environment and the directory cannot hold NUL characters')
  }
  if (Object.keys(spec.env ?? {}).some((name) => name === '' || name.includes('='))) {
    throw new RuntimeFailure('the name of an environment variable cannot be empty or hold "="')
  }
  return words.map((word) => `${word}\0`).join('')
}

/** Bytes received and sent by all interfaces but loopback. */
async function networkBytes(pid: number): Promise<number> {
  const table = await readFile(`/proc/${pid}/net/dev`, 'utf8').catch(() => '')
  return table
    .split('\n')
    .slice(2)
    .map((line) => line.trim().split(/[:\s]+/))
    .filter(([name]) => name && name !== 'lo')
    .reduce((sum, columns) => sum + Number(columns[1] ?? 0) + Number(columns[9] ?? 0), 0)
}
