import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../../node/atomic-file.ts'
import { removeTree } from '../runtime/trees.ts'
import type { SandboxRecord } from './record.ts'
import { readRecord } from './saved-forms.ts'

/**
 * Sandboxes' records on disk, one JSON file per sandbox in its own folder, replaced atomically. Saves of one sandbox happen in
 * order; a burst of changes is written once.
 */
export class RecordStore {
  readonly folder: string
  readonly #pending = new Map<string, SandboxRecord>()
  readonly #writing = new Map<string, Promise<void>>()

  constructor(dataFolder: string) {
    this.folder = join(dataFolder, 'sandboxes')
  }

  folderOf(id: string): string {
    return join(this.folder, id)
  }

  /** All saved records. One that cannot be used is left as it is, with all files of its sandbox, and told to `damaged`. */
  async load(damaged: (id: string, path: string, reason: string) => void): Promise<SandboxRecord[]> {
    await mkdir(this.folder, { recursive: true, mode: 0o755 })
    const records: SandboxRecord[] = []
    for (const id of await readdir(this.folder)) {
      const path = join(this.folder, id, FILE)
      try {
        const record = readRecord(await readFile(path, 'utf8'))
        if (record.id === id) records.push(record)
        else damaged(id, path, 'it is of another sandbox')
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        // A sandbox whose first record was never written, or a file of somebody else's.
        if (code !== 'ENOENT' && code !== 'ENOTDIR') damaged(id, path, message)
      }
    }
    return records
  }

  save(record: SandboxRecord): void {
    this.#pending.set(record.id, record)
    if (!this.#writing.has(record.id)) this.#begin(record.id)
  }

  /** Drops what is not written yet and waits for what is being written: a write would bring a removed folder back. */
  async abandon(id: string): Promise<void> {
    this.#pending.delete(id)
    await this.#writing.get(id)
  }

  /** Forgets a sandbox and everything in its folder. */
  async remove(id: string): Promise<void> {
    await this.abandon(id)
    await removeTree(this.folderOf(id))
  }

  /** Resolves when what was saved of one sandbox is on disk. */
  async kept(id: string): Promise<void> {
    while (this.#writing.has(id)) await this.#writing.get(id)
  }

  /** Resolves when all saves are on disk. */
  async settled(): Promise<void> {
    while (this.#writing.size > 0) await Promise.all(this.#writing.values())
  }

  #begin(id: string): void {
    const ended = (): void => {
      this.#writing.delete(id)
      // Saved after the last look, and before anybody could know that it was the last.
      if (this.#pending.has(id)) this.#begin(id)
    }
    this.#writing.set(id, this.#drain(id).finally(ended))
  }

  async #drain(id: string): Promise<void> {
    for (;;) {
      const record = this.#pending.get(id)
      if (!record) return
      this.#pending.delete(id)
      await this.#write(record).catch(() => undefined)
    }
  }

  async #write(record: SandboxRecord): Promise<void> {
    const folder = this.folderOf(record.id)
    await mkdir(folder, { recursive: true, mode: 0o755 })
    await writeAtomically(join(folder, FILE), JSON.stringify(record))
  }
}

const FILE = 'record.json'
