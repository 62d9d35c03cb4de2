import { type TarMember, tarArchive } from './tar-archive.ts'
import { type Place, shown, writeFile } from './transfers.ts'

/** What to upload: folders, including empty ones, and files with target paths. */
interface Load {
  /** The target folder. */
  readonly base: string
  readonly folders: readonly string[]
  readonly files: readonly { readonly path: string; readonly file: Blob | File }[]
}

/** Files whose first bytes are read in parallel. */
const AT_ONCE = 16

/** The folders to create explicitly; creating one creates its ancestors. */
export const deepestFolders = (folders: readonly string[]): string[] =>
  [...new Set(folders)].filter((folder) => !folders.some((other) => other.startsWith(`${folder}/`)))

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/**
 * Prepares chosen files; those of a chosen folder keep their relative paths. Browsers do not report empty
 * folders here.
 */
export function loadOfFiles(folder: string, files: readonly File[]): Load {
  const base = folder.replace(/\/+$/, '')
  const placed = files.map((file) => ({ path: `${base}/${file.webkitRelativePath || file.name}`, file }))
  return {
    base,
    folders: placed.map(({ path }) => parentOf(path)).filter((path) => path !== base),
    files: placed,
  }
}

/** Prepares a drop: files, and folders with their contents, including empty folders. */
export async function loadOfDrop(folder: string, dropped: DataTransfer): Promise<Load> {
  const base = folder.replace(/\/+$/, '')
  // Read synchronously: the browser clears the drop data after the event.
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
  return { base, folders, files }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

async function contentOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const content: FileSystemEntry[] = []
  for (;;) {
    // A reader returns a folder in batches, until an empty one.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return content
    content.push(...some)
  }
}

/**
 * Uploads everything as one transfer with one progress and cancel. Several files or folders are sent as one
 * archive, since one request each would take longer than the bytes. Resolves to whether it completed.
 */
export async function upload(place: Place, load: Load): Promise<boolean> {
  const { base, folders, files } = load
  const [first] = files
  if (!first && folders.length === 0) return true
  if (files.length === 1 && first && folders.length === 0) {
    const { path, file } = first
    return shown(path, 'up', file.size, async (signal, report) => {
      await writeFile(place, path, file, { signal, done: (done) => report({ done }) })
    })
  }
  const total = files.reduce((sum, { file }) => sum + file.size, 0)
  return shown(topOf(folders) ?? base, 'up', total, async (signal, report) => {
    const members = await membersOf(load, signal)
    const archive = tarArchive(members)
    const ends = endsOf(members)
    await writeFile(place, base || '/', archive, {
      signal,
      unpack: true,
      done: (sent) => {
        const done = Math.round((sent / archive.size) * total)
        report({ done, files: { done: countUpTo(ends, done), total: files.length } })
      },
    })
  })
}

/** End offset of each file within the total bytes. */
function endsOf(members: readonly TarMember[]): readonly number[] {
  let end = 0
  return members.flatMap(({ content }) => (content ? [(end += content.size)] : []))
}

const countUpTo = (ends: readonly number[], done: number): number => {
  const next = ends.findIndex((end) => end > done)
  return next < 0 ? ends.length : next
}

/** Browsers do not expose permissions; executables are recognised by their first bytes. */
async function modeOf(file: Blob): Promise<number> {
  const [a, b, c, d] = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const isScript = a === 0x23 && b === 0x21
  const isBinary = a === 0x7f && b === 0x45 && c === 0x4c && d === 0x46
  return isScript || isBinary ? 0o755 : 0o644
}

/** The archive's members, empty folders first. */
export async function membersOf({ base, folders, files }: Load, signal?: AbortSignal): Promise<TarMember[]> {
  const below = (path: string): string => path.slice(base.length + 1)
  const members = files.map(({ path, file }): TarMember => {
    const modified = file instanceof File ? file.lastModified : undefined
    return { name: below(path), content: file, mode: 0o644, modified }
  })
  for (let at = 0; at < members.length; at += AT_ONCE) {
    signal?.throwIfAborted()
    const some = members.slice(at, at + AT_ONCE)
    const modes = await Promise.all(some.map(({ content = new Blob() }) => modeOf(content)))
    some.forEach((member, index) => (members[at + index] = { ...member, mode: modes[index] ?? member.mode }))
  }
  const made = deepestFolders(folders).map((path): TarMember => ({ name: below(path), mode: 0o755 }))
  return [...made, ...members]
}

/** The common top folder. */
const topOf = (folders: readonly string[]): string | undefined =>
  folders.toSorted((a, b) => a.length - b.length)[0]
