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
 * Where a sandbox keeps the programs with which others enter: this machine's own, read-only, and no file that the sandbox could have
 * written, so that the dynamic linker loads nothing of the sandbox's as long as there are privileges to lose. Below /dev, which is
 * read-only: nobody inside can put another folder in its place.
 */
const TOOLS_INSIDE = '/dev/.orrery'

/** What only this way needs, besides the programs of every sandbox. */
export const PROGRAMS = ['unshare', 'setpriv', 'chroot', 'pivot_root', 'umount', 'cat', 'hostname'] as const
type Programs = Readonly<Record<(typeof PROGRAMS)[number], string>>

/**
 * Builds the view in fresh PID and mount namespaces and stays as the sandbox's first process. Arguments: base, host name, and the folders
 * of this machine's system. Nothing of the image runs here, and no path of the image is followed that is a link. The shell keeps its
 * privileges, which nobody inside can reach: he has fewer.
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
  // An ordinary user looks it up before becoming root inside; a root that was closed (`chmod 000 /`) would keep the user out.
  'chmod u+rwx "$m"',
  'for path in /dev /proc /root /run "$CONTROL" "$@"; do folder "$path"; done',
  'for path; do case $path in $PARENTS) ;; *) bind_readonly "$path" "$m$path" ;; esac; done',
  // A place of mount can be neither moved nor removed: programs begin there.
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
  // The interpreters of the guard look for them.
  'node "$tools/dev/null"; node "$tools/dev/urandom"',
  'eval "$LINKS"',
  // Parts of /proc that rule the machine, or tell of its keys; after the copy for the tools, which nobody inside may write or read either.
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
  // A shell that waits reaps every orphan; one that reads does not. Whoever kills the reader gets another one.
  'exec 4<&0; set +e; while :; do',
  '  { while read -r _; do :; done; exit 0; } <&4 &',
  '  wait $! && exit',
  'done',
].join('\n')

/**
 * Run by the sandbox's own shell, without privileges: reads the environment and the directory from descriptor $1 and becomes the program.
 * It calls itself by a random id, by which the API tells its words from the program's.
 */
const become = (cat: string): string => `fd=$1; shift 2; eval "$(${cat} <&"$fd")"`

/** Brings up the loopback of a new network, which no program of util-linux does. */
export const LOOPBACK_UP: Readonly<Record<string, string>> = {
  ip: 'ip link set lo up',
  // SIOCSIFFLAGS with IFF_UP | IFF_RUNNING (linux/sockios.h, linux/if.h); AF_INET datagram socket.
  // ioctl wants a variable: what `pack` makes of constants is one itself, which Perl refuses to write.
  perl: `perl -e 'socket(S, 2, 2, 0); $r = pack("a16 s x22", "lo", 0x41); ioctl(S, 0x8914, $r) or die "lo: $!"'`,
  python3: `python3 -c 'import fcntl,socket,struct; fcntl.ioctl(socket.socket(socket.AF_INET, socket.SOCK_DGRAM), 0x8914, struct.pack("16sh22x", b"lo", 0x41))'`,
}
export const LOOPBACK_PROGRAMS = Object.keys(LOOPBACK_UP)

/** What util-linux's way has on this machine. */
interface UtilLinux {
  readonly programs: Programs
  /** The program of {@link LOOPBACK_PROGRAMS} that is here. */
  readonly loopback: string | undefined
  /** Words that install what util-linux cannot (probe.ts), in front of the keyring's name and those that give up privileges; empty for none. */
  readonly guard: readonly string[]
}

/**
 * With util-linux alone. All programs share the view that the keeper built. One enters with `nsenter`, whose child is born inside with its
 * root in {@link TOOLS_INSIDE} and its working directory in the sandbox's own root; there `setpriv` gives up the privileges, and `chroot`,
 * which has no more of them than the sandbox, takes the last step. Until then nothing of the sandbox's was loaded; and whoever looks at the
 * process from inside at that moment finds nothing that he does not see anyway.
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
      // A mount namespace for the keeper alone: the holder keeps the one where layers and disk are.
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

  /** Lets go of this machine's root, from which the keeper came. */
  async settle(site, pids) {
    const [file = '', ...words] = inside(site, pids, [])
    await promisify(execFile)(file, [...words, programs.umount, '-l', '/old'], {
      env: { PATH: '/usr/bin:/bin' },
    })
  },

  enter: (plan, site, pids) => [
    ...inside(site, pids, plan.network.mode === 'shared' ? [] : ['net']),
    ...guarded(guard, plan),
    programs.setpriv,
    '--no-new-privs',
    '--inh-caps=-all',
    `--bounding-set=-all,${CAPABILITIES.map((name) => `+${name.replace(/^CAP_/, '').toLowerCase()}`).join(',')}`,
    programs.chroot,
    '.',
    site.tools.sh,
    '-c',
    become(programs.cat),
    randomUUID(),
  ],

  /** As shell source: a shell can name every variable but those whose name is not an identifier, for which `env` stands in. */
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

/** The words of the guard with the sandbox's keyring; none where this machine has no guard. */
const guarded = (guard: readonly string[], plan: IsolatePlan): readonly string[] =>
  guard.length > 0 ? [...guard, keyringName(plan)] : []

/** Shows a folder of this machine in the view that is built. */
const shown = (path: string): string =>
  `mkdir -p "$m"${shellQuote(path)}; bind_readonly ${shellQuote(path)} "$m"${shellQuote(path)}`

const parents = (path: string): string[] => {
  const above = dirname(path)
  return above === '/' ? [] : [...parents(above), above]
}

/** The words that enter with all privileges inside and the root in {@link TOOLS_INSIDE}; a program of the tools follows them. */
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
