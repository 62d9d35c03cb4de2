import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { IsolatePlan } from '../runtime.ts'

/** Directories of this machine's system that the local image shows, read-only. Everything else of it stays hidden. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store']

/** Those of {@link SYSTEM} that are real directories here; on merged-/usr systems most are symbolic links. */
export const systemFolders = (): string[] =>
  SYSTEM.filter((path) => existsSync(path) && !lstatSync(path).isSymbolicLink())

/** The symbolic links among {@link SYSTEM}, to be repeated inside: [path, target]. */
export const systemLinks = (): [string, string][] =>
  SYSTEM.filter((path) => existsSync(path) && lstatSync(path).isSymbolicLink()).map((path) => [
    path,
    readlinkSync(path),
  ])

/** Parts of a sandbox's folder on the host. What a sandbox wrote is kept there, so `box` stays its name. */
export const isolatePaths = (plan: IsolatePlan) => ({
  /** What the sandbox changed: the overlay's upper layer. */
  upper: join(plan.folder, 'box/upper'),
  work: join(plan.folder, 'box/work'),
  merged: join(plan.folder, 'box/merged'),
  shm: join(plan.folder, 'box/shm'),
  root: join(plan.folder, 'box'),
  control: join(plan.folder, 'box/run'),
})

/** Where the control folder appears inside. */
export const CONTROL_INSIDE = '/run/orrery'

/** Capabilities a container's root usually has and programs such as apt, su and tar expect; all within the user namespace. */
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

/** Where the holder's namespace has the /proc of the sandbox's own processes. */
export const processesPlace = (base: string): string => `${base}/proc`

/** Parts of /proc that rule the machine; nobody inside may write them, whatever the kernel thinks of him. */
export const MACHINE = ['sys', 'sysrq-trigger', 'irq', 'bus']

/** Lists of the kernel's keys, among them those of whoever started the server. */
export const KEYS = ['keys', 'key-users']

/** bubblewrap's arguments that show the /proc which the holder mounted. */
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
 * Places of the sandbox's root on which bubblewrap mounts, or below which it does. It resolves them while this machine's root is still in
 * sight, so a link among them would lead there: the holder refuses to start with one, and none can be made later, since a folder that is a
 * mount point in every view can be neither moved nor removed.
 */
export const MOUNT_PLACES = ['run', 'root', 'dev', 'proc', 'sys', 'oldroot', 'newroot'] as const
const PINNED = ['run', 'root']

/** bubblewrap's arguments that build the sandbox's view; `base` is where the holder mounted `box` and layers. */
export function viewArguments(base: string, local: boolean, mounts: readonly string[] = []): string[] {
  const merged = `${base}/box/merged`
  const pins = PINNED.flatMap((name) => ['--bind', `${merged}/${name}`, `/${name}`])
  const system = local ? systemFolders().flatMap((path) => ['--ro-bind', path, path]) : []
  // Every view has a /dev of its own, in the machine's memory: what is there is enough, and nothing fills it.
  const devices = ['--dev', '/dev', '--bind', `${base}/box/shm`, '/dev/shm', '--remount-ro', '/dev']
  const control = ['--ro-bind', `${base}/box/run`, CONTROL_INSIDE]
  const capabilities = ['--cap-drop', 'ALL', ...CAPABILITIES.flatMap((name) => ['--cap-add', name])]
  const root = ['--die-with-parent', '--bind', merged, '/', ...pins]
  const shown = mounts.flatMap((path) => ['--ro-bind', path, path])
  return [...root, ...system, ...shown, ...processes(base), ...devices, ...control, ...capabilities]
}

/** bubblewrap's arguments that let the program write one folder only; they come after the view's. */
export function onlyWritable(base: string, path: string): string[] {
  const closed = ['/', '/run', '/root', '/dev/shm'].flatMap((place) => ['--remount-ro', place])
  return [...closed, '--bind', `${base}/box/merged${path}`, path]
}

/**
 * The view of the keeper, a program of this machine: nothing but the system. It has one capability, harmless in itself, that nobody inside
 * has: so nobody may trace it or reach its files through /proc.
 */
export function keeperArguments(): string[] {
  const folders = systemFolders().flatMap((path) => ['--ro-bind', path, path])
  const links = systemLinks().flatMap(([path, target]) => ['--symlink', target, path])
  return ['--die-with-parent', ...folders, ...links, '--cap-drop', 'ALL', '--cap-add', 'CAP_WAKE_ALARM']
}
