import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { shellQuote } from '#shared/shell/quote.ts'
import {
  CAPABILITIES,
  CONTROL_INSIDE,
  KEYS,
  MACHINE,
  systemFolders,
  systemLinks,
} from '../bubblewrap/layout.ts'
import { entering } from '../bubblewrap/entry.ts'
import {
  hostname,
  keyringName,
  nsenter,
  type Pids,
  refuseBadSettings,
  type Site,
  type Way,
} from '../bubblewrap/way.ts'
import { type IsolatePlan, RuntimeFailure } from '../runtime.ts'

/**
 * Path of the programs used to enter a sandbox: the host's own, read-only, so that the dynamic linker loads no file the sandbox
 * could have written while there are privileges to lose. Below the read-only /dev, where nothing inside can replace the folder.
 */
const TOOLS_INSIDE = '/dev/.orrery'

/** Programs that only this way needs, besides those of every sandbox. */
export const PROGRAMS = ['unshare', 'setpriv', 'chroot', 'pivot_root', 'umount', 'cat', 'hostname'] as const
type Programs = Readonly<Record<(typeof PROGRAMS)[number], string>>

/**
 * Builds the view in new PID and mount namespaces and stays as the sandbox's pid 1. Arguments: base, host name, and the host's system
 * folders. Nothing of the image runs here, and no link in the image is followed. The shell keeps its privileges, which are out of reach
 * of the less privileged programs inside.
 */
const VIEW = [
  'set -e',
  'base=$1 host=$2; shift 2; unset VIEW',
  'm=$base/box/merged tools=$base/box/merged$TOOLS',
  `read -r pid _ < /proc/self/stat; printf '"child-pid": %s\\n' "$pid" >&3; exec 3>&-`,
  'folder() {',
  '  if [ -L "$m$1" ]; then echo "$1 of the image is a link; a sandbox cannot be built on it" >&2; exit 1; fi',
  '  [ -d "$m$1" ] || mkdir "$m$1"',
  '}',
  'bind_readonly() {',
  '  mount --rbind "$1" "$2"; mount -o remount,bind,ro "$2"',
  '  while read -r _ _ _ _ at _; do',
  '    case $at in "$2"/*) mount -o remount,bind,ro "$(printf %b "$at")" ;; esac',
  '  done < /proc/self/mountinfo',
  '}',
  // An ordinary user traverses the root before becoming root inside, which a restrictive mode (`chmod 000 /`) would prevent.
  'chmod u+rwx "$m"',
  'for path in /dev /proc /root /run "$CONTROL" "$@"; do folder "$path"; done',
  'for path; do case $path in $PARENTS) ;; *) bind_readonly "$path" "$m$path" ;; esac; done',
  // A mount point can be neither moved nor removed, and programs start there.
  'mount --bind "$m/root" "$m/root"',
  'eval "$SHOWN"',
  'mount -t proc -o nosuid,nodev,noexec proc "$m/proc"',
  'mount -t tmpfs -o mode=755,size=1m,nosuid dev "$m/dev"',
  'node() { : > "$1"; mount --bind "/dev/${1##*/}" "$1"; }',
  'for name in null zero full random urandom tty; do node "$m/dev/$name"; done',
  'mkdir "$m/dev/pts" "$m/dev/shm" "$tools"',
  'mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$m/dev/pts"; ln -s pts/ptmx "$m/dev/ptmx"',
  'ln -s /proc/self/fd "$m/dev/fd"; ln -s fd/0 "$m/dev/stdin"; ln -s fd/1 "$m/dev/stdout"; ln -s fd/2 "$m/dev/stderr"',
  'mount --bind "$base/box/shm" "$m/dev/shm"',
  'bind_readonly "$base/box/run" "$m$CONTROL"',
  'for path; do mkdir "$tools$path"; case $path in $PARENTS) ;; *) mount --rbind "$m$path" "$tools$path" ;; esac; done',
  'mkdir "$tools/proc" "$tools/old" "$tools/dev"; mount --bind "$m/proc" "$tools/proc"',
  // Needed by the guard's interpreters.
  'node "$tools/dev/null"; node "$tools/dev/urandom"',
  'eval "$LINKS"',
  // Parts of /proc that control the machine or list its keys; done after the copy for the tools, where they must not be accessible either.
  'for place in "$m/proc" "$tools/proc"; do for part in $MACHINE; do',
  '  [ ! -e "$place/$part" ] || bind_readonly "$place/$part" "$place/$part"',
  'done; for part in $KEYS; do',
  '  [ ! -e "$place/$part" ] || { mount --bind /dev/null "$place/$part"; mount -o remount,bind,ro "$place/$part"; }',
  'done; done',
  'mount -o remount,bind,ro "$m/dev"',
  'hostname "$host"',
  'eval "$NETWORK"',
  'cd "$m"; pivot_root . ".$TOOLS/old"; cd /',
  "trap '' HUP INT QUIT TERM",
  'echo ready',
  // A shell that waits reaps every orphan; one that reads does not. If the reader is killed, another one
  // starts.
  'exec 4<&0; set +e; while :; do',
  '  { while read -r _; do :; done; exit 0; } <&4 &',
  '  wait $! && exit',
  'done',
].join('\n')

