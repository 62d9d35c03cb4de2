import { text } from '../../i18n/text.ts'
import type { SourceFile } from './read-files.ts'

/** Limits for a dropped folder: number of files, and their size in bytes. */
const MAX_FILES = 5000
const MAX_BYTES = 4_000_000

/** The candidate model files of a drop, and a description of what was left out and why. */
export interface Dropped {
  readonly files: readonly SourceFile[]
  readonly left: readonly string[]
}

class Collection {
  readonly files: SourceFile[] = []
  readonly #large: string[] = []
  #others = 0
  #more = false

  /** Whether another file fits. */
  get open(): boolean {
    return this.files.length < MAX_FILES
  }

  async add(path: string, name: string, open: () => Promise<File>): Promise<void> {
    if (!/\.(ya?ml|json)$/i.test(name)) this.#others++
    else if (!this.open) this.#more = true
    else {
      const file = await open()
      if (file.size <= MAX_BYTES) this.files.push({ path, text: await file.text() })
      else this.#large.push(path)
    }
  }

  get left(): string[] {
    return [
      ...(this.#more ? [text('explorer.import.leftMore', { limit: MAX_FILES })] : []),
      ...this.#large.map((path) => text('explorer.import.leftLarge', { path, limit: MAX_BYTES / 1_000_000 })),
      ...(this.#others > 0 ? [text('explorer.import.leftOther', { count: this.#others })] : []),
    ]
  }
}

async function walk(entry: FileSystemEntry, path: string, found: Collection): Promise<void> {
  if (entry.isFile) {
    const open = (): Promise<File> =>
      new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    return found.add(`${path}${entry.name}`, entry.name, open)
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) return
    for (const child of batch) await walk(child, `${path}${entry.name}/`, found)
  }
}

/** Collects YAML and JSON files from a drop, walking folders. Must be called during the drop event. */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry())
  const plain = [...transfer.files]
  const found = new Collection()
  for (const [index, entry] of entries.entries()) {
    const file = plain[index]
    if (entry) await walk(entry, '', found)
    else if (file) await found.add(file.name, file.name, () => Promise.resolve(file))
  }
  return { files: found.files, left: found.left }
}

/** Collects YAML and JSON files from a file picker; names in a chosen folder are relative paths. */
export async function chosenFiles(files: readonly File[]): Promise<Dropped> {
  const found = new Collection()
  for (const file of files)
    await found.add(file.webkitRelativePath || file.name, file.name, () => Promise.resolve(file))
  return { files: found.files, left: found.left }
}
