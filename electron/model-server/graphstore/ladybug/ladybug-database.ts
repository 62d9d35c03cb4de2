import { mkdir } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname } from 'node:path'
import type { EntityRecord, RelationRecord } from '#shared/model/entity.ts'
import { lockStore } from '../lock.ts'
import type {
  Database,
  FirstEntities,
  FirstRequest,
  KnownRelations,
  NeighbourRequest,
  RunStatement,
  StatementParameters,
  StatementRow,
  TextCandidates,
  TextRequest,
  WrittenRecords,
} from '../remote/database.ts'
import { StoreError } from '../store.ts'
import { until } from '../until.ts'
import { IndexHolder } from './background-index.ts'
import { refuseLost } from './commit-mark.ts'
import { type Engine, type EngineFile, closeEngine, openEngine } from './engine.ts'
import type { EntityTextIndex } from './entity-text-index.ts'
import { Outdated, databaseError, inUse } from './errors.ts'
import type { IndexRoom } from './index-room.ts'
import { entityTexts, relations } from './index-sources.ts'
import { type KeepingOptions, type KeptDatabase, KeptIndexes } from './kept-indexes.ts'
import { KEYED_LAYOUT } from './keyed-layout.ts'
import { checkpointIsOpen, createBackup, lockOf, logSize, mainSize } from './recovery.ts'
import type { RelationIndex } from './relation-index.ts'
import { SortedEntities } from './sorted-entities.ts'

const MIB = 1024 ** 2

/**
 * Maximum page cache of a database; it is allocated on demand. A million entities with three million
 * relations were loaded with 1 GiB; 128 MiB are insufficient to checkpoint 100,000.
 */
export const BUFFER_BYTES = Math.min(1024 * MIB, Math.max(256 * MIB, Math.floor(totalmem() / 16)))

/** Page cache multiplier for a database whose log could not be checkpointed with the normal size. */
const RECOVERY_FACTOR = 8

interface LadybugFile extends EngineFile {
  readonly room: IndexRoom
  /** The same for values of fields. */
  readonly fieldRoom: IndexRoom
  readonly keeping?: KeepingOptions
}

/** Folder of the indexes that are kept; not one of the database's files. */
const indexFolder = (path: string): string => `${path}-indexes`

/**
 * An embedded single-file database. Reads and writes use separate connections, so that neither a long write
 * nor a long read blocks other reads. A write is acknowledged once the engine has flushed it to its log;
 * checkpoints run between writes and cannot revert an acknowledged one.
 */
export class LadybugDatabase implements Database {
  readonly layout = KEYED_LAYOUT
  readonly file: LadybugFile
  readonly #engine: Engine
  readonly #unlock: () => void
  readonly #relations: IndexHolder<RelationRecord, RelationIndex>
  readonly #entities: IndexHolder<EntityRecord, EntityTextIndex>
  readonly #kept: KeptIndexes
  readonly #sorted: SortedEntities
  #isOutdated = false
  #hasNews = false
  #closing: Promise<void> | undefined

  private constructor(file: LadybugFile, engine: Engine, unlock: () => void) {
    this.file = file
    this.#engine = engine
    this.#unlock = unlock
    const read: Database['read'] = (text, parameters) => this.read(text, parameters)
    this.#relations = new IndexHolder(relations(file.room), read)
    this.#entities = new IndexHolder(entityTexts(file.room), read)
    const transaction: KeptDatabase['transaction'] = (work, committed) => this.#stamped(work, committed)
    this.#kept = new KeptIndexes(
      indexFolder(file.path),
      [this.#entities, this.#relations],
      { read, transaction },
      file.keeping,
    )
    this.#sorted = new SortedEntities(file.fieldRoom, read)
  }

  /**
   * Opens the database, creating it if it does not exist. Checkpoints a log left by an unclean shutdown, so
   * that the log starts empty.
   *
   * @throws StoreError CONFLICT when another process has it open, PROVIDER_UNAVAILABLE when it cannot be
   *   opened
   */
  static async open(file: LadybugFile): Promise<LadybugDatabase> {
    const { path, bufferBytes } = file
    await refuseLost(path)
    await mkdir(dirname(path), { recursive: true })
    const unlock = lock(path)
    try {
      const larger = { ...file, bufferBytes: Math.min(bufferBytes * RECOVERY_FACTOR, totalmem() / 2) }
      for (const attempt of [file, larger]) {
        const engine = await openEngine(attempt)
        if (engine) return new LadybugDatabase(attempt, engine, unlock)
      }
      throw new StoreError(
        'PROVIDER_UNAVAILABLE',
        'The embedded graph database needs more memory to put its files in order; nothing is lost. Raise MODEL_SERVER_EMBEDDED_MB and try again.',
        { path },
      )
    } catch (error) {
      unlock()
      throw databaseError(error, path)
    }
  }

  /**
   * Whether it accepts no more work and must be reopened: it was closed, or a checkpoint failed, which loses
   * nothing.
   */
  get outdated(): boolean {
    return this.#isOutdated || this.#closing !== undefined
  }

  /** @throws Outdated when it must be reopened first, StoreError */
  async read(
    text: string,
    parameters: StatementParameters,
    signal?: AbortSignal,
  ): Promise<readonly StatementRow[]> {
    signal?.throwIfAborted()
    this.#refuseOutdated()
    const [reader] = this.#engine.readers.toSorted((a, b) => a.load - b.load)
    if (!reader) throw new Error('no reader')
    // The engine completes the statement, or stops at its own time limit.
    return until(
      reader.alone(async () => {
        // The caller may have cancelled while waiting.
        signal?.throwIfAborted()
        return reader.run(text, parameters)
      }),
      signal,
    )
  }

