import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '../../../node/atomic-file.ts'

/*
 * Why this exists. A checkpoint of the engine renames its log to `.wal.checkpoint` and works it into the main file. When that
 * fails, or the process ends meanwhile, the engine has three ways to lose the log (0.20.4, seen with tests of ours): closing puts
 * the next log in its place; opening reads it into memory and removes it, before anything is on the disk; and whoever ends then
 * leaves nothing. So as long as such a log is about, a copy of all files is kept until a checkpoint has come to its end.
 */

const recoveryFolder = (path: string): string => `${path}-recovery`

/** The files of the database at `path`, by name: the main file and what the engine puts beside it. */
async function filesOf(path: string): Promise<string[]> {
  const name = basename(path)
  const names = await readdir(dirname(path))
  return names.filter((one) => one === name || (one.startsWith(`${name}.`) && one !== basename(lockOf(path))))
}

/** The lock that says which process may touch the files, taken before the engine takes its own. */
export const lockOf = (path: string): string => `${path}.owner`

/** The engine's log: what was committed since the last checkpoint. */
export const logOf = (path: string): string => `${path}.wal`

/** The size of the log, in bytes. */
export async function logSize(path: string): Promise<number> {
  return sizeOf(logOf(path))
}

/** The size of the database without its log, in bytes. */
export async function mainSize(path: string): Promise<number> {
  return sizeOf(path)
}

async function sizeOf(path: string): Promise<number> {
  return existsSync(path) ? (await stat(path)).size : 0
}

/** Whether a checkpoint began and did not come to its end. */
export function checkpointIsOpen(path: string): boolean {
  return existsSync(`${path}.wal.checkpoint`)
}

/** Whether a copy is kept. */
export function isKept(path: string): boolean {
  return existsSync(recoveryFolder(path))
}

/** Copies the database's files aside, durably; nothing may write to them meanwhile. A copy that is there already stays. */
export async function keep(path: string): Promise<void> {
  if (isKept(path)) return
  const draft = `${recoveryFolder(path)}.tmp`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft)
  try {
    for (const name of await filesOf(path)) await copyDurably(join(dirname(path), name), join(draft, name))
    await syncFolder(draft)
    await rename(draft, recoveryFolder(path))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** Makes the files what they were when they were kept. May be interrupted and begun again; the copy stays. */
export async function putBack(path: string): Promise<void> {
  const kept = new Set(await readdir(recoveryFolder(path)))
  for (const name of await filesOf(path)) {
    if (!kept.has(name)) await rm(join(dirname(path), name), { force: true })
  }
  for (const name of kept) await copyDurably(join(recoveryFolder(path), name), join(dirname(path), name))
  await syncFolder(dirname(path))
}

/** Everything is in the main file: the copy is not needed any more. */
export async function forget(path: string): Promise<void> {
  if (!isKept(path)) return
  // Under another name first, so that half a copy is never taken for a whole one.
  const draft = `${recoveryFolder(path)}.tmp`
  await rm(draft, { recursive: true, force: true })
  await rename(recoveryFolder(path), draft)
  await syncFolder(dirname(path))
  await rm(draft, { recursive: true, force: true })
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const file = await open(to, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
