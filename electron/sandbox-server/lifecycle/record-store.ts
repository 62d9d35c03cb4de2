import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { responseCodes } from '#shared/sandbox/envelope.ts'
import { writeAtomically } from '../../node/atomic-file.ts'
import { removeTree } from '../runtime/trees.ts'
import { PlatformError } from './platform-error.ts'
import type { SandboxRecord } from './record.ts'
import { readRecord } from './saved-forms.ts'

/** Rest before a record that could not be written is tried again. */
const RETRY_MS = 2_000

/**
 * Sandboxes' records on disk, one JSON file per sandbox in its own folder, replaced atomically. Saves of one sandbox happen in
 * order; a burst of changes is written once. What cannot be written, as on a full disk, is reported and tried again.
 */
export class RecordStore {
  readonly folder: string
  readonly #pending = new Map<string, SandboxRecord>()
  readonly #writing = new Map<string, Promise<void>>()
  /** Why the last write of a sandbox's record failed. */
  readonly #failures = new Map<string, string>()
  readonly #retryMs: number

  constructor(dataFolder: string, retryMs = RETRY_MS) {
    this.folder = join(dataFolder, 'sandboxes')
    this.#retryMs = retryMs
  }

  /** What could not be written yet, a sentence for each sandbox. */
  get problems(): string[] {
    return [...this.#failures].map(([id, reason]) => unwritten(id, reason))
  }

  folderOf(id: string): string {
    return join(this.folder, id)
  }

  /** All saved records. One that cannot be used is left as it is, with all files of its sandbox, and passed to `damaged`. */
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
        // A sandbox whose first record was never written, or a file of another program.
        if (code !== 'ENOENT' && code !== 'ENOTDIR') damaged(id, path, message)
      }
    }
    return records
  }

  save(record: SandboxRecord): void {
    this.#pending.set(record.id, record)
    this.#again(record.id)
  }

  /** Drops what is not written yet and waits for what is being written: a write would bring a removed folder back. */
  async abandon(id: string): Promise<void> {
    this.#pending.delete(id)
    await this.#writing.get(id)
    this.#pending.delete(id)
    this.#failures.delete(id)
  }

  /** Forgets a sandbox and everything in its folder. */
  async remove(id: string): Promise<void> {
    await this.abandon(id)
    await removeTree(this.folderOf(id))
  }

  /**
   * Resolves when what was saved of one sandbox is on disk.
   * @throws PlatformError when it cannot be written
   */
  async kept(id: string): Promise<void> {
    while (this.#writing.has(id)) await this.#writing.get(id)
    const reason = this.#failures.get(id)
    if (reason !== undefined) throw new PlatformError(responseCodes.internal, unwritten(id, reason))
  }

  /** Resolves when all saves are on disk, but for {@link problems}. */
  async settled(): Promise<void> {
    while (this.#writing.size > 0) await Promise.all(this.#writing.values())
  }

  #begin(id: string): void {
    const ended = (): void => {
      this.#writing.delete(id)
      if (this.#failures.has(id)) setTimeout(() => this.#again(id), this.#retryMs).unref()
      else this.#again(id)
    }
    this.#writing.set(id, this.#drain(id).finally(ended))
  }

  /** Writes what waits: what failed, or what was saved after the last look and before anybody could know that it was the last. */
  #again(id: string): void {
    if (this.#pending.has(id) && !this.#writing.has(id)) this.#begin(id)
  }

  async #drain(id: string): Promise<void> {
    for (;;) {
      const record = this.#pending.get(id)
      if (!record) return
      this.#pending.delete(id)
      try {
        await this.#write(record)
        this.#failures.delete(id)
      } catch (error) {
        this.#failures.set(id, (error as Error).message)
        // A newer one may wait by now.
        if (!this.#pending.has(id)) this.#pending.set(id, record)
        return
      }
    }
  }

  async #write(record: SandboxRecord): Promise<void> {
    const folder = this.folderOf(record.id)
    await mkdir(folder, { recursive: true, mode: 0o755 })
    await writeAtomically(join(folder, FILE), JSON.stringify(record))
  }
}

const FILE = 'record.json'

const unwritten = (id: string, reason: string): string =>
  `What is known of sandbox ${id} cannot be written (${reason}). Free the disk of the data folder; it is tried again by itself.`
