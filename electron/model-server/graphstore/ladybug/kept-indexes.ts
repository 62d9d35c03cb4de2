import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunStatement, textIn } from '../remote/database.ts'
import type { KeptContent, Read } from './background-index.ts'
import { ChangeLog, type Changes, type ReadLog, readLog, removeLog } from './change-log.ts'
import { IndexFile, type SavedParts, removeIndexFile, writeIndexFile } from './index-file.ts'

/*
 * Indexes are kept beside the database: each in a file that names the stamp of the state from which it was
 * made, and one log of what was written since. As long as there is a log, every transaction gives the database
 * a new stamp. An index is believed if the log leads from its stamp to that of the database; whatever else is
 * found (a file of another state, a torn one, a database that was restored, or written by a program without
 * stamps) is removed, and the index is filled again.
 */

/** Smaller indexes are filled within a second. */
const MIN_RECORDS = 5_000
/** They are written once nothing was written to the database for so long, … */
const QUIET_MS = 3_000
/** … or, if its writes never pause, after this time. */
const LATEST_MS = 300_000

export const STAMP_SCHEMA =
  'CREATE NODE TABLE IF NOT EXISTS ModelStamp(name STRING PRIMARY KEY, stamp STRING, revision INT64)'

const READ_STAMP =
  "MATCH (s:ModelStamp) WHERE s.name = 'indexes' RETURN s.stamp AS stamp, s.revision AS revision"
const CREATE_STAMP = "MERGE (s:ModelStamp {name: 'indexes'})"
const SET_STAMP = "MATCH (s:ModelStamp) WHERE s.name = 'indexes' SET s.stamp = $stamp, s.revision = $revision"
/** Every program counts its writes here, also one without stamps. */
const READ_REVISIONS = 'MATCH (w:ModelWorkspace) RETURN w.revision AS revision'

const NOTHING: Changes = { entities: [], relations: [] }

/** An index as far as it is kept; see IndexHolder. */
interface Kept {
  readonly name: string
  readonly complete:
    { readonly size: number; settle?(): Promise<void>; save(): SavedParts<unknown> } | undefined
  onFilled: (() => void) | undefined
  restore(kept: KeptContent | undefined): Promise<boolean>
  add(changes: Changes): void
}

export interface KeptDatabase {
  readonly read: Read
  /** Runs a transaction that is not logged by `log`, and `committed` before the next one. */
  transaction(work: (run: RunStatement) => Promise<void>, committed: () => Promise<void>): Promise<void>
}

export interface KeepingOptions {
  /** See MIN_RECORDS and QUIET_MS. */
  readonly minRecords?: number
  readonly quietMs?: number
}

/** Keeps the indexes of one open database in a folder of their own. */
export class KeptIndexes {
  /** Resolves once what was kept is loaded. Nothing may be written before. */
  readonly ready: Promise<void>
  readonly #folder: string
  readonly #indexes: readonly Kept[]
  readonly #database: KeptDatabase
  readonly #minRecords: number
  readonly #quietMs: number
  readonly #closing = new AbortController()
  /** Names of the indexes whose files belong to the log. */
  readonly #kept = new Set<string>()
  #log: ChangeLog | undefined
  #isOff = false
  #saving: Promise<void> | undefined
  #interrupted = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #latest = Infinity

  constructor(
    folder: string,
    indexes: readonly Kept[],
    database: KeptDatabase,
    { minRecords = MIN_RECORDS, quietMs = QUIET_MS }: KeepingOptions = {},
  ) {
    this.#folder = folder
    this.#indexes = indexes
    this.#database = database
    this.#minRecords = minRecords
    this.#quietMs = quietMs
    for (const index of indexes) {
      index.onFilled = () => {
        this.#kept.delete(index.name)
        this.#schedule()
      }
    }
    this.ready = this.#load()
  }

