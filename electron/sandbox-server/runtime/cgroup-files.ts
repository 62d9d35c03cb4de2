import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Accounting period of the processor quota, microseconds: the kernel's default. */
export const PERIOD = 100_000

/** The number a file holds; undefined for none. */
export const number = async (path: string): Promise<number | undefined> => {
  const text = await readFile(path, 'utf8').catch(() => '')
  const value = Number(text.trim())
  return text.trim() === '' || Number.isNaN(value) ? undefined : value
}

/** The number behind a name in a file of such lines; 0 when it is not there. */
export const field = async (path: string, name: string): Promise<number> => {
  const text = await readFile(path, 'utf8').catch(() => '')
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
}

/** Makes a folder; false when we may not. */
export async function made(path: string): Promise<boolean> {
  return mkdir(path, { recursive: true }).then(
    () => true,
    () => false,
  )
}

/** Ends every group below `parents`; says how many there were. */
export async function sweepBelow(parents: readonly string[]): Promise<number> {
  const names = new Set<string>()
  for (const parent of parents) {
    const entries = await readdir(parent, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) if (entry.isDirectory()) names.add(entry.name)
  }
  for (const name of names) await destroyAll(parents.map((parent) => join(parent, name)))
  return names.size
}

export async function removeEmpty(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rmdir(folder).catch(() => undefined)
}

/** How often and how long apart a dying group is looked at; the kernel needs a moment to reap. */
const ATTEMPTS = 100
const PAUSE_MS = 20

/** Kills what is in the groups until they can be removed. */
export async function destroyAll(folders: readonly string[]): Promise<void> {
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
