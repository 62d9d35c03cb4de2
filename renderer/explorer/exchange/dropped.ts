import { text } from '../../i18n/text.ts'
import type { Problem, SourceFile } from './read-files.ts'

/** Limits for an import: number of files, and the size in bytes of each and of all: a call takes 64 MB. */
const MAX_FILES = 50_000
const MAX_BYTES = 24_000_000
const MAX_TOTAL = 48_000_000
/** Files of another type that are named; of more, such as the rest of a repository, only the number is told. */
const NAMED = 10
/** Files read at the same time. */
const AT_ONCE = 64

/** The candidate model files of a drop, and what was left out and why; its path is empty if it is more than one. */
export interface Dropped {
  readonly files: readonly SourceFile[]
  readonly left: readonly Problem[]
}

class Collection {
  readonly files: SourceFile[] = []
  readonly #large: string[] = []
  readonly #onRead: OnRead
  readonly #others: string[] = []
  #taken = 0
  #bytes = 0
  #more = 0

  constructor(onRead: OnRead) {
    this.#onRead = onRead
  }

  async add(path: string, name: string, open: () => Promise<File>): Promise<void> {
    if (!/\.(ya?ml|json)$/i.test(name)) this.#others.push(path)
    else if (this.#taken >= MAX_FILES || this.#bytes > MAX_TOTAL) this.#more++
    else {
      this.#taken++
      const file = await open()
      if (file.size > MAX_BYTES) this.#large.push(path)
      else if ((this.#bytes += file.size) > MAX_TOTAL) this.#more++
      else this.files.push({ path, text: await file.text() })
      this.#onRead(this.files.length)
    }
  }

  get left(): Problem[] {
    const more = { count: this.#more, limit: MAX_FILES, size: MAX_TOTAL / 1_000_000 }
    const large = text('explorer.import.leftLarge', { limit: MAX_BYTES / 1_000_000 })
    const others = this.#others.toSorted()
    const unnamed = others.length - NAMED
    return [
      ...(this.#more > 0 ? [{ path: '', message: text('explorer.import.leftMore', more) }] : []),
      ...this.#large.map((path) => ({ path, message: large })),
      ...others.slice(0, NAMED).map((path) => ({ path, message: text('explorer.import.leftOther') })),
      ...(unnamed > 0 ? [{ path: '', message: text('explorer.import.leftOthers', { count: unnamed }) }] : []),
    ]
  }
}

/** Called with the number of files read so far. */
type OnRead = (count: number) => void
const quietly: OnRead = () => undefined

/** Works on many, some at the same time. */
async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < all.length; start += AT_ONCE)
    await Promise.all(all.slice(start, start + AT_ONCE).map(work))
}

const inOrder = (files: readonly SourceFile[]): SourceFile[] =>
  files.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))

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
    await inTurns(batch, (child) => walk(child, `${path}${entry.name}/`, found))
  }
}

/** Collects YAML and JSON files from a drop, walking folders. Must be called during the drop event. */
export async function droppedFiles(transfer: DataTransfer, onRead = quietly): Promise<Dropped> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry())
  const plain = [...transfer.files]
  const found = new Collection(onRead)
  for (const [index, entry] of entries.entries()) {
    const file = plain[index]
    if (entry) await walk(entry, '', found)
    else if (file) await found.add(file.name, file.name, () => Promise.resolve(file))
  }
  return { files: inOrder(found.files), left: found.left }
}

/** Collects YAML and JSON files from a file picker; names in a chosen folder are relative paths. */
export async function chosenFiles(files: readonly File[], onRead = quietly): Promise<Dropped> {
  const found = new Collection(onRead)
  await inTurns(files, (file) =>
    found.add(file.webkitRelativePath || file.name, file.name, () => Promise.resolve(file)),
  )
  return { files: inOrder(found.files), left: found.left }
}
