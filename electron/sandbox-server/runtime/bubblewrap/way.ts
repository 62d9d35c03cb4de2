import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { shellQuote } from '#shared/shell/quote.ts'
import { type IsolatePlan, type ExecSpec, RuntimeFailure } from '../runtime.ts'
import { keeperArguments, onlyWritable, processesPlace, viewArguments } from './layout.ts'
import type { Tools } from './tools.ts'

/** Where the pieces of one sandbox are mounted, and by which programs. */
export interface Site {
  readonly tools: Tools
  /** The folder that the holder covers with its own mounts. */
  readonly base: string
}

/** Host process ids whose /proc/…/ns entries name the namespaces: the holder itself, and the sandbox's first process. */
export interface Pids {
  readonly outer: number
  readonly inner: number
}

/** What a program finds when it starts, in the form that the way in reads from a descriptor: it must not show in the host's process list. */
export interface Settings {
  /** Words that follow {@link Way.enter} and name the descriptor. */
  readonly words: readonly string[]
  readonly text: string
}

/** How a sandbox's view is built and how programs get into it: with bubblewrap, or with util-linux alone. */
export interface Way {
  /** Shell lines that the server's user runs before either: who enters may not read what they open. */
  readonly prelude: string
  /**
   * The words that make the last namespaces and the view, when layers and disk are mounted, and end as the keeper. It tells its host
   * process id on descriptor 3 as `"child-pid": N`, says `ready`, and waits for its standard input to end.
   */
  keeper(plan: IsolatePlan, site: Site): readonly string[]
  /** What is left to do from outside once the keeper is ready. */
  settle(site: Site, pids: Pids): Promise<void>
  /** The words that take a host process inside; those of the settings, `--` and the program follow them. */
  enter(plan: IsolatePlan, site: Site, pids: Pids): readonly string[]
  /** @throws RuntimeFailure where a name or value cannot be one, or where programs cannot be kept to one folder */
  settings(env: Readonly<Record<string, string>>, spec: ExecSpec, descriptor: number, site: Site): Settings
}

export const hostname = (id: string): string => id.replace(/[^A-Za-z0-9-]/g, '-').slice(0, 12) || 'sandbox'

/** One for each sandbox and not for each program: an ordinary user may have 200 keys. */
export const keyringName = ({ id }: IsolatePlan): string => `orrery-${id}`

/** The words for `nsenter` into the named namespaces of two processes. */
export function nsenter(
  { tools }: Site,
  outer: { readonly pid: number; readonly names: readonly Namespace[] },
  inner: { readonly pid: number; readonly names: readonly Namespace[] },
): string[] {
  const words = [outer, inner].flatMap(({ pid, names }) =>
    names.map((name) => `--${name}=/proc/${pid}/ns/${NAMESPACES[name]}`),
  )
  return [tools.nsenter, ...words, ...(process.getuid?.() === 0 ? [] : ['--preserve-credentials'])]
}

const NAMESPACES = { user: 'user', mount: 'mnt', pid: 'pid', ipc: 'ipc', uts: 'uts', net: 'net' } as const
type Namespace = keyof typeof NAMESPACES

/** The descriptor at which bubblewrap finds the system call filter, which lies in a file. */
const FILTER = 9

const filterArguments = (filter: string | undefined): string[] =>
  filter === undefined ? [] : ['--seccomp', String(FILTER)]

/**
 * With bubblewrap: each program gets a `bwrap` of its own that builds the view again, so that the image's own programs are never trusted
 * with privileges, and an image needs no tool of ours. About 5 ms per process.
 *
 * @param keyring words that give the program behind them the session keyring of the sandbox, instead of the server's; the keeper, whose
 *   program is ours, goes without, which spares every start a program
 */
export const bubblewrapWay = (
  bwrap: string,
  filter: string | undefined,
  keyring: (plan: IsolatePlan) => readonly string[],
): Way => ({
  prelude: filter === undefined ? '' : `exec ${FILTER}< ${shellQuote(filter)}\n`,

  /** Bash, since unlike others it waits for orphans also while it reads. No signal from inside ends the first process of a namespace. */
  keeper(plan, { tools }) {
    const namespaces = ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--hostname', hostname(plan.id)]
    const network = plan.network.mode === 'shared' ? [] : ['--unshare-net']
    const settings = ['--info-fd', '3', '--clearenv', '--setenv', 'PATH', '/usr/bin:/bin', '--chdir', '/']
    const keeper = [tools.bash, '-c', 'echo ready; exec 3>&-; read -r _']
    const rest = [...settings, ...filterArguments(filter), '--as-pid-1', '--', ...keeper]
    return [bwrap, ...keeperArguments(), ...namespaces, ...network, ...rest]
  },

  /**
   * Mounts the /proc of the inner PID namespace in the holder's mount namespace, for all that enter later: bubblewrap would mount one
   * for them only with `--pidns`, which it must not be given (see `enter`).
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

  enter(plan, site, { outer, inner }) {
    // A shared network is the host's own, which needs no joining and to an ordinary user may not be joined.
    const network = plan.network.mode === 'shared' ? [] : (['net'] as const)
    const names = ['ipc', 'uts', ...network, 'pid'] as const
    return [
      ...keyring(plan),
      ...nsenter(site, { pid: outer, names: ['user', 'mount'] }, { pid: inner, names }),
      // For its children only: bubblewrap itself stays outside, unseen, and its child is born inside. With bubblewrap's `--pidns` a
      // go-between would fork that child and end, now and then after the child had asked to die with its parent, which killed it.
      '--no-fork',
      '--',
      bwrap,
      ...viewArguments(site.base, plan.image.kind === 'local', plan.mounts),
      ...filterArguments(filter),
    ]
  },

  /** In the form of `bwrap --args`: NUL after each word. */
  settings(env, spec, descriptor, { base }) {
    refuseBadSettings(env, spec)
    const mounts = spec.writable === undefined ? [] : onlyWritable(base, spec.writable)
    const words = [...mounts, '--clearenv']
    for (const [name, value] of Object.entries({ ...env, ...spec.env })) words.push('--setenv', name, value)
    words.push('--chdir', spec.cwd ?? '/root')
    return { words: ['--args', String(descriptor)], text: words.map((word) => `${word}\0`).join('') }
  },
})

/** A NUL would begin another option of bubblewrap's: the caller must not choose those. @throws RuntimeFailure */
export function refuseBadSettings(env: Readonly<Record<string, string>>, spec: ExecSpec): void {
  const words = [...Object.entries({ ...env, ...spec.env }).flat(), spec.cwd ?? '']
  if (words.some((word) => word.includes('\0'))) {
    throw new RuntimeFailure('the environment and the directory cannot hold NUL characters')
  }
  if (Object.keys(spec.env ?? {}).some((name) => name === '' || name.includes('='))) {
    throw new RuntimeFailure('the name of an environment variable cannot be empty or hold "="')
  }
}
