import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { shellQuote } from '#shared/shell/quote.ts'
import { proxyEnvironment, Egress } from '../../network/egress.ts'
import type { Cgroup } from '../cgroup-files.ts'
import { connectDirectly, connectThrough } from '../connect.ts'
import { type HostCommand, LATER, startProcess, startTerminal } from '../local-process.ts'
import { namespaceProcesses, ProcessCounter } from '../process-usage.ts'
import {
  type Isolate,
  type IsolatePlan,
  type IsolateProcess,
  type ControlFolder,
  type ExecSpec,
  RuntimeFailure,
  type Terminal,
  type TerminalSpec,
  type Usage,
} from '../runtime.ts'
import { treeSize } from '../trees.ts'
import { released, usedBytes } from './disk.ts'
import { type Holder, joinCgroups, writtenPlace } from './holder.ts'
import { isolatePaths, CONTROL_INSIDE } from './layout.ts'
import { Standby } from './standby.ts'
import type { Settings, Site, Way } from './way.ts'

/**
 * Looks up user $1 by name or id, makes it the terminal's owner, so that it can open `/dev/stdout`, and runs the remaining arguments as
 * that user, from its home if $2 says so; $3 is the rest as one line. `setpriv` rather than `su`, which uses PAM, and starts a new
 * session, so that the terminal's interrupts would not reach the program. An image without it (BusyBox) has a plain `su`.
 */
const SCRIPT = [
  'user=$1 home=$2 line=$3; shift 3; found=',
  'while IFS=: read -r name _ uid gid _ folder _; do',
  '  case "$user" in "$name" | "$uid") found=yes; break ;; esac',
  'done < /etc/passwd',
  '[ "$found" ] || { echo "user $user does not exist: /etc/passwd inside the sandbox has no such line" >&2; exit 1; }',
  'export HOME="$folder" USER="$name" LOGNAME="$name"',
  '[ "$home" != home ] || cd "$folder" 2>/dev/null || cd /',
  '[ "$uid" != 0 ] || exec "$@"',
  '[ ! -t 0 ] || chown "$uid" /proc/self/fd/0 2>/dev/null',
  'case "$(setpriv --help 2>&1)" in',
  '  *--reuid*) exec setpriv --reuid="$uid" --regid="$gid" --init-groups --inh-caps=-all "$@" ;;',
  'esac',
  'exec su "$name" -s /bin/sh -c "exec $line"',
].join('\n')

/** Runs the program as another user of the image, if requested; the process itself has to start as root. */
const asUser = <Spec extends ExecSpec>(spec: Spec): Spec => {
  const { user, argv, cwd } = spec
  if (!user) return spec
  const words = [user, cwd === undefined ? 'home' : 'here', argv.map(shellQuote).join(' '), ...argv]
  return { ...spec, argv: ['/bin/sh', '-c', SCRIPT, 'sh', ...words] }
}

interface NamespaceIsolateOptions extends Site {
  readonly plan: IsolatePlan
  readonly holder: Holder
  readonly way: Way
  readonly cgroup: Cgroup | undefined
  /** Command prefix: `prlimit` and its limits. */
  readonly limiter: readonly string[]
  readonly ownDisk: boolean
}

/** Environment of host programs that work for a sandbox. */
const HOST_ENVIRONMENT = { PATH: '/usr/bin:/bin' }

/** Exit codes of `nsenter` when the namespaces are gone, and of a shell that cannot join the control group. */
const WAY_IN_FAILED: ReadonlySet<number | undefined> = new Set([1, 125])

/** Environment of every process inside. */
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  USER: 'root',
  LOGNAME: 'root',
  SHELL: '/bin/bash',
  LANG: 'C.UTF-8',
}

/** The local image's /usr is this machine's and read-only, so that global installs of pip and npm go below the home. */
const LOCAL_ENVIRONMENT = {
  ...ENVIRONMENT,
  PATH: `/root/.local/bin:${ENVIRONMENT.PATH}`,
  NPM_CONFIG_PREFIX: '/root/.local',
}

