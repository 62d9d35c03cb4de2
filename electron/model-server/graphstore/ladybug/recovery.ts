import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { copyDurably, syncFolder } from '../../../node/atomic-file.ts'

/*
 * A checkpoint renames the engine's log to `.wal.checkpoint` and merges it into the main file. If that fails,
 * or the process dies meanwhile, the engine can lose the log in three ways (0.20.4, reproduced by our tests):
 * closing overwrites it with the next log; opening reads it into memory and deletes it before anything is on
 * disk; and exiting after that loses it. Therefore, as long as such a log exists, a copy of all files is kept
 * until a checkpoint has completed.
 */

const recoveryFolder = (path: string): string => `${path}-recovery`

/** Lists the database's files: the main file and those that the engine creates beside it. */
async function filesOf(path: string): Promise<string[]> {
  const name = basename(path)
  const names = await readdir(dirname(path))
  return names.filter((one) => one === name || (one.startsWith(`${name}.`) && one !== basename(lockOf(path))))
}

/** Lock file that determines which process may touch the files, acquired before the engine acquires its own. */
export const lockOf = (path: string): string => `${path}.owner`

/** The engine's write-ahead log: commits since the last checkpoint. */
export const logOf = (path: string): string => `${path}.wal`

/** Size of the log, in bytes. */
export async function logSize(path: string): Promise<number> {
  return sizeOf(logOf(path))
}

/** Size of the database without its log, in bytes. */
export async function mainSize(path: string): Promise<number> {
  return sizeOf(path)
}

async function sizeOf(path: string): Promise<number> {
  return existsSync(path) ? (await stat(path)).size : 0
}

/** Whether a checkpoint was started and did not complete. */
export function checkpointIsOpen(path: string): boolean {
  return existsSync(`${path}.wal.checkpoint`)
}

/** Whether a backup copy exists. */
export function hasBackup(path: string): boolean {
  return existsSync(recoveryFolder(path))
}

/** Copies the database's files durably; nothing may write to them meanwhile. Keeps an existing copy. */
export async function createBackup(path: string): Promise<void> {
  if (hasBackup(path)) return
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

/** Restores the files from the copy. Can be interrupted and repeated; the copy is kept. */
export async function restoreBackup(path: string): Promise<void> {
  const saved = new Set(await readdir(recoveryFolder(path)))
  for (const name of await filesOf(path)) {
    if (!saved.has(name)) await rm(join(dirname(path), name), { force: true })
  }
  for (const name of saved) await copyDurably(join(recoveryFolder(path), name), join(dirname(path), name))
  await syncFolder(dirname(path))
}

/** Deletes the copy once everything is in the main file. */
export async function deleteBackup(path: string): Promise<void> {
  if (!hasBackup(path)) return
  // Use a temporary name first, so that a partial copy is never taken for a complete one.
  const draft = `${recoveryFolder(path)}.tmp`
  await rm(draft, { recursive: true, force: true })
  await rename(recoveryFolder(path), draft)
  await syncFolder(dirname(path))
  await rm(draft, { recursive: true, force: true })
}
