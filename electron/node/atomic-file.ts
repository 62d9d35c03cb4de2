import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file so that a reader, a crash or a power cut sees the old text or the new one, never half of either: a temporary
 * file beside it is synced and then renamed over it, and the folder entry is synced where the system can.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomUUID().slice(0, 8)}.tmp`
  try {
    const file = await open(temporary, 'w', 0o600)
    try {
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

/** Keeps a file that holds something else than it should under another name. @returns which */
export async function setAside(path: string): Promise<string> {
  const kept = `${path}.corrupt-${Date.now()}`
  await rename(path, kept)
  return kept
}

/** Makes the names in a folder durable: new files, renames, removals. Windows cannot open folders; there the rename is all we have. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
