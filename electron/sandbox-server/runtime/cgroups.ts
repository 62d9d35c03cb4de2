import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { BoxLimits } from './runtime.ts'

/** Control groups of one sandbox: its limits, its counters and the list of its processes. */
export interface Cgroup {
  /** Files into which a process writes `0` to join. */
  readonly joinFiles: readonly string[]
  usage(): Promise<CgroupUsage>
  /** Processes killed because the memory limit was reached. */
  outOfMemory(): Promise<number>
  /** Kills every process in the group until none is left, and removes it. */
  destroy(): Promise<void>
}

export interface CgroupUsage {
  readonly cpuSeconds: number | undefined
  readonly memory: number | undefined
  readonly processes: number | undefined
  readonly outOfMemory: number
}

export interface Cgroups {
  readonly controllers: readonly ('memory' | 'cpu' | 'pids')[]
  create(id: string, limits: BoxLimits): Promise<Cgroup>
  /** Ends all groups of an earlier run below our parent. */
  sweep(): Promise<number>
  /** Removes our empty subtree. */
  close(): Promise<void>
}

/** Where the machine keeps its control groups, and where it says in which of them a process is. */
export interface CgroupFiles {
  readonly root: string
  readonly self: string
}

const MACHINE: CgroupFiles = { root: '/sys/fs/cgroup', self: '/proc/self/cgroup' }
/** Accounting period of the processor quota, microseconds: the kernel's default. */
const PERIOD = 100_000

const number = async (path: string): Promise<number | undefined> => {
  const text = await readFile(path, 'utf8').catch(() => '')
  const value = Number(text.trim())
  return text.trim() === '' || Number.isNaN(value) ? undefined : value
}

const field = async (path: string, name: string): Promise<number> => {
  const text = await readFile(path, 'utf8').catch(() => '')
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
}

/** The machine's cgroups as far as we may use them; `parent` names our subtree and is unique per data folder. */
export async function findCgroups(parent: string, files = MACHINE): Promise<Cgroups | undefined> {
  return (await versionOne(parent, files.root)) ?? (await versionTwo(parent, files))
}

async function versionOne(parent: string, root: string): Promise<Cgroups | undefined> {
  const wanted = ['memory', 'pids', 'cpu', 'cpuacct'] as const
  const usable: string[] = []
  for (const name of wanted) {
    const path = join(root, name, parent)
    if (existsSync(join(root, name, 'cgroup.procs')) && (await made(path))) usable.push(name)
  }
  if (usable.length === 0) return undefined
  const folder = (controller: string, id: string) => join(root, controller, parent, id)
  return {
    controllers: usable.filter((name): name is 'memory' | 'cpu' | 'pids' => name !== 'cpuacct'),
    async create(id, limits) {
      const folders = usable.map((name) => folder(name, id))
      for (const path of folders) await mkdir(path, { recursive: true })
      const has = (name: string) => usable.includes(name)
      if (has('memory')) await limitMemory(folder('memory', id), limits.memory)
      if (has('pids')) await writeFile(join(folder('pids', id), 'pids.max'), String(limits.processes))
      if (has('cpu')) {
        const quota = String(Math.max(1000, Math.round(limits.cpus * PERIOD)))
        await writeFile(join(folder('cpu', id), 'cpu.cfs_quota_us'), quota)
      }
      const outOfMemory = () =>
        has('memory')
          ? field(join(folder('memory', id), 'memory.oom_control'), 'oom_kill')
          : Promise.resolve(0)
      return {
        outOfMemory,
        joinFiles: folders.map((path) => join(path, 'cgroup.procs')),
        usage: async () => ({
          cpuSeconds: has('cpuacct')
            ? ((await number(join(folder('cpuacct', id), 'cpuacct.usage'))) ?? 0) / 1e9
            : undefined,
          memory: has('memory') ? await residentV1(folder('memory', id)) : undefined,
          processes: has('pids') ? await number(join(folder('pids', id), 'pids.current')) : undefined,
          outOfMemory: await outOfMemory(),
        }),
        destroy: () => destroyAll(folders),
      }
    },
    sweep: () => sweepBelow(usable.map((name) => join(root, name, parent))),
    close: () => removeEmpty(usable.map((name) => join(root, name, parent))),
  }
}

async function limitMemory(folder: string, bytes: number): Promise<void> {
  await writeFile(join(folder, 'memory.limit_in_bytes'), String(bytes))
  // Without this a sandbox would go on growing into swap; not every kernel has the file.
  await writeFile(join(folder, 'memory.memsw.limit_in_bytes'), String(bytes)).catch(() => undefined)
}

