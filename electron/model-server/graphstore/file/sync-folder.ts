import { open } from 'node:fs/promises'

/** Makes the names in a folder durable: new files, renames, removals. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; its renames are durable by themselves.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
