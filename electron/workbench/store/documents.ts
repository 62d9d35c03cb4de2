import { readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../../node/atomic-file.ts'

export interface StoredDocument {
  readonly id: string
  /** Unix milliseconds. */
  readonly modified: number
  readonly value: unknown
}

/** JSON documents in folders: `<root>/<collection>/<id>.json`. Names are checked by the contract's schemas. */
export class DocumentStore {
  readonly #root: string
  readonly #onCorrupt: (path: string, kept: string) => void
  readonly #queues = new Map<string, Promise<unknown>>()

  /** @param onCorrupt told when a file was no JSON and has been set aside under another name */
  constructor(root: string, onCorrupt: (path: string, kept: string) => void) {
    this.#root = root
    this.#onCorrupt = onCorrupt
  }

  async read(collection: string, id: string): Promise<{ value: unknown; found: boolean }> {
    const path = this.#path(collection, id)
    let text: string
    try {
      text = await readFile(path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { value: null, found: false }
      throw error
    }
    try {
      return { value: JSON.parse(text), found: true }
    } catch {
      const kept = `${path}.corrupt-${Date.now()}`
      await rename(path, kept)
      this.#onCorrupt(path, kept)
      return { value: null, found: false }
    }
  }

  /** Resolves when the document is on the disk. Writes to one document happen in the order they were asked for. */
  write(collection: string, id: string, value: unknown): Promise<void> {
    const path = this.#path(collection, id)
    return this.#enqueue(path, () => writeAtomically(path, `${JSON.stringify(value, null, 2)}\n`))
  }

  remove(collection: string, id: string): Promise<void> {
    const path = this.#path(collection, id)
    return this.#enqueue(path, () => rm(path, { force: true }))
  }

  async list(collection: string): Promise<StoredDocument[]> {
    let names: string[]
    try {
      names = await readdir(join(this.#root, collection))
    } catch {
      return []
    }
    const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
    const documents = await Promise.all(
      ids.map(async (id) => {
        const { value, found } = await this.read(collection, id)
        if (!found) return []
        const { mtimeMs } = await stat(this.#path(collection, id))
        return [{ id, modified: mtimeMs, value }]
      }),
    )
    return documents.flat().sort((a, b) => b.modified - a.modified)
  }

  /** Resolves when every write that was asked for is done. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#queues.values())
  }

  #path(collection: string, id: string): string {
    return join(this.#root, collection, `${id}.json`)
  }

  #enqueue(path: string, work: () => Promise<void>): Promise<void> {
    const before = this.#queues.get(path) ?? Promise.resolve()
    const after = before.catch(() => undefined).then(work)
    this.#queues.set(path, after)
    const forget = (): void => {
      if (this.#queues.get(path) === after) this.#queues.delete(path)
    }
    after.then(forget, forget)
    return after
  }
}
