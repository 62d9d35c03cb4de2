import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { responseCodes } from '#shared/sandbox/envelope.ts'
import { writeAtomically } from '../../node/atomic-file.ts'
import type { StoredRecord, RecordBackend } from '../runtime/runtime.ts'
import { removeTree } from '../runtime/trees.ts'
import { isLive } from '#shared/sandbox/states.ts'
import { badRequest, PlatformError } from './platform-error.ts'
import { ID_FORM, type SandboxRecord } from './record.ts'
import { DamagedFile, readRecord } from './saved-forms.ts'

/** Milliseconds before a failed write is retried. */
const RETRY_MS = 2_000

/** How often a write that conflicts with another server's is merged and retried before the other server's version stands. */
const MAX_MERGES = 5

/** Changes that other servers made to records. */
export interface OtherChanges {
  readonly changed: readonly SandboxRecord[]
  readonly gone: readonly string[]
}

/**
 * Sandbox records: one JSON file per sandbox in its own folder, replaced atomically, or stored in the backend. Saves of one sandbox are
 * ordered; a burst of changes is written once. Failed writes, as on a full disk, are reported and retried.
 */
export class RecordStore {
  readonly folder: string
  readonly #pending = new Map<string, SandboxRecord>()
  readonly #writing = new Map<string, Promise<void>>()
  /** Error of the last write, by sandbox. */
  readonly #failures = new Map<string, string>()
  readonly #retryMs: number
  readonly #shelf: RecordBackend | undefined
  /** The stored texts as last read or written. */
  readonly #texts = new Map<string, string>()
  /** The value of {@link #writes} at each sandbox's last write. */
  readonly #written = new Map<string, number>()
  #writes = 0
  /** Ids that another server has used for a different sandbox. */
  readonly #taken = new Set<string>()
  #looking: Promise<OtherChanges> | undefined
  #lookingNext: Promise<OtherChanges> | undefined

  constructor(dataFolder: string, retryMs = RETRY_MS, shelf?: RecordBackend) {
    this.folder = join(dataFolder, 'sandboxes')
    this.#retryMs = retryMs
    this.#shelf = shelf
  }

  /** Whether an isolate is started only after its record is stored, so that none is without a record. */
  get isFirst(): boolean {
    return this.#shelf !== undefined
  }

  /** Whether other servers change records, too. */
  get isShared(): boolean {
    return this.#shelf?.isShared ?? false
  }