/**
 * Run by the sandbox's own shell, without privileges: reads the environment and the directory from descriptor $1 and executes the
 * program. Its `$0` is a random id, by which the API distinguishes its error messages from the program's.
 */
const become = (cat: string): string => `fd=$1; shift 2; eval "$(${cat} <&"$fd")"`

/** Brings up the loopback interface of a new network namespace, which util-linux cannot do. */
export const LOOPBACK_UP: Readonly<Record<string, string>> = {
  ip: 'ip link set lo up',
  // SIOCSIFFLAGS with IFF_UP | IFF_RUNNING (linux/sockios.h, linux/if.h) on an AF_INET datagram socket. ioctl
  // needs a variable: Perl folds `pack` of constants into a constant, which it refuses to modify.
  perl: `perl -e 'socket(S, 2, 2, 0); $r = pack("a16 s x22", "lo", 0x41); ioctl(S, 0x8914, $r) or die "lo: $!"'`,
  python3: `python3 -c 'import fcntl,socket,struct; fcntl.ioctl(socket.socket(socket.AF_INET, socket.SOCK_DGRAM), 0x8914, struct.pack("16sh22x", b"lo", 0x41))'`,
}
export const LOOPBACK_PROGRAMS = Object.keys(LOOPBACK_UP)

/** What util-linux's way has available on this machine. */
interface UtilLinux {
  readonly programs: Programs
  /** The available program of {@link LOOPBACK_PROGRAMS}. */
  readonly loopback: string | undefined
  /**
   * Command prefix for what util-linux cannot do (probe.ts), placed before the keyring's name and the commands that drop privileges; empty
   * for none.
   */
  readonly guard: readonly string[]
}

/**
 * With util-linux alone. All programs share the view that the keeper built. A program enters with `nsenter`, whose child is born inside
 * with its root in {@link TOOLS_INSIDE} and its working directory in the sandbox's root; there `setpriv` drops the privileges, and
 * `chroot`, which then has no more of them than the sandbox, takes the last step. Until then nothing from the sandbox was loaded, and a
 * process inside that inspects the entering one at that moment finds nothing it could not see anyway.
 */