/** A sandbox made of namespaces, which processes enter in the {@link Way} it was built. */
export class NamespaceIsolate implements Isolate {
  readonly home = '/root'
  readonly env: Readonly<Record<string, string>>
  readonly control: ControlFolder
  readonly closed: Promise<void>
  readonly network: Egress
  /** Command prefix that enters only the sandbox's network; undefined for this machine's. */
  readonly #enterNetwork: readonly string[] | undefined
  readonly #options: NamespaceIsolateOptions
  readonly #script: string
  readonly #standby: Standby | undefined
  /** For what control groups do not count. */
  readonly #counter: ProcessCounter
  #stopped: Promise<void> | undefined

  constructor(options: NamespaceIsolateOptions) {
    this.#options = options
    const { image, network, env } = options.plan
    const own = image.kind === 'local' ? LOCAL_ENVIRONMENT : ENVIRONMENT
    this.env = { ...own, ...image.env, ...env, ...proxyEnvironment(network) }
    this.#enterNetwork = network.mode === 'shared' ? undefined : enterNetwork(options)
    this.network = new Egress(network, this.#enterNetwork && placeOf(options.holder, this.#enterNetwork))
    this.control = { host: isolatePaths(options.plan).control, inside: CONTROL_INSIDE }
    this.#script = enterScript(options)
    const waiting = waitScript(options)
    const wait = (script: string) => startProcess({ ...this.#command(script, []), descriptor3: LATER })
    this.#standby = waiting === undefined ? undefined : new Standby(() => wait(waiting))
    this.#counter = new ProcessCounter(() => namespaceProcesses(options.holder.innerPid))
    this.closed = options.holder.closed.then(() => this.stop())
  }

  exec(spec: ExecSpec): IsolateProcess {
    const settings = this.#options.way.settings(this.env, spec, 3, this.#options)
    this.#mustBeThere()
    const words = wordsOf(asUser(spec), settings)
    const child =
      (spec.stdin ? undefined : this.#standby?.take(words, settings.text)) ??
      startProcess({
        ...this.#command(this.#script, words),
        stdin: spec.stdin ?? false,
        descriptor3: settings.text,
      })
    const exited = child.exited.then((status) => {
      // An error of the entering program must not look like the program's own.
      if (WAY_IN_FAILED.has(status.code)) this.#mustLive()
      return status
    })
    exited.catch(() => undefined)
    return { ...child, exited }
  }

  openTerminal(spec: TerminalSpec): Terminal {
    // A pseudo-terminal's process cannot be given more descriptors, so its settings are in a file outside the sandbox.
    const file = join(this.#options.plan.folder, `${randomUUID()}.args`)
    const settings = this.#options.way.settings(this.env, spec, 8, this.#options)
    writeFileSync(file, settings.text, { mode: 0o600 })
    const owner = this.#options.holder.mappedUser
    const script = `exec 8< ${shellQuote(file)}\nrm -f ${shellQuote(file)}\n${this.#script}`
    const size = { cols: spec.cols, rows: spec.rows }
    this.#mustBeThere()
    const command = this.#command(script, wordsOf(asUser(spec), settings))
    const terminal = startTerminal(command, { ...size, owner })
    void terminal.exited.then(() => rmSync(file, { force: true }))
    return terminal
  }

  connect(port: number): Promise<Duplex> {
    const enter = this.#enterNetwork
    if (!enter) return connectDirectly(port)
    const relay = (argv: readonly string[]) =>
      startProcess({
        file: enter[0] ?? '',
        args: [...enter.slice(1), ...argv],
        env: HOST_ENVIRONMENT,
        stdin: true,
      })
    return connectThrough(relay, this.#options.tools.bash, port)
  }

  async usage(): Promise<Usage> {
    const { cgroup } = this.#options
    const grouped = await cgroup?.usage()
    const complete =
      grouped?.cpuSeconds !== undefined && grouped.memory !== undefined && grouped.processes !== undefined
    const counted = complete ? undefined : await this.#counter.usage()
    return {
      cpuSeconds: grouped?.cpuSeconds ?? counted?.cpuSeconds ?? 0,
      memory: grouped?.memory ?? counted?.memory ?? 0,
      disk: await this.diskUsed(),
      network: this.#enterNetwork ? this.network.log.bytes : undefined,
      processes: this.#ownProcesses(grouped?.processes) ?? counted?.processes ?? 0,
      outOfMemory: grouped?.outOfMemory ?? 0,
    }
  }

  /** The waiting process is the server's, not the sandbox's. */
  #ownProcesses(grouped: number | undefined): number | undefined {
    return grouped && grouped - (this.#standby?.isWaiting ? 1 : 0)
  }

  async outOfMemory(): Promise<number> {
    return (await this.#options.cgroup?.outOfMemory()) ?? 0
  }

  diskUsed(): Promise<number> {
    const { ownDisk, plan } = this.#options
    return ownDisk ? usedBytes(this.written, plan.limits.disk) : treeSize(this.written)
  }

  /** The sandbox's writable files, as the server sees them while the sandbox runs. */
  get written(): string {
    const { plan, holder, base, ownDisk } = this.#options
    if (!ownDisk) return isolatePaths(plan).upper
    return `/proc/${holder.outerPid}/root${writtenPlace(base, ownDisk)}/upper`
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#end()
    return this.#stopped
  }

  get freeze(): Cgroup['freeze'] {
    return this.#options.cgroup?.freeze
  }

  async #end(): Promise<void> {
    this.network.close()
    this.#standby?.close()
    // A frozen process does not receive signals, not even SIGKILL on cgroup v1.
    await this.freeze?.(false).catch(() => undefined)
    this.#options.holder.child.kill('SIGKILL')
    await this.#options.holder.closed
    await this.#options.cgroup?.destroy()
    if (this.#options.ownDisk) await released(this.#options.plan)
  }

  /** The sandbox's first processes may be exiting although they still exist. @throws RuntimeFailure */
  #mustLive(): void {
    const { outerPid, innerPid } = this.#options.holder
    this.#mustBeThere()
    if (!isAlive(outerPid) || !isAlive(innerPid)) throw new RuntimeFailure('the sandbox has ended')
  }

  #mustBeThere(): void {
    // A process that is exiting has a user namespace still, but no mounts.
    if (!existsSync(`/proc/${this.#options.holder.outerPid}/ns/mnt`)) {
      throw new RuntimeFailure('the sandbox has ended')
    }
  }

  #command(script: string, words: readonly string[]): HostCommand {
    const { tools } = this.#options
    return { file: tools.sh, args: ['-c', script, 'sh', ...words], env: HOST_ENVIRONMENT, cwd: '/' }
  }
}

/** What follows the entering program. */
const wordsOf = (spec: ExecSpec, { words }: Settings): string[] => [...words, '--', ...spec.argv]

/** Root can enter any network namespace; an ordinary user only as root of the sandbox's user namespace. */
function enterNetwork({ holder, tools }: NamespaceIsolateOptions): string[] {
  const user = [`--user=/proc/${holder.outerPid}/ns/user`, '--preserve-credentials']
  const isRoot = process.getuid?.() === 0
  return [tools.nsenter, ...(isRoot ? [] : user), `--net=/proc/${holder.innerPid}/ns/net`, '--']
}

const placeOf = ({ outerPid, innerPid, mappedUser }: Holder, enter: readonly string[]) => ({
  enter,
  user: `/proc/${outerPid}/ns/user`,
  network: `/proc/${innerPid}/ns/net`,
  owner: mappedUser,
})

/** The script that moves a host process into the sandbox; its arguments are the way's settings and the program. */
const enterScript = (options: NamespaceIsolateOptions): string =>
  scriptOf(options, options.way.enter(options.plan, options, pidsOf(options.holder)))

/** The same for a process that waits for these. */
function waitScript(options: NamespaceIsolateOptions): string | undefined {
  const words = options.way.wait(options.plan, options, pidsOf(options.holder))
  return words && scriptOf(options, words)
}

const pidsOf = ({ outerPid, innerPid }: Holder) => ({ outer: outerPid, inner: innerPid })

function scriptOf({ way, cgroup, limiter }: NamespaceIsolateOptions, enter: readonly string[]): string {
  const words = [...limiter, ...enter].map(shellQuote).join(' ')
  return `${way.prelude}${joinCgroups(cgroup?.joinFiles ?? [])}exec ${words} "$@"`
}

/** PF_EXITING in the flags of `/proc/PID/stat`. */
const EXITING = 4

/** Whether a process exists and is not exiting. */
function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return !/[ZX]/.test(fields[0] ?? 'X') && (Number(fields[6]) & EXITING) === 0
  } catch {
    return false
  }
}
