import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes that the files below a folder take on the disk; what vanishes meanwhile counts as nothing. */
export async function folderSize(path: string): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  let total = 0
  for (const entry of entries) {
    const full = join(path, entry.name)
    if (entry.isDirectory()) total += await folderSize(full)
    else if (entry.isFile())
      total += await lstat(full).then(
        (stat) => stat.blocks * 512,
        () => 0,
      )
  }
  return total
}