  /** Call before a transaction is committed, with what it wrote. */
  async log(run: RunStatement, changes: Changes): Promise<void> {
    const stamp = randomUUID()
    try {
      await this.#log?.append(stamp, changes)
    } catch {
      await this.#discard()
    }
    if (this.#log?.isLong) await this.#discard()
    if (this.#log) await setStamp(run, stamp)
  }

  /** Call after it was committed, before the next one. */
  add(changes: Changes): void {
    for (const index of this.#indexes) index.add(changes)
    this.#schedule()
  }

  /** Keeps what is on disk, and writes no more. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#interrupted.abort()
    clearTimeout(this.#timer)
    await this.ready
    await this.#saving
    await this.#log?.close().catch(() => {})
    this.#log = undefined
  }

  async #load(): Promise<void> {
    let log: ReadLog | undefined
    let isKnown = true
    try {
      const stamp = await this.#stamp()
      log = stamp === undefined ? undefined : await readLog(this.#logPath, stamp)
    } catch {
      isKnown = false
    }
    for (const index of this.#indexes) if (await this.#restore(index, log)) this.#kept.add(index.name)
    if (!isKnown || this.#closing.signal.aborted) return
    if (log && this.#kept.size > 0)
      this.#log = await ChangeLog.continue(this.#logPath, log.bytes).catch(() => undefined)
    if (!this.#log) await this.#discard()
    for (const { name } of this.#indexes)
      if (!this.#kept.has(name)) await removeIndexFile(this.#pathOf(name)).catch(() => {})
  }

  /** The database's stamp, if everything was written with stamps. */
  async #stamp(): Promise<string | undefined> {
    const [row] = await this.#database.read(READ_STAMP, {})
    const revision = await revisionOf((text) => this.#database.read(text, {}))
    return row && Number(row['revision'] ?? -1) === revision ? textIn(row, 'stamp') : undefined
  }

  async #restore(index: Kept, log: ReadLog | undefined): Promise<boolean> {
    const file = log && (await IndexFile.open(this.#pathOf(index.name), this.#closing.signal))
    if (!log || !file) return index.restore(undefined)
    const { shape, stamp } = file.head
    const content: KeptContent = { shape, bytes: file, replay: (take) => log.replay(stamp, take) }
    try {
      return await index.restore(log.has(stamp) ? content : undefined)
    } finally {
      await file.close()
    }
  }

  /** Those that are complete and worth keeping, but are not kept. */
  #unkept(): readonly Kept[] {
    return this.#indexes.filter(
      ({ name, complete }) => complete && complete.size >= this.#minRecords && !this.#kept.has(name),
    )
  }

  /** Writes what is not kept, after a pause. */
  #schedule(): void {
    if (this.#isOff || this.#saving || this.#closing.signal.aborted || this.#unkept().length === 0) return
    const now = performance.now()
    this.#latest = Math.min(this.#latest, now + LATEST_MS)
    clearTimeout(this.#timer)
    const wait = Math.min(this.#quietMs, Math.max(0, this.#latest - now))
    this.#timer = setTimeout(() => {
      this.#latest = Infinity
      this.#saving = this.#saveAll().finally(() => {
        this.#saving = undefined
        this.#schedule()
      })
    }, wait).unref()
  }

  async #saveAll(): Promise<void> {
    for (const index of this.#unkept()) {
      this.#interrupted = new AbortController()
      const { signal } = this.#interrupted
      try {
        await this.#save(index, signal)
      } catch {
        // Interrupted by a log that became too long, it is tried again; a disk that is full is not asked again.
        this.#isOff ||= !signal.aborted
        await this.#discard()
        return
      }
    }
  }

  async #save(index: Kept, signal: AbortSignal): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    await index.complete?.settle?.()
    const stamp = randomUUID()
    let saved: SavedParts<unknown> | undefined
    await this.#database.transaction(
      async (run) => {
        this.#log ??= await ChangeLog.create(this.#logPath)
        await this.#log.append(stamp, NOTHING)
        await run(CREATE_STAMP)
        await setStamp(run, stamp)
      },
      async () => {
        await index.complete?.settle?.()
        saved = index.complete?.save()
      },
    )
    signal.throwIfAborted()
    if (!saved) return
    await writeIndexFile(this.#pathOf(index.name), stamp, saved, signal)
    this.#kept.add(index.name)
  }

  /** Gives up what is kept. The database's stamp is not renewed then, which alone makes it worthless. */
  async #discard(): Promise<void> {
    const log = this.#log
    this.#log = undefined
    this.#kept.clear()
    this.#interrupted.abort()
    await log?.close().catch(() => {})
    await removeLog(this.#logPath).catch(() => {})
    for (const { name } of this.#indexes) await removeIndexFile(this.#pathOf(name)).catch(() => {})
  }

  get #logPath(): string {
    return join(this.#folder, 'changes')
  }

  #pathOf(name: string): string {
    return join(this.#folder, name)
  }
}

async function setStamp(run: RunStatement, stamp: string): Promise<void> {
  await run(SET_STAMP, { stamp, revision: await revisionOf(run) })
}

/** Number of all writes to the database. */
async function revisionOf(run: RunStatement): Promise<number> {
  const rows = await run(READ_REVISIONS)
  return rows.reduce((sum, row) => sum + Number(row['revision'] ?? 0), 0)
}
