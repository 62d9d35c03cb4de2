import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { BoxPlan } from '../runtime.ts'

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

/** Parts of a sandbox's folder on the host. */
export const boxPaths = (plan: BoxPlan) => ({
  /** What the sandbox changed: the overlay's upper layer. */
  upper: join(plan.folder, 'box/upper'),
  work: join(plan.folder, 'box/work'),
  merged: join(plan.folder, 'box/merged'),
  shm: join(plan.folder, 'box/shm'),
  box: join(plan.folder, 'box'),
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

/** bubblewrap's arguments that mount a /proc for the process namespace that it makes. */
export const OWN_PROCESSES: readonly string[] = ['--proc', '/proc']

/** bubblewrap's arguments that show the /proc which the holder mounted. */
export function sharedProcesses(base: string): string[] {
  const place = processesPlace(base)
  const covers = MACHINE.flatMap((name) => ['--ro-bind-try', `${place}/${name}`, `/proc/${name}`])
  return ['--bind', place, '/proc', ...covers]
}

/** bubblewrap's arguments that build the sandbox's view; `base` is where the holder mounted box and layers. */
export function viewArguments(base: string, local: boolean, processes: readonly string[]): string[] {
  const system = local ? systemFolders().flatMap((path) => ['--ro-bind', path, path]) : []
  // A minimal image may lack the home folder, in which every program starts.
  const root = ['--die-with-parent', '--bind', `${base}/box/merged`, '/', '--dir', '/root']
  const devices = [...processes, '--dev', '/dev', '--bind', `${base}/box/shm`, '/dev/shm']
  const control = ['--ro-bind', `${base}/box/run`, CONTROL_INSIDE]
  const capabilities = ['--cap-drop', 'ALL', ...CAPABILITIES.flatMap((name) => ['--cap-add', name])]
  return [...root, ...system, ...devices, ...control, ...capabilities]
}