  /** @throws Outdated when it must be reopened first and nothing was done; StoreError */
  async write<T>(
    work: (run: RunStatement) => Promise<{ commit: boolean; result: T }>,
    signal?: AbortSignal,
  ): Promise<T> {
    const { writer } = this.#engine
    await this.#kept.ready
    const result = await writer.alone(async () => {
      signal?.throwIfAborted()
      this.#refuseOutdated()
      const changes = { entities: [] as EntityRecord[], relations: [] as RelationRecord[] }
      const run: RunStatement = Object.assign(
        (text: string, parameters?: StatementParameters) => writer.run(text, parameters),
        {
          wrote: (written: WrittenRecords) => {
            for (const one of written.entities ?? []) changes.entities.push(one)
            for (const one of written.relations ?? []) changes.relations.push(one)
          },
        },
      )
      const settled = await this.#transaction(async () => {
        const worked = await work(run)
        signal?.throwIfAborted()
        if (worked.commit) await this.#kept.log(run, changes)
        return worked
      })
      if (settled.commit) {
        this.#kept.add(changes)
        this.#sorted.add(changes.entities)
      }
      return settled.result
    })
    this.#checkpointLater()
    return result
  }

  /** Returns relations from the index in memory; undefined until it has been filled. */
  async knownRelations(request: NeighbourRequest): Promise<KnownRelations | undefined> {
    request.signal?.throwIfAborted()
    this.#refuseOutdated()
    return this.#relations.request()?.neighbours(request)
  }

  /** Returns entities from the index of texts; undefined until it has been filled. */
  async entitiesWithText(request: TextRequest): Promise<TextCandidates | undefined> {
    this.#refuseOutdated()
    return this.#entities.request()?.candidates(request)
  }

  /** Returns entities in the order of a field, once that has been read; undefined when it cannot be held. */
  async firstEntities(request: FirstRequest): Promise<FirstEntities | undefined> {
    this.#refuseOutdated()
    return this.#sorted.first(request)
  }

  /** Closes it once all operations have finished, checkpointing its contents. */
  close(): Promise<void> {
    this.#closing ??= this.#end().catch((error: unknown) => {
      this.#closing = undefined
      throw databaseError(error, this.file.path)
    })
    return this.#closing
  }

  /** Runs a transaction on the writer, which the caller has for itself. */
  async #transaction<T extends { readonly commit: boolean }>(work: () => Promise<T>): Promise<T> {
    const { writer } = this.#engine
    await writer.run('BEGIN TRANSACTION')
    let settled
    try {
      settled = await work()
      if (!settled.commit) await writer.run('ROLLBACK')
    } catch (error) {
      await writer.run('ROLLBACK').catch(() => {})
      throw error
    }
    if (settled.commit) await this.#commit()
    return settled
  }

  /** A transaction of the kept indexes. */
  async #stamped(work: (run: RunStatement) => Promise<void>, committed: () => Promise<void>): Promise<void> {
    const { writer } = this.#engine
    await writer.alone(async () => {
      this.#refuseOutdated()
      await this.#transaction(async () => {
        await work((text, parameters) => writer.run(text, parameters))
        return { commit: true }
      })
      await committed()
    })
  }

  async #commit(): Promise<void> {
    this.#hasNews = true
    try {
      await this.#engine.writer.run('COMMIT')
      await this.#engine.mark.set()
    } catch (error) {
      // Whether the commit reached the log is known only after reopening it.
      this.#isOutdated = true
      throw error
    }
  }

  /**
   * Checkpoints when the log has grown enough. A checkpoint takes longer the larger the database is, so the
   * threshold grows with it. The write that triggers one has already been answered.
   */
  #checkpointLater(): void {
    const { writer } = this.#engine
    void writer
      .alone(async () => {
        const { path, bufferBytes } = this.file
        const long = Math.min(bufferBytes / 4, Math.max(64 * MIB, (await mainSize(path)) / 2))
        if (this.#hasNews && !this.#isOutdated && (await logSize(path)) > long) await this.#checkpoint()
      })
      .catch(() => {})
  }

  /**
   * Runs only between writes. A failed checkpoint makes the database outdated; one that could not begin is
   * retried later.
   */
  async #checkpoint(): Promise<void> {
    try {
      await this.#engine.writer.run('CHECKPOINT')
      await this.#engine.mark.set()
      this.#hasNews = false
    } catch {
      if (checkpointIsOpen(this.file.path)) this.#isOutdated = true
    }
  }

  async #end(): Promise<void> {
    const { path } = this.file
    await this.#kept.close()
    await this.#engine.writer.alone(async () => {
      if (this.#hasNews && !this.#isOutdated) await this.#checkpoint()
      // The engine's own close would lose what a failed checkpoint left behind.
      if (this.#isOutdated) await createBackup(path)
      this.#isOutdated = true
    })
    try {
      await closeEngine(this.#engine)
    } finally {
      this.#relations.release()
      this.#entities.release()
      this.#sorted.release()
      this.#unlock()
    }
  }

  #refuseOutdated(): void {
    if (this.outdated) throw new Outdated('The database has to be opened anew.')
  }
}

function lock(path: string): () => void {
  try {
    return lockStore(lockOf(path))
  } catch (error) {
    if (error instanceof StoreError && error.code === 'CONFLICT') throw inUse({ path })
    throw error
  }
}
