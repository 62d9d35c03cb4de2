import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Owner } from './owner.ts'

/**
 * Writes a file atomically: after a crash or a power cut, readers see either the old or the new text. Writes
 * a temporary file beside it, syncs it, renames it over the target, and syncs the folder entry where the
 * system supports that.
 *
 * @param owner whose the file is to be, which only root may say; by default the user's of this process
 */
export async function writeAtomically(path: string, text: string, owner?: Owner): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomUUID().slice(0, 8)}.tmp`
  try {
    const file = await open(temporary, 'w', 0o600)
    try {
      if (owner) await file.chown(owner.uid, owner.gid)
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/** Copies a file, by reference where the file system can, and syncs the copy; not yet its folder entry. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const file = await open(to, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Renames an unreadable or unexpected file out of the way. @returns its new path */
export async function quarantine(path: string): Promise<string> {
  const moved = `${path}.corrupt-${Date.now()}`
  await rename(path, moved)
  return moved
}

/**
 * Syncs a folder, making new files, renames and removals durable. Windows cannot open folders; there the
 * rename has to suffice.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