/** Memory in use without the page cache, which the kernel gives back under pressure. */
async function residentV1(folder: string): Promise<number> {
  const stat = join(folder, 'memory.stat')
  return (await field(stat, 'total_rss')) + (await field(stat, 'total_shmem'))
}

async function versionTwo(parent: string, { root, self }: CgroupFiles): Promise<Cgroups | undefined> {
  if (!existsSync(join(root, 'cgroup.controllers'))) return undefined
  const own = join(root, ownGroup(self))
  const base = join(own, parent)
  if (!(await made(base))) return undefined
  const controllers = await delegate(own, base, own === join(root))
  if (controllers.length === 0) return undefined
  return {
    controllers,
    async create(id, limits) {
      const folder = join(base, id)
      await mkdir(folder, { recursive: true })
      const set = (name: string, value: string) => writeFile(join(folder, name), value).catch(() => undefined)
      await set('memory.max', String(limits.memory))
      await set('memory.swap.max', '0')
      await set('pids.max', String(limits.processes))
      await set('cpu.max', `${Math.max(1000, Math.round(limits.cpus * PERIOD))} ${PERIOD}`)
      const outOfMemory = () => field(join(folder, 'memory.events'), 'oom_kill')
      return {
        outOfMemory,
        joinFiles: [join(folder, 'cgroup.procs')],
        usage: async () => ({
          cpuSeconds: (await field(join(folder, 'cpu.stat'), 'usage_usec')) / 1e6,
          memory:
            (await field(join(folder, 'memory.stat'), 'anon')) +
            (await field(join(folder, 'memory.stat'), 'shmem')),
          processes: await number(join(folder, 'pids.current')),
          outOfMemory: await outOfMemory(),
        }),
        destroy: () => destroyAll([folder]),
      }
    },
    sweep: () => sweepBelow([base]),
    close: () => removeEmpty([base]),
  }
}

/** Our own group in the unified hierarchy: only below it may an ordinary user (or a service) create others. */
function ownGroup(self: string): string {
  const line = /^0::(\/.*)$/m.exec(readFileSync(self, 'utf8'))?.[1] ?? '/'
  return line === '/' ? '' : line
}

/**
 * Version 2 forbids processes in a group that has children with controllers, so the server steps into a leaf of its own
 * before it hands the controllers down.
 */
async function delegate(own: string, base: string, isRoot: boolean): Promise<('memory' | 'cpu' | 'pids')[]> {
  const available = await readFile(join(own, 'cgroup.controllers'), 'utf8').catch(() => '')
  const wanted = (['memory', 'cpu', 'pids'] as const).filter((name) => available.split(/\s+/).includes(name))
  const enable = wanted.map((name) => `+${name}`).join(' ')
  try {
    if (!isRoot) {
      const leaf = join(own, 'orrery-server')
      await mkdir(leaf, { recursive: true })
      await writeFile(join(leaf, 'cgroup.procs'), String(process.pid))
    }
    await writeFile(join(own, 'cgroup.subtree_control'), enable)
    await writeFile(join(base, 'cgroup.subtree_control'), enable)
    return wanted
  } catch {
    return []
  }
}

async function made(path: string): Promise<boolean> {
  return mkdir(path, { recursive: true }).then(
    () => true,
    () => false,
  )
}

async function sweepBelow(parents: readonly string[]): Promise<number> {
  const names = new Set<string>()
  for (const parent of parents) {
    const entries = await readdir(parent, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) if (entry.isDirectory()) names.add(entry.name)
  }
  for (const name of names) await destroyAll(parents.map((parent) => join(parent, name)))
  return names.size
}

async function removeEmpty(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rmdir(folder).catch(() => undefined)
}

/** How often and how long apart a dying group is looked at; the kernel needs a moment to reap. */
const ATTEMPTS = 100
const PAUSE_MS = 20

async function destroyAll(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    // Version 2 since Linux 5.14: all at once, also those that a process is just about to start.
    const kill = join(folder, 'cgroup.kill')
    if (existsSync(kill)) await writeFile(kill, '1').catch(() => undefined)
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const procs = await readFile(join(folder, 'cgroup.procs'), 'utf8').catch(() => '')
      for (const pid of procs.split('\n').filter(Boolean)) killProcess(Number(pid))
      const gone = await rmdir(folder).then(
        () => true,
        (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
      )
      if (gone) break
      await setTimeout(PAUSE_MS)
    }
  }
}

function killProcess(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}