export const utilLinuxWay = ({ programs, loopback, guard }: UtilLinux): Way => ({
  prelude: '',

  keeper(plan, { base, tools }) {
    const ownNetwork = plan.network.mode !== 'shared'
    const folders = [...new Set(systemFolders().flatMap((path) => [...parents(path), path]))]
    const links = systemLinks().map(
      ([path, target]) => `ln -s ${shellQuote(target)} "$tools"${shellQuote(path)}`,
    )
    const variables = {
      VIEW,
      TOOLS: TOOLS_INSIDE,
      CONTROL: CONTROL_INSIDE,
      MACHINE: MACHINE.join(' '),
      KEYS: KEYS.join(' '),
      PARENTS: folders.find((path) => folders.some((other) => other.startsWith(`${path}/`))) ?? '',
      LINKS: links.join('\n'),
      SHOWN: (plan.mounts ?? []).map(shown).join('\n'),
      NETWORK: ownNetwork && loopback !== undefined ? (LOOPBACK_UP[loopback] ?? '') : '',
    }
    const namespaces = ['--pid', '--ipc', '--uts', ...(ownNetwork ? ['--net'] : [])]
    return [
      '/usr/bin/env',
      ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
      programs.unshare,
      ...namespaces,
      '--fork',
      '--kill-child',
      // A mount namespace only for the keeper: the holder keeps the one with layers and disk.
      programs.unshare,
      '--mount',
      ...guarded(guard, plan),
      tools.sh,
      '-c',
      'eval "$VIEW"',
      'orrery',
      base,
      hostname(plan.id),
      ...folders,
    ]
  },

  /** Unmounts the host's root, from which the keeper came. */
  async settle(site, pids) {
    const [file = '', ...words] = inside(site, pids, [])
    await promisify(execFile)(file, [...words, programs.umount, '-l', '/old'], {
      env: { PATH: '/usr/bin:/bin' },
    })
  },

  enter: (plan, site, pids) => enterArguments(programs, guard, plan, site, pids),

  /** Outside, since inside it could be seen. */
  wait(plan, site, pids) {
    const waiting = entering([], { waits: true })
    return waiting && [...waiting, ...enterArguments(programs, guard, plan, site, pids)]
  },

  /** As shell source. A shell can set every variable whose name is an identifier; `env` sets the others. */
  settings(env, spec, descriptor) {
    refuseBadSettings(env, spec)
    if (spec.writable !== undefined) throw new RuntimeFailure('programs cannot be kept to one folder here')
    const all = Object.entries({ ...env, ...spec.env })
    const isIdentifier = ([name]: readonly [string, string]) => /^[A-Za-z_]\w*$/.test(name)
    const others = all
      .filter((entry) => !isIdentifier(entry))
      .map(([name, value]) => shellQuote(`${name}=${value}`))
    const cwd = shellQuote(spec.cwd ?? '/root')
    const text = [
      `exec ${descriptor}<&-`,
      `cd -- ${cwd} 2>/dev/null || { [ -d ${cwd} ] && why='Permission denied' || why='No such file or directory'`,
      `  printf '%s: exec: %s\\n' "$0" ${cwd}": $why" >&2; exit 126; }`,
      'unset fd OLDPWD',
      ...all.filter(isIdentifier).map(([name, value]) => `export ${name}=${shellQuote(value)}`),
      `exec ${others.length > 0 ? `/usr/bin/env ${others.join(' ')} ` : ''}"$@"`,
      '',
    ]
    return { words: [String(descriptor)], text: text.join('\n') }
  },
})

const enterArguments = (
  { setpriv, chroot, cat }: Programs,
  guard: readonly string[],
  plan: IsolatePlan,
  site: Site,
  pids: Pids,
): string[] => [
  ...inside(site, pids, plan.network.mode === 'shared' ? [] : ['net']),
  ...guarded(guard, plan),
  setpriv,
  '--no-new-privs',
  '--inh-caps=-all',
  `--bounding-set=-all,${CAPABILITIES.map((name) => `+${name.replace(/^CAP_/, '').toLowerCase()}`).join(',')}`,
  chroot,
  '.',
  site.tools.sh,
  '-c',
  become(cat),
  randomUUID(),
]

/** The guard command with the sandbox's keyring; empty without a guard. */
const guarded = (guard: readonly string[], plan: IsolatePlan): readonly string[] =>
  guard.length > 0 ? [...guard, keyringName(plan)] : []

/** Shell code that mounts a host folder in the view being built. */
const shown = (path: string): string =>
  `mkdir -p "$m"${shellQuote(path)}; bind_readonly ${shellQuote(path)} "$m"${shellQuote(path)}`

const parents = (path: string): string[] => {
  const above = dirname(path)
  return above === '/' ? [] : [...parents(above), above]
}

/** The command that enters with all privileges inside and the root in {@link TOOLS_INSIDE}; a program of the tools follows. */
function inside(site: Site, { outer, inner }: Pids, network: readonly 'net'[]): string[] {
  const names = ['mount', 'ipc', 'uts', ...network, 'pid'] as const
  const root = `/proc/${inner}/root`
  return [
    ...nsenter(site, { pid: outer, names: ['user'] }, { pid: inner, names }),
    `--root=${root}${TOOLS_INSIDE}`,
    `--wd=${root}`,
    '--',
  ]
}
