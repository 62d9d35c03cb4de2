import type { SourceFile } from './read-files.ts'

/** Files read at most from a dropped folder, and their size in bytes. */
const MOST_FILES = 5000
const MOST_BYTES = 4_000_000

async function filesIn(entry: FileSystemEntry, path: string, found: SourceFile[]): Promise<void> {
  if (found.length >= MOST_FILES) return
  if (entry.isFile) {
    if (!/\.(ya?ml|json)$/i.test(entry.name)) return
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    if (file.size <= MOST_BYTES) found.push({ path: `${path}${entry.name}`, text: await file.text() })
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) return
    for (const child of batch) await filesIn(child, `${path}${entry.name}/`, found)
  }
}

/** The YAML and JSON files among what was dropped, folders walked. Must be called within the drop event. */
export async function droppedFiles(transfer: DataTransfer): Promise<SourceFile[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry())
  const plain = [...transfer.files]
  const found: SourceFile[] = []
  for (const [index, entry] of entries.entries()) {
    if (entry) await filesIn(entry, '', found)
    else {
      const file = plain[index]
      if (file && /\.(ya?ml|json)$/i.test(file.name)) found.push({ path: file.name, text: await file.text() })
    }
  }
  return found
}
