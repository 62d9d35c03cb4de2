import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { IsolateLimits } from './runtime.ts'

/** The control groups of one sandbox: limits, counters and processes. */
export interface Cgroup {
  /** Files into which a process with one thread writes `0` to join. */
  readonly joinFiles: readonly string[]
  usage(): Promise<CgroupUsage>
  /** Processes killed because the memory limit was reached. */
  outOfMemory(): Promise<number>
  /** Freezes or resumes all processes; undefined without a freezer. */
  readonly freeze: Freeze | undefined
  /** Kills every process in the group until none is left, and removes the group. */
  destroy(): Promise<void>
}

export type Freeze = (isFrozen: boolean) => Promise<void>

export interface CgroupUsage {
  readonly cpuSeconds: number | undefined
  readonly memory: number | undefined
  readonly processes: number | undefined
  readonly outOfMemory: number
}

export type Controller = 'memory' | 'cpu' | 'pids'

export interface Cgroups {
  readonly controllers: readonly Controller[]
  create(id: string, limits: IsolateLimits): Promise<Cgroup>
  /** Destroys all groups of an earlier run below the parent. */
  sweep(): Promise<number>
  /** Removes the empty subtree of this server. */
  close(): Promise<void>
}

/** The cgroup mount point, and the file that lists a process's groups. */
export interface CgroupFiles {
  readonly root: string
  readonly self: string
}

/** CPU quota period in microseconds: the kernel's default. */
export const PERIOD_MICROSECONDS = 100_000

/** The number in a file; undefined if there is none. */
export const number = async (path: string): Promise<number | undefined> => {
  const text = await readFile(path, 'utf8').catch(() => '')
  const value = Number(text.trim())
  return text.trim() === '' || Number.isNaN(value) ? undefined : value
}

/** The number after a name in a key-value file; 0 if missing. */
export const field = async (path: string, name: string): Promise<number> => {
  const text = await readFile(path, 'utf8').catch(() => '')
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
}

/** Creates a folder; false if that is not permitted. */
export async function made(path: string): Promise<boolean> {
  return mkdir(path, { recursive: true }).then(
    () => true,
    () => false,
  )
}

/** Destroys every group below `parents`; returns how many there were. */
export async function sweepBelow(parents: readonly string[]): Promise<number> {
  const names = new Set<string>()
  for (const parent of parents) {
    const entries = await readdir(parent, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) if (entry.isDirectory()) names.add(entry.name)
  }
  for (const name of names) await destroyAll(parents.map((parent) => join(parent, name)))
  return names.size
}

/** Writes a freezer's state and waits until another file reports it. */
export async function freezer(
  [file, wanted]: readonly [string, string],
  [statusFile, shows]: readonly [string, RegExp],
): Promise<void> {
  await writeFile(file, wanted)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (shows.test(await readFile(statusFile, 'utf8'))) return
    await setTimeout(PAUSE_MS)
  }
}

export async function removeEmpty(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rmdir(folder).catch(() => undefined)
}

/** How often and at what interval a dying group is checked; the kernel needs a moment to reap. */
const ATTEMPTS = 100
const PAUSE_MS = 20

/** Kills the processes in the groups until the groups can be removed. */
export async function destroyAll(folders: readonly string[]): Promise<void> {
  await thaw(folders)
  for (const folder of folders) {
    // cgroup v2 since Linux 5.14: kills atomically, including processes that are being forked.
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

/**
 * A frozen process of cgroup v1 dies only once it is thawed: a sandbox that was paused when its server was killed would stay for ever. The
 * signal comes first, so that nothing of it runs again.
 */
async function thaw(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const state = join(folder, 'freezer.state')
    if (!existsSync(state)) continue
    const procs = await readFile(join(folder, 'cgroup.procs'), 'utf8').catch(() => '')
    for (const pid of procs.split('\n').filter(Boolean)) killProcess(Number(pid))
    await writeFile(state, 'THAWED').catch(() => undefined)
  }
}

function killProcess(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}
