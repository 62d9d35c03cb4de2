import { toFailure } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'
import { type Place, shown, writeFile } from './transfers.ts'

/** What is to be sent: folders, also empty ones, and files with the places they get. */
interface Load {
  readonly folders: readonly string[]
  readonly files: readonly { readonly path: string; readonly file: Blob }[]
}

/** Files sent at the same time: small ones wait for answers, not for the wire. */
const AT_ONCE = 4

/** The folders that must be made so that all are there; making one makes those above it. */
export const deepestFolders = (folders: readonly string[]): string[] =>
  [...new Set(folders)].filter((folder) => !folders.some((other) => other.startsWith(`${folder}/`)))

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** Chosen files; those of a chosen folder keep their places in it. A browser names no empty folder of a chosen one. */
export function loadOfFiles(folder: string, files: readonly File[]): Load {
  const base = folder.replace(/\/+$/, '')
  const placed = files.map((file) => ({ path: `${base}/${file.webkitRelativePath || file.name}`, file }))
  return { folders: placed.map(({ path }) => parentOf(path)).filter((path) => path !== base), files: placed }
}

/** What was dropped: files, and folders with everything in them, empty folders too. */
export async function loadOfDrop(folder: string, dropped: DataTransfer): Promise<Load> {
  const base = folder.replace(/\/+$/, '')
  // Read before the first wait: afterwards the browser has taken the drop away.
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return loadOfFiles(base, [...dropped.files])
  const folders: string[] = []
  const files: { path: string; file: File }[] = []
  const waiting = entries.map((entry) => ({ path: `${base}/${entry.name}`, entry }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, entry } = next
    if (entry.isFile) {
      files.push({ path, file: await fileOf(entry as FileSystemFileEntry) })
      continue
    }
    folders.push(path)
    for (const one of await contentOf(entry as FileSystemDirectoryEntry))
      waiting.push({ path: `${path}/${one.name}`, entry: one })
  }
  return { folders, files }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

async function contentOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const content: FileSystemEntry[] = []
  for (;;) {
    // A reader hands out a folder in portions, until an empty one.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return content
    content.push(...some)
  }
}

/** Uploads all of it as one transfer: one progress, one way to stop it. Resolves to whether everything arrived. */
export async function upload(place: Place, { folders, files }: Load): Promise<boolean> {
  const [first] = files
  const made = deepestFolders(folders)
  if (!first && made.length === 0) return true
  const { platform, sandboxId } = place
  const total = files.reduce((sum, { file }) => sum + file.size, 0)
  const name = files.length === 1 && first ? first.path : (topOf(folders) ?? parentOf(first?.path ?? '/'))
  return shown(name, 'up', total, async (signal, report) => {
    const count = { done: 0, total: files.length }
    if (files.length !== 1) report({ files: { ...count } })
    for (const path of made) {
      signal.throwIfAborted()
      await workbench.call('sandboxes.makeFolder', { platform, sandboxId, path }, { signal })
    }
    let done = 0
    const left = files.values()
    const send = async (): Promise<void> => {
      // The senders share one row of files: each takes the next.
      for (const { path, file } of left) {
        signal.throwIfAborted()
        let before = 0
        const told = (bytes: number): void => {
          done += bytes - before
          before = bytes
          report({ done })
        }
        await writeFile(place, path, file, { signal, done: told }).catch((error: unknown) => {
          throw new Error(`${path}: ${toFailure(error).message}`, { cause: error })
        })
        told(file.size)
        count.done++
        if (files.length !== 1) report({ files: { ...count } })
      }
    }
    const senders = Array.from({ length: Math.min(AT_ONCE, files.length) }, send)
    // All have stopped before the transfer counts as over, also when one failed.
    const ends = await Promise.allSettled(senders)
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  })
}

/** The folder that holds all the others. */
const topOf = (folders: readonly string[]): string | undefined =>
  folders.toSorted((a, b) => a.length - b.length)[0]
