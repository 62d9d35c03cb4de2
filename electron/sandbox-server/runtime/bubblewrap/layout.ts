import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { IsolatePlan } from '../runtime.ts'

/** System directories of this machine that the local image shows read-only. Everything else is hidden. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store']

/** Those of {@link SYSTEM} that are real directories; on merged-/usr systems most are symbolic links. */
export const systemFolders = (): string[] =>
  SYSTEM.filter((path) => existsSync(path) && !lstatSync(path).isSymbolicLink())

/** The symbolic links among {@link SYSTEM}, to be recreated inside: [path, target]. */
export const systemLinks = (): [string, string][] =>
  SYSTEM.filter((path) => existsSync(path) && lstatSync(path).isSymbolicLink()).map((path) => [
    path,
    readlinkSync(path),
  ])

/**
 * Paths in a sandbox's folder on the host. Existing sandboxes have their files in `box`, so that name cannot
 * change.
 */
export const isolatePaths = (plan: IsolatePlan) => ({
  /** The sandbox's changes: the overlay's upper layer. */
  upper: join(plan.folder, 'box/upper'),
  work: join(plan.folder, 'box/work'),
  merged: join(plan.folder, 'box/merged'),
  shm: join(plan.folder, 'box/shm'),
  root: join(plan.folder, 'box'),
  control: join(plan.folder, 'box/run'),
})

/** Path of the control folder inside. */
export const CONTROL_INSIDE = '/run/orrery'

/**
 * Capabilities that root in a container usually has and that programs such as apt, su and tar expect; all within the user
 * namespace.
 */
export const CAPABILITIES = [
  'CAP_CHOWN',
  'CAP_DAC_OVERRIDE',
  'CAP_FOWNER',
  'CAP_FSETID',
  'CAP_KILL',
  'CAP_NET_BIND_SERVICE',
  'CAP_SETFCAP',
  'CAP_SETGID',
  'CAP_SETPCAP',
  'CAP_SETUID',
  'CAP_SYS_CHROOT',
]

/** Mount point, in the holder's namespace, of the /proc of the sandbox's processes. */
export const processesPlace = (base: string): string => `${base}/proc`

/** Parts of /proc that control the machine; read-only inside, whatever the kernel permits. */
export const MACHINE = ['sys', 'sysrq-trigger', 'irq', 'bus']

/** Lists of kernel keys, including those of the user who started the server. */
export const KEYS = ['keys', 'key-users']

/** bubblewrap's arguments that bind the /proc mounted by the holder. */
function processes(base: string): string[] {
  const place = processesPlace(base)
  const covers = MACHINE.flatMap((name) => ['--ro-bind-try', `${place}/${name}`, `/proc/${name}`])
  const keys = KEYS.filter((name) => existsSync(`/proc/${name}`))
  return [
    '--bind',
    place,
    '/proc',
    ...covers,
    ...keys.flatMap((name) => ['--ro-bind', '/dev/null', `/proc/${name}`]),
  ]
}

/**
 * Paths at or below which bubblewrap mounts in the sandbox's root. It resolves them while the host's root is still visible, so a link
 * among them would lead there: the holder refuses to start with one, and none can be created later, because a mount point can be neither
 * moved nor removed.
 */
export const MOUNT_PLACES = ['run', 'root', 'dev', 'proc', 'sys', 'oldroot', 'newroot'] as const
const PINNED = ['run', 'root']

/** bubblewrap's arguments that build the sandbox's view; `base` is where the holder mounted `box` and layers. */
export function viewArguments(base: string, local: boolean, mounts: readonly string[] = []): string[] {
  const merged = `${base}/box/merged`
  const pins = PINNED.flatMap((name) => ['--bind', `${merged}/${name}`, `/${name}`])
  const system = local ? systemFolders().flatMap((path) => ['--ro-bind', path, path]) : []
  // Every view has its own read-only /dev in memory, so that nothing can fill it.
  const devices = ['--dev', '/dev', '--bind', `${base}/box/shm`, '/dev/shm', '--remount-ro', '/dev']
  const control = ['--ro-bind', `${base}/box/run`, CONTROL_INSIDE]
  const capabilities = ['--cap-drop', 'ALL', ...CAPABILITIES.flatMap((name) => ['--cap-add', name])]
  const root = ['--die-with-parent', '--bind', merged, '/', ...pins]
  const shown = mounts.flatMap((path) => ['--ro-bind', path, path])
  return [...root, ...system, ...shown, ...processes(base), ...devices, ...control, ...capabilities]
}

/** bubblewrap's arguments that make one folder the only writable one; they follow the view's. */
export function onlyWritable(base: string, path: string): string[] {
  const closed = ['/', '/run', '/root', '/dev/shm'].flatMap((place) => ['--remount-ro', place])
  return [...closed, '--bind', `${base}/box/merged${path}`, path]
}

/**
 * The view of the keeper, a host program: only the system. It has one harmless capability that no program inside has, so that none can
 * trace it or access its files through /proc.
 */
export function keeperArguments(): string[] {
  const folders = systemFolders().flatMap((path) => ['--ro-bind', path, path])
  const links = systemLinks().flatMap(([path, target]) => ['--symlink', target, path])
  return ['--die-with-parent', ...folders, ...links, '--cap-drop', 'ALL', '--cap-add', 'CAP_WAKE_ALARM']
}
