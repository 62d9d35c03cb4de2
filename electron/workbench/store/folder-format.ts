import { constants } from 'node:fs'
import { cp, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeAtomically } from '../../node/atomic-file.ts'

/**
 * Version of the data layout. 1: documents only (0.1.0, without a format file); 2: terminals are logs; 3: episodes and batches are logs
 * too.
 */
export const FORMAT = 3

const NAME = 'format.json'
const formatSchema = z.object({ format: z.number().int().positive() })

/**
 * What an earlier version wrote and a later one may rewrite. Sandboxes are not stored by the workbench itself.
 */
const PERSISTED = ['documents', 'logs', 'connections.json', 'secrets.json']

/** A later version has used the folder, so this one may not understand its content. */
export class FolderNewer extends Error {
  override readonly name = 'FolderNewer'

  constructor(folder: string, format: number) {
    super(
      `A later version of Orrery has used the data folder ${folder}: it has format ${format}, and this version reads up to ${FORMAT}. Start that version, or give this one another folder.`,
    )
  }
}

/**
 * Prepares a folder for this version before anything else reads it. A folder of an earlier version is first copied to
 * `before-format-<n>` inside it, atomically, so that a failed migration loses nothing.
 * @throws FolderNewer when a later version has used the folder; nothing is changed
 */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  const format = names.includes(NAME) ? await formatOf(folder) : 1
  if (format > FORMAT) throw new FolderNewer(folder, format)
  if (format === FORMAT) return
  const present = PERSISTED.filter((name) => names.includes(name))
  if (present.length > 0) await copy(folder, present, join(folder, `before-format-${FORMAT}`))
  await writeAtomically(join(folder, NAME), `${JSON.stringify({ format: FORMAT })}\n`)
}

/** @throws when the file is unreadable: guessing a format could destroy data */
async function formatOf(folder: string): Promise<number> {
  const path = join(folder, NAME)
  try {
    return formatSchema.parse(JSON.parse(await readFile(path, 'utf8'))).format
  } catch (error) {
    throw new Error(
      `${path} does not say which format the data folder has. Restore it, or remove it to begin with format 1.`,
      { cause: error },
    )
  }
}

async function copy(folder: string, names: readonly string[], to: string): Promise<void> {
  const fresh = `${to}.tmp`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  for (const name of names) {
    // On file systems with copy-on-write, the copy shares its blocks with the original.
    const options = { recursive: true, preserveTimestamps: true, mode: constants.COPYFILE_FICLONE }
    await cp(join(folder, name), join(fresh, name), options)
  }
  await rm(to, { recursive: true, force: true })
  await rename(fresh, to)
}
