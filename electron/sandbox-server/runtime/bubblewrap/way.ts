import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { shellQuote } from '#shared/shell/quote.ts'
import { type IsolatePlan, type ExecSpec, RuntimeFailure } from '../runtime.ts'
import { entering } from './entry.ts'
import { keeperArguments, onlyWritable, processesPlace, viewArguments } from './layout.ts'
import type { Tools } from './tools.ts'

/** Where the parts of one sandbox are mounted, and with which programs. */
export interface Site {
  readonly tools: Tools
  /** The folder that the holder mounts over. */
  readonly base: string
}

/** Host pids whose /proc/…/ns entries name the namespaces: the holder, and the sandbox's pid 1. */
export interface Pids {
  readonly outer: number
  readonly inner: number
}

/** A program's environment and working directory, encoded for a descriptor, because they must not appear in the host's process list. */
export interface Settings {
  /** Arguments that follow {@link Way.enter} and name the descriptor. */
  readonly words: readonly string[]
  readonly text: string
}

/** How a sandbox's view is built and how programs enter it: with bubblewrap, or with util-linux alone. */
export interface Way {
  /**
   * Shell code that the server's user runs before either, for files that the entering process may not read.
   */
  readonly prelude: string
  /**
   * The command that creates the last namespaces and the view, after layers and disk are mounted, and ends as the keeper. It writes
   * its host pid to descriptor 3 as `"child-pid": N`, prints `ready`, and waits for the end of stdin.
   */
  keeper(plan: IsolatePlan, site: Site): readonly string[]
  /** What remains to be done from outside once the keeper is ready. */
  settle(site: Site, pids: Pids): Promise<void>
  /**
   * The command that moves a host process inside; followed by the settings' arguments, `--` and the program.
   */
  enter(plan: IsolatePlan, site: Site, pids: Pids): readonly string[]
  /** The same for a process that gets what follows later ({@link Standby}); undefined if this machine has no program for that. */
  wait(plan: IsolatePlan, site: Site, pids: Pids): readonly string[] | undefined
  /** @throws RuntimeFailure when a name or value is invalid, or programs cannot be restricted to one folder */
  settings(env: Readonly<Record<string, string>>, spec: ExecSpec, descriptor: number, site: Site): Settings
}

export const hostname = (id: string): string => id.replace(/[^A-Za-z0-9-]/g, '-').slice(0, 12) || 'sandbox'

/** One keyring per sandbox, not per program: an ordinary user may have 200 keys. */
export const keyringName = ({ id }: IsolatePlan): string => `orrery-${id}`

/** Some namespaces of a process. */
interface Entered {
  readonly pid: number
  readonly names: readonly Namespace[]
}

const fileOf = (pid: number, name: Namespace): string => `/proc/${pid}/ns/${NAMESPACES[name]}`
const filesOf = ({ pid, names }: Entered): string[] => names.map((name) => fileOf(pid, name))

/** The `nsenter` command for the named namespaces of two processes. */
export function nsenter({ tools }: Site, ...entered: readonly [Entered, Entered]): string[] {
  const words = entered.flatMap(({ pid, names }) => names.map((name) => `--${name}=${fileOf(pid, name)}`))
  return [tools.nsenter, ...words, ...(process.getuid?.() === 0 ? [] : ['--preserve-credentials'])]
}

const NAMESPACES = { user: 'user', mount: 'mnt', pid: 'pid', ipc: 'ipc', uts: 'uts', net: 'net' } as const
type Namespace = keyof typeof NAMESPACES

/** The descriptor from which bubblewrap reads the seccomp filter, opened from a file. */
const FILTER = 9

const filterArguments = (filter: string | undefined): string[] =>
  filter === undefined ? [] : ['--seccomp', String(FILTER)]

/**
 * What a program enters. A shared network is the host's own, which need not be joined, and which an ordinary user may not join. The PID
 * namespace applies to children only: bubblewrap itself stays outside and invisible, and its child is born inside. With bubblewrap's
 * `--pidns` an intermediate process would fork that child and exit, occasionally after the child had requested to die with its parent,
 * which killed it.
 */