  /** One message per sandbox whose record could not be written yet. */
  get problems(): string[] {
    return [...this.#failures].map(([id, reason]) => unwritten(id, reason, this.#shelf === undefined))
  }

  folderOf(id: string): string {
    return join(this.folder, id)
  }

  /** Loads all records. An invalid one is left unchanged with all files of its sandbox, and passed to `damaged`. */
  async load(damaged: (id: string, path: string, reason: string) => void): Promise<SandboxRecord[]> {
    await mkdir(this.folder, { recursive: true, mode: 0o755 })
    const records: SandboxRecord[] = []
    for (const stored of (await this.#shelf?.list()) ?? []) {
      try {
        records.push(this.#read(stored))
      } catch (error) {
        damaged(stored.id, 'its record in the cluster', (error as Error).message)
      }
    }
    if (this.#shelf) return records
    for (const id of await readdir(this.folder)) {
      const path = join(this.folder, id, FILE)
      try {
        const record = readRecord(await readFile(path, 'utf8'))
        if (record.id === id) records.push(record)
        else damaged(id, path, 'it is of another sandbox')
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        // A sandbox whose first record was never written, or another program's file.
        if (code !== 'ENOENT' && code !== 'ENOTDIR') damaged(id, path, message)
      }
    }
    return records
  }

  save(record: SandboxRecord): void {
    this.#pending.set(record.id, record)
    this.#again(record.id)
  }

  /** Discards pending writes and waits for a write in progress, which would recreate a removed folder. */
  async abandon(id: string): Promise<void> {
    this.#pending.delete(id)
    await this.#writing.get(id)
    this.#pending.delete(id)
    this.#failures.delete(id)
    this.#taken.delete(id)
  }

  /** Returns other servers' changes since the last call, read after this call began. @throws RuntimeFailure */
  refresh(): Promise<OtherChanges> {
    const next = async (): Promise<OtherChanges> => {
      await this.#looking?.catch(() => undefined)
      this.#looking = this.#lookingNext
      this.#lookingNext = undefined
      return this.#otherChanges()
    }
    // Callers during a read share the next one.
    return (this.#lookingNext ??= next())
  }

  /** Removes a sandbox's record and its folder. */
  async remove(id: string): Promise<void> {
    await this.abandon(id)
    await this.#shelf?.remove(id)
    this.#texts.delete(id)
    await removeTree(this.folderOf(id))
  }

  /** Resolves when the writes that are under way have ended, successful or not: of one sandbox's record, or of each. */
  async written(id?: string): Promise<void> {
    if (id === undefined) await Promise.all([...this.#writing.keys()].map((each) => this.written(each)))
    else while (this.#writing.has(id)) await this.#writing.get(id)
  }

  /**
   * Resolves when everything saved for one sandbox is on disk.
   * @throws PlatformError when it cannot be written
   */
  async saved(id: string): Promise<void> {
    await this.written(id)
    if (this.#taken.has(id)) throw badRequest(`Sandbox ${id} already exists`)
    const reason = this.#failures.get(id)
    if (reason !== undefined)
      throw new PlatformError(responseCodes.internal, unwritten(id, reason, this.#shelf === undefined))
  }

  /** Resolves when all saves are on disk, except those in {@link problems}. */
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

  /** Writes pending records: those that failed, or were saved during the last write. */
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
        // A newer record may be pending.
        if (!this.#pending.has(id)) this.#pending.set(id, record)
        return
      }
    }
  }

  async #write(record: SandboxRecord): Promise<void> {
    if (this.#shelf) return this.#place(record, this.#shelf)
    const folder = this.folderOf(record.id)
    await mkdir(folder, { recursive: true, mode: 0o755 })
    await writeAtomically(join(folder, FILE), JSON.stringify(record))
  }

  async #place(mine: SandboxRecord, shelf: RecordBackend): Promise<void> {
    let record = mine
    for (let left = MAX_MERGES; left > 0; left--) {
      const text = JSON.stringify(record)
      if (await shelf.write(record.id, text, isLive(record.state))) {
        this.#texts.set(record.id, text)
        this.#written.set(record.id, ++this.#writes)
        return
      }
      const found = await shelf.read(record.id)
      if (found === undefined) {
        // Deleted by another server; a record never stored before is written again.
        if (this.#texts.has(record.id)) return
        continue
      }
      const theirs = readRecord(found)
      if (theirs.created !== record.created && isLive(theirs.state)) return void this.#taken.add(record.id)
      const both = merged(record, theirs)
      if (!both) return
      record = both
    }
  }

  async #otherChanges(): Promise<OtherChanges> {
    const began = this.#writes
    const stored = (await this.#shelf?.list()) ?? []
    const isOurs = (id: string): boolean =>
      this.#pending.has(id) || this.#writing.has(id) || (this.#written.get(id) ?? 0) > began
    const there = new Set(stored.map(({ id }) => id))
    const gone = [...this.#texts.keys()].filter((id) => !there.has(id) && !isOurs(id))
    for (const id of gone) this.#texts.delete(id)
    const changed = stored.filter(({ id, text }) => this.#texts.get(id) !== text && !isOurs(id))
    return {
      gone,
      changed: changed.flatMap((one) => {
        try {
          return [this.#read(one)]
        } catch {
          // Written by a newer server in a format that this one does not understand.
          return []
        }
      }),
    }
  }

  #read({ id, text }: StoredRecord): SandboxRecord {
    this.#texts.set(id, text)
    const record = readRecord(text)
    if (record.id !== id || !ID_FORM.test(id)) throw new DamagedFile('it is of another sandbox')
    return record
  }
}

/**
 * Merges two changes of one sandbox: its end takes precedence over other changes, and the later deadline over the earlier. Undefined if
 * nothing of this server's change remains.
 */
function merged(mine: SandboxRecord, theirs: SandboxRecord): SandboxRecord | undefined {
  if (isLive(mine.state) && !isLive(theirs.state)) return undefined
  if (mine.state === theirs.state && !isLive(mine.state)) return undefined
  return { ...mine, expires: Math.max(mine.expires, theirs.expires) }
}

const FILE = 'record.json'

/** Records in a cluster are not on this machine's disk, and the cluster's reason says what to do. */
const unwritten = (id: string, reason: string, isOnDisk: boolean): string =>
  `The record of sandbox ${id} cannot be written (${reason}). ${isOnDisk ? 'Free up space on the disk of the data folder; the' : 'The'} server tries again automatically.`
