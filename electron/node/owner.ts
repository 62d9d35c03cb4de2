import { chown, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** User and group of a file. */
export interface Owner {
  readonly uid: number
  readonly gid: number
}

/**
 * Makes a folder if it is not there, and says whose the files in it are to be. What root makes would be root's alone, so that a server
 * run by another user could not read it: it gets the owner of the folder instead, and a new folder that of the one above.
 * @returns undefined for everybody but root, who cannot give files away
 */
export async function ownedFolder(folder: string): Promise<Owner | undefined> {
  const top = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (process.getuid?.() !== 0) return undefined
  if (top !== undefined) {
    const { uid, gid } = await stat(dirname(top))
    for (let made = folder; made.length >= top.length; made = dirname(made)) await chown(made, uid, gid)
  }
  const { uid, gid } = await stat(folder)
  return { uid, gid }
}
