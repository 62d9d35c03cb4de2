import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type CgroupFiles,
  type Cgroups,
  type Controller,
  destroyAll,
  field,
  made,
  number,
  PERIOD,
  removeEmpty,
  sweepBelow,
} from './cgroup-files.ts'
import { unifiedCgroups } from './unified-cgroups.ts'

const MACHINE: CgroupFiles = { root: '/sys/fs/cgroup', self: '/proc/self/cgroup' }

/** The machine's cgroups as far as we may use them; `parent` names our subtree and is unique per data folder. */
export async function findCgroups(parent: string, files = MACHINE): Promise<Cgroups | undefined> {
  return (await versionOne(parent, files.root)) ?? (await unifiedCgroups(parent, files))
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
    controllers: usable.filter((name): name is Controller => name !== 'cpuacct'),
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
