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
  type Terminal,
  type TerminalSpec,
  type Usage,
} from '../runtime.ts'
import { shellQuote } from '#shared/shell/quote.ts'
import { asUser } from './as-user.ts'
import { released, usedBytes } from './disk.ts'
import { type Holder, joinCgroups, writtenPlace } from './holder.ts'
import { boxPaths, CONTROL_INSIDE } from './layout.ts'
import type { Settings, Site, Way } from './way.ts'

export interface NamespaceBoxOptions extends Site {
  readonly plan: BoxPlan
  readonly holder: Holder
  readonly way: Way
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

/** A sandbox made of namespaces, which processes enter in the {@link Way} it was built. */
export class NamespaceBox implements Box {
  readonly home = '/root'
  readonly env: Readonly<Record<string, string>>
  readonly control: ControlFolder
  readonly closed: Promise<void>
  readonly #options: NamespaceBoxOptions
  readonly #script: string
  /** For what no control group counts. */
  readonly #counter: ProcessCounter
  #stopped: Promise<void> | undefined

  constructor(options: NamespaceBoxOptions) {
    this.#options = options
    const { kind, env } = options.plan.image
    this.env = { ...(kind === 'local' ? LOCAL_ENVIRONMENT : ENVIRONMENT), ...env }
    this.control = { host: boxPaths(options.plan).control, inside: CONTROL_INSIDE }
    this.#script = enterScript(options)
    this.#counter = new ProcessCounter(() => namespaceProcesses(options.holder.innerPid))
    this.closed = options.holder.closed.then(() => this.stop())
  }

  exec(spec: ExecSpec): BoxProcess {
    const settings = this.#options.way.settings(this.env, spec, 3)
    return startProcess({
      ...this.#command(this.#script, spec, settings),
      stdin: spec.stdin ?? false,
      descriptor3: settings.text,
    })
  }

  openTerminal(spec: TerminalSpec): Terminal {
    // A pseudo-terminal's process cannot be given further descriptors, so its settings wait in a file outside the sandbox.
    const file = join(this.#options.plan.folder, `${randomUUID()}.args`)
    const settings = this.#options.way.settings(this.env, spec, 8)
    writeFileSync(file, settings.text, { mode: 0o600 })
    const owner = this.#options.holder.mappedUser
    const script = `exec 8< ${shellQuote(file)}\nrm -f ${shellQuote(file)}\n${this.#script}`
    const size = { cols: spec.cols, rows: spec.rows }
    const argv = spec.user ? asUser(spec.user, spec.argv, spec.cwd === undefined) : spec.argv
    const terminal = startTerminal(this.#command(script, { ...spec, argv }, settings), { ...size, owner })
    void terminal.exited.then(() => rmSync(file, { force: true }))
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

  #command(script: string, spec: ExecSpec, { words }: Settings): HostCommand {
    const { tools } = this.#options
    return {
      file: tools.sh,
      args: ['-c', script, 'sh', ...words, '--', ...spec.argv],
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
    }
  }
}

/** The script that takes a host process into the sandbox; its arguments are the way's settings and the program. */
function enterScript({ plan, holder, cgroup, limiter, way, ...site }: NamespaceBoxOptions): string {
  const pids = { outer: holder.outerPid, inner: holder.innerPid }
  const enter = [...limiter, ...way.enter(plan, site, pids)].map(shellQuote).join(' ')
  return joinCgroups(cgroup?.joinFiles ?? []).replace(/exec "\$@"$/, () => `exec ${enter} "$@"`)
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
