import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Cgroups } from '../cgroup-files.ts'
import { collect } from '../collect.ts'
import { type IsolatePlan, type RuntimeAbility, RuntimeFailure, type RuntimeInfo } from '../runtime.ts'
import { seccompFilter } from '../seccomp.ts'
import { removeTree } from '../trees.ts'
import { Disks } from './disk.ts'
import { NamespaceRuntime } from './runtime.ts'
import { findTool, findTools, mountBase, TOOLS } from './tools.ts'
import { bubblewrapWay, type Way } from './way.ts'

const run = promisify(execFile)

export interface ProbeOptions {
  readonly dataFolder: string
  /** Folder of the images. */
  readonly images: string
  readonly cgroups: Cgroups | undefined
}

/** Tries bubblewrap on this machine. @throws RuntimeFailure as {@link tryNamespaces} */
export async function probeBubblewrap(options: ProbeOptions): Promise<NamespaceRuntime> {
  if (process.platform !== 'linux') throw new RuntimeFailure('bubblewrap needs Linux')
  const { bwrap } = findTools(['bwrap', ...TOOLS])
  const version = (await run(bwrap, ['--version'])).stdout.trim().replace(/^bubblewrap\s+/, '')
  const filter = await keepFilter(options.dataFolder)
  const missing = filter
    ? []
    : [`System calls are not filtered: none is known for ${process.arch} processors.`]
  return tryNamespaces(options, bubblewrapWay(bwrap, filter), {
    name: 'bubblewrap',
    version,
    abilities: ['images', 'network'],
    networks: ['own', 'shared', 'none', 'allow'],
    missing,
  })
}

/** Writes the seccomp filter to the file that processes entering a sandbox read. */
async function keepFilter(dataFolder: string): Promise<string | undefined> {
  const filter = seccompFilter()
  if (!filter) return undefined
  const path = join(dataFolder, 'seccomp.bpf')
  await mkdir(dataFolder, { recursive: true })
  await writeFile(path, filter, { mode: 0o600 })
  return path
}

/** Properties of a way, besides what this machine provides to every way. */
type WayInfo = Omit<RuntimeInfo, 'isolated'>

/**
 * Tries a way on this machine by opening a sandbox and running a program in it.
 * @throws RuntimeFailure with one sentence that says what is missing and how to get it
 */
export async function tryNamespaces(
  options: ProbeOptions,
  way: Way,
  brought: WayInfo,
): Promise<NamespaceRuntime> {
  const tools = findTools(TOOLS)
  const root = process.getuid?.() === 0
  const controllers = options.cgroups?.controllers ?? []
  const prlimit = findTool('prlimit')
  const images = join(options.dataFolder, 'images')
  await mkdir(images, { recursive: true, mode: root ? 0o755 : 0o700 })
  const open = (mkfs: string | undefined): NamespaceRuntime => {
    const granted = abilities(controllers, {
      users: root,
      perProcess: prlimit !== undefined,
      disks: mkfs !== undefined,
    })
    return new NamespaceRuntime({
      disks:
        mkfs === undefined ? undefined : new Disks(mkfs, join(options.dataFolder, 'disks', brought.name)),
      way,
      tools,
      images,
      base: mountBase(options.dataFolder, options.images),
      isRoot: root,
      cgroups: options.cgroups,
      limiter: (plan, ownDisk) =>
        prlimit ? processLimits(prlimit, plan, { grouped: controllers.includes('memory'), ownDisk }) : [],
      info: {
        ...brought,
        isolated: true,
        abilities: [...granted.abilities, ...brought.abilities],
        missing: [...brought.missing, ...granted.missing],
      },
    })
  }
  // Only root can mount, and not everywhere. Without its own disk, a sandbox's disk usage is monitored instead.
  const mkfs = root ? findTool('mkfs.ext4') : undefined
  if (mkfs) {
    const limited = open(mkfs)
    const works = await tryOut(limited, options.dataFolder).then(
      () => true,
      () => false,
    )
    if (works) return limited
  }
  const runtime = open(undefined)
  await tryOut(runtime, options.dataFolder)
  return runtime
}

/** Without its own disk, a limit on file size; and without control groups, limits per process. */
function processLimits(
  prlimit: string,
  { limits }: IsolatePlan,
  { grouped, ownDisk }: { grouped: boolean; ownDisk: boolean },
): string[] {
  const file = ownDisk || limits.disk === Infinity ? [] : [`--fsize=${limits.disk}`]
  const soft = grouped ? [] : [`--as=${limits.memory}`, `--nproc=${limits.processes}`]
  return file.length + soft.length > 0 ? [prlimit, ...file, ...soft, '--'] : []
}

function abilities(
  controllers: readonly string[],
  can: { users: boolean; perProcess: boolean; disks: boolean },
): { abilities: RuntimeAbility[]; missing: string[] } {
  const has: RuntimeAbility[] = ['file-system', 'processes', 'commit']
  const missing: string[] = []
  const either = (there: boolean, ability: RuntimeAbility, sentence: string) => {
    if (there) has.push(ability)
    else missing.push(sentence)
  }
  const soft = can.perProcess ? ' as a whole; each process is limited instead' : ''
  either(
    controllers.includes('memory'),
    'memory-limit',
    `No writable control group: memory is not limited${soft}.`,
  )
  either(
    controllers.includes('cpu'),
    'cpu-limit',
    'No writable control group: processor time is not limited.',
  )
  either(
    controllers.includes('pids'),
    'process-limit',
    `No writable control group: processes are not limited${soft}.`,
  )
  either(
    can.disks,
    'disk-limit',
    'No disk for each sandbox can be mounted: its files are watched, and a sandbox with too many is stopped.',
  )
  either(
    can.users,
    'users',
    'Run by an ordinary user: inside there is only root, so su and package managers may fail.',
  )
  return { abilities: has, missing }
}

async function tryOut(runtime: NamespaceRuntime, dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true })
  const folder = await mkdtemp(join(dataFolder, 'probe-'))
  const plan: IsolatePlan = {
    id: 'probe',
    folder,
    image: { kind: 'local', layers: [], reference: 'local', env: {} },
    limits: { cpus: 1, memory: 256 * 1024 ** 2, disk: 64 * 1024 ** 2, processes: 32 },
    network: { mode: 'none', hosts: [] },
  }
  try {
    const isolate = await runtime.open(plan, AbortSignal.timeout(10_000))
    try {
      const child = isolate.exec({ argv: ['/bin/sh', '-c', 'exit 7'] })
      const { code, stderr } = await collect(child)
      if (code !== 7)
        throw new RuntimeFailure(`a trial program could not be run (${stderr.toString().trim()})`)
    } finally {
      await isolate.stop()
    }
  } finally {
    // The original failure is the one to report, not what cleaning up ran into.
    await removeTree(folder).catch(() => undefined)
  }
}
