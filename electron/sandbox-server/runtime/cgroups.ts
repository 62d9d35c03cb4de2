import { constants, existsSync, readFileSync } from 'node:fs'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type CgroupFiles,
  type Cgroups,
  type Controller,
  destroyAll,
  field,
  freezer,
  made,
  number,
  PERIOD_MICROSECONDS,
  removeEmpty,
  sweepBelow,
} from './cgroup-files.ts'

/** The unified hierarchy (cgroup v2); undefined without permission. */
async function unifiedCgroups(parent: string, { root, self }: CgroupFiles): Promise<Cgroups | undefined> {
  if (!existsSync(join(root, 'cgroup.controllers'))) return undefined
  const found = await findParent(parent, root, join(root, ownGroup(self)))
  if (!found) return undefined
  const { base, controllers, giveBack } = found
  return {
    controllers,
    async create(id, limits) {
      const folder = join(base, id)
      await mkdir(folder, { recursive: true })
      const set = (name: string, value: string) => writeFile(join(folder, name), value).catch(() => undefined)
      await set('memory.max', String(limits.memory))
      await set('memory.swap.max', '0')
      await set('pids.max', String(limits.processes))
      await set(
        'cpu.max',
        `${Math.max(1000, Math.round(limits.cpus * PERIOD_MICROSECONDS))} ${PERIOD_MICROSECONDS}`,
      )
      const outOfMemory = () => field(join(folder, 'memory.events'), 'oom_kill')
      return {
        outOfMemory,
        freeze: existsSync(join(folder, 'cgroup.freeze'))
          ? (isFrozen) => {
              const state = isFrozen ? '1' : '0'
              const shows = new RegExp(`^frozen ${state}$`, 'm')
              return freezer([join(folder, 'cgroup.freeze'), state], [join(folder, 'cgroup.events'), shows])
            }
          : undefined,
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
    close: giveBack,
  }
}

/**
 * This process's group in the unified hierarchy: an ordinary user or a service can create groups only below
 * it.
 */
function ownGroup(self: string): string {
  const line = /^0::(\/.*)$/m.exec(readFileSync(self, 'utf8'))?.[1] ?? '/'
  return line === '/' ? '' : line
}

interface UnifiedParent {
  readonly base: string
  readonly controllers: readonly Controller[]
  /** Removes the empty folder and restores the machine's groups. */
  giveBack(): Promise<void>
}

/**
 * The folder for this server's groups: below its own group or, if that contains other processes (a desktop's, a login's), below the
 * nearest ancestor that already delegates controllers and is writable.
 */
async function findParent(parent: string, root: string, own: string): Promise<UnifiedParent | undefined> {
  const below = await parentBelowOwn(parent, own)
  if (below) return below
  for (let above = own; above.length > root.length;) {
    above = dirname(above)
    const found = await parentBelow(parent, above)
    if (found) return found
  }
  return undefined
}

/**
 * In cgroup v2 a group with controllers enabled for its children may contain no processes, so the server moves into a leaf group before
 * it enables them. The root group, the only one without a type, is exempt.
 */
async function parentBelowOwn(parent: string, own: string): Promise<UnifiedParent | undefined> {
  const wanted = await controllersIn(join(own, 'cgroup.controllers'))
  const enable = wanted.map((name) => `+${name}`).join(' ')
  const [base, leaf] = [join(own, parent), join(own, 'orrery-server')]
  const steps = existsSync(join(own, 'cgroup.type'))
  if (wanted.length === 0 || !(await made(base))) return undefined
  const stepBack = async () => {
    await removeEmpty([base])
    if (!steps) return
    const disable = wanted.map((name) => `-${name}`).join(' ')
    await writeFile(join(own, 'cgroup.subtree_control'), disable).catch(() => undefined)
    await writeFile(join(own, 'cgroup.procs'), String(process.pid)).catch(() => undefined)
    await removeEmpty([leaf])
  }
  try {
    if (steps) {
      await mkdir(leaf, { recursive: true })
      await writeFile(join(leaf, 'cgroup.procs'), String(process.pid))
    }
    await writeFile(join(own, 'cgroup.subtree_control'), enable)
    await writeFile(join(base, 'cgroup.subtree_control'), enable)
    return { base, controllers: wanted, giveBack: stepBack }
  } catch {
    await stepBack()
    return undefined
  }
}

/**
 * In a shared group nothing is changed except the server's folder. Moving a process requires write access to `cgroup.procs` of the
 * common ancestor.
 */
async function parentBelow(parent: string, above: string): Promise<UnifiedParent | undefined> {
  const controllers = await controllersIn(join(above, 'cgroup.subtree_control'))
  const base = join(above, parent)
  const enters = await access(join(above, 'cgroup.procs'), constants.W_OK).then(
    () => true,
    () => false,
  )
  if (controllers.length === 0 || !enters || !(await made(base))) return undefined
  const enable = controllers.map((name) => `+${name}`).join(' ')
  const giveBack = () => removeEmpty([base])
  try {
    await writeFile(join(base, 'cgroup.subtree_control'), enable)
    return { base, controllers, giveBack }
  } catch {
    await giveBack()
    return undefined
  }
}

/** The supported controllers that a file lists. */
async function controllersIn(path: string): Promise<Controller[]> {
  const named = (await readFile(path, 'utf8').catch(() => '')).split(/\s+/)
  return (['memory', 'cpu', 'pids'] as const).filter((name) => named.includes(name))
}

const MACHINE: CgroupFiles = { root: '/sys/fs/cgroup', self: '/proc/self/cgroup' }

/**
 * The machine's cgroups as far as permitted; `parent` names the server's subtree and is unique per data folder.
 */
export async function findCgroups(parent: string, files = MACHINE): Promise<Cgroups | undefined> {
  return (await versionOne(parent, files.root)) ?? (await unifiedCgroups(parent, files))
}

async function versionOne(parent: string, root: string): Promise<Cgroups | undefined> {
  const wanted = ['memory', 'pids', 'cpu', 'cpuacct', 'freezer'] as const
  const usable: string[] = []
  for (const name of wanted) {
    const path = join(root, name, parent)
    if (existsSync(join(root, name, 'cgroup.procs')) && (await made(path))) usable.push(name)
  }
  if (usable.length === 0) return undefined
  const folder = (controller: string, id: string) => join(root, controller, parent, id)
  return {
    controllers: usable.filter((name): name is Controller => name !== 'cpuacct' && name !== 'freezer'),
    async create(id, limits) {
      const folders = usable.map((name) => folder(name, id))
      for (const path of folders) await mkdir(path, { recursive: true })
      const has = (name: string) => usable.includes(name)
      if (has('memory')) await limitMemory(folder('memory', id), limits.memory)
      if (has('pids')) await writeFile(join(folder('pids', id), 'pids.max'), String(limits.processes))
      if (has('cpu')) {
        const quota = String(Math.max(1000, Math.round(limits.cpus * PERIOD_MICROSECONDS)))
        await writeFile(join(folder('cpu', id), 'cpu.cfs_quota_us'), quota)
      }
      const outOfMemory = () =>
        has('memory')
          ? field(join(folder('memory', id), 'memory.oom_control'), 'oom_kill')
          : Promise.resolve(0)
      return {
        outOfMemory,
        freeze: has('freezer')
          ? (isFrozen) => {
              const file = join(folder('freezer', id), 'freezer.state')
              const state = isFrozen ? 'FROZEN' : 'THAWED'
              return freezer([file, state], [file, new RegExp(`^${state}`)])
            }
          : undefined,
        // For a whole process the kernel stops all forks, which it may wait for ten milliseconds to do; a shell has one thread only.
        joinFiles: folders.map((path) => join(path, 'tasks')),
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
  // Otherwise a sandbox would use swap beyond its limit; not every kernel has the file.
  await writeFile(join(folder, 'memory.memsw.limit_in_bytes'), String(bytes)).catch(() => undefined)
}

/** Memory in use without the page cache, which the kernel reclaims under pressure. */
async function residentV1(folder: string): Promise<number> {
  const stat = join(folder, 'memory.stat')
  return (await field(stat, 'total_rss')) + (await field(stat, 'total_shmem'))
}
