import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Folder of the embedded model server's data, within the data folder; absent until something is written. */
export const MODEL_FOLDER = 'model'

/** Size of the model in a backup, in characters; with the recorded episodes it fits a message (see `backup.ts`). */
const MAX_MODEL_CHARS = 8 * 1024 ** 2

export const WORKSPACES = 'graphstore/file-memory/workspaces'

/** Files of a workspace, relative to the folder of the model; names of workspaces are URL-encoded. */
export const MODEL_PATH = new RegExp(
  `^${WORKSPACES}/[\\w%~!'()*-]+/(?:format\\.json|(?:snapshot|journal)-\\d+\\.jsonl)$`,
)

/** Attempts to read files that a new snapshot replaces meanwhile. */
const ATTEMPTS = 5
const PAUSE_MS = 50

/** Paths of the model’s files within its folder, without locks and temporary files. */
export async function modelPaths(folder: string): Promise<string[]> {
  const base = join(folder, WORKSPACES)
  const workspaces = await readdir(base).catch(() => [])
  const names = await Promise.all(
    workspaces.map(async (workspace) => {
      const files = await readdir(join(base, workspace)).catch(() => [])
      return files.map((name) => `${WORKSPACES}/${workspace}/${name}`)
    }),
  )
  return names
    .flat()
    .filter((path) => MODEL_PATH.test(path))
    .toSorted()
}

/** Journals grow at their end alone; a last line that is still being written is left out. */
const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1)

/** Reads the files of a running server. They belong together if none came or went meanwhile. */
async function readTogether(folder: string): Promise<Record<string, string> | undefined> {
  const paths = await modelPaths(folder)
  try {
    const files: Record<string, string> = {}
    for (const path of paths) files[path] = wholeLines(await readFile(join(folder, path), 'utf8'))
    return String(await modelPaths(folder)) === String(paths) ? files : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** What was written to the embedded model by path; undefined if it is too large for a backup. */
export async function readModel(folder: string): Promise<Record<string, string> | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const files = await readTogether(folder)
    if (files) {
      const size = Object.values(files).reduce((sum, text) => sum + text.length, 0)
      return size > MAX_MODEL_CHARS ? undefined : files
    }
    await pause(PAUSE_MS)
  }
  return undefined
}