function entered({ network }: IsolatePlan, { outer, inner }: Pids): [Entered, Entered] {
  const names = ['ipc', 'uts', ...(network.mode === 'shared' ? [] : (['net'] as const)), 'pid'] as const
  return [
    { pid: outer, names: ['user', 'mount'] },
    { pid: inner, names },
  ]
}

const moving = (plan: IsolatePlan, pids: Pids, waits: boolean): string[] | undefined =>
  entering(entered(plan, pids).flatMap(filesOf), { keyring: keyringName(plan), waits })

/**
 * With bubblewrap: each program gets its own `bwrap`, which builds the view again, so that the image's programs never run with
 * privileges and an image needs no additional tools. About 5 ms per process. The keeper, a trusted program, stays in the server's session
 * keyring, which saves one program per start.
 */
export const bubblewrapWay = (bwrap: string, filter: string | undefined): Way => {
  const show = (plan: IsolatePlan, { base }: Site): string[] => [
    bwrap,
    ...viewArguments(base, plan.image.kind === 'local', plan.mounts),
    ...filterArguments(filter),
  ]
  return {
    prelude: filter === undefined ? '' : `exec ${FILTER}< ${shellQuote(filter)}\n`,

    /** Bash, which reaps orphans while it reads, unlike other shells. Signals from inside cannot kill pid 1 of a namespace. */
    keeper(plan, { tools }) {
      const namespaces = ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--hostname', hostname(plan.id)]
      const network = plan.network.mode === 'shared' ? [] : ['--unshare-net']
      const settings = ['--info-fd', '3', '--clearenv', '--setenv', 'PATH', '/usr/bin:/bin', '--chdir', '/']
      const keeper = [tools.bash, '-c', 'echo ready; exec 3>&-; read -r _']
      const rest = [...settings, ...filterArguments(filter), '--as-pid-1', '--', ...keeper]
      return [bwrap, ...keeperArguments(), ...namespaces, ...network, ...rest]
    },

    /**
     * Mounts the /proc of the inner PID namespace in the holder's mount namespace, for all processes that enter later: bubblewrap would
     * mount one only with `--pidns`, which it must not be given (see `enter`).
     */
    async settle(site, { outer, inner }) {
      const mount = [
        site.tools.mount,
        '-t',
        'proc',
        '-o',
        'nosuid,nodev,noexec',
        'proc',
        processesPlace(site.base),
      ]
      const [file = '', ...words] = nsenter(
        site,
        { pid: outer, names: ['user', 'mount'] },
        { pid: inner, names: ['pid'] },
      )
      await promisify(execFile)(file, [...words, '--', ...mount], { env: { PATH: '/usr/bin:/bin' } })
    },

    enter: (plan, site, pids) => [
      ...(moving(plan, pids, false) ?? [...nsenter(site, ...entered(plan, pids)), '--no-fork', '--']),
      ...show(plan, site),
    ],

    wait(plan, site, pids) {
      const move = moving(plan, pids, true)
      return move && [...move, ...show(plan, site)]
    },

    /** In the format of `bwrap --args`: NUL after each argument. */
    settings(env, spec, descriptor, { base }) {
      refuseBadSettings(env, spec)
      const mounts = spec.writable === undefined ? [] : onlyWritable(base, spec.writable)
      const words = [...mounts, '--clearenv']
      for (const [name, value] of Object.entries({ ...env, ...spec.env })) words.push('--setenv', name, value)
      words.push('--chdir', spec.cwd ?? '/root')
      return { words: ['--args', String(descriptor)], text: words.map((word) => `${word}\0`).join('') }
    },
  }
}

/** A NUL would start another option of bubblewrap, which the caller must not choose. @throws RuntimeFailure */
export function refuseBadSettings(env: Readonly<Record<string, string>>, spec: ExecSpec): void {
  const words = [...Object.entries({ ...env, ...spec.env }).flat(), spec.cwd ?? '']
  if (words.some((word) => word.includes('\0'))) {
    throw new RuntimeFailure('the environment and the directory cannot hold NUL characters')
  }
  if (Object.keys(spec.env ?? {}).some((name) => name === '' || name.includes('='))) {
    throw new RuntimeFailure('the name of an environment variable cannot be empty or hold "="')
  }
}
