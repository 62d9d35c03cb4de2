import { mkdir } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname } from 'node:path'
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
import { CommitMark, truncateToLastCommit, refuseLost } from './commit-mark.ts'
import { Outdated, databaseError, inUse, isShortOfMemory } from './errors.ts'
import { IndexedEntities } from './indexed-entities.ts'
import { IndexedRelations } from './indexed-relations.ts'
import { KEYED_LAYOUT, LADYBUG_SCHEMA } from './keyed-layout.ts'
import { SortedEntities } from './sorted-entities.ts'
import { Line } from './line.ts'
import type { NativeDatabase, NativeLadybug } from './native.ts'
import type { IndexRoom } from './relation-index.ts'
import {
  checkpointIsOpen,
  createBackup,
  deleteBackup,
  hasBackup,
  lockOf,
  logSize,
  mainSize,
  restoreBackup,
} from './recovery.ts'

const MIB = 1024 ** 2

/**
 * Maximum page cache of a database; it is allocated on demand. A million entities with three million
 * relations were loaded with 1 GiB; 128 MiB are insufficient to checkpoint 100,000.
 */
export const BUFFER_BYTES = Math.min(1024 * MIB, Math.max(256 * MIB, Math.floor(totalmem() / 16)))

/** Address space reserved per database; by default each takes 8 TiB and the tenth cannot be opened. */
const MAX_BYTES = 256 * 1024 ** 3

/**
 * Maximum duration of a read. The engine supports only timeouts: a request cancelled earlier returns
 * immediately, and its read ends in the background at this limit.
 */
const READ_TIMEOUT_MS = 30_000

/** Read connections, so that a long read does not block others. */
const READERS = 3

/** Page cache multiplier for a database whose log could not be checkpointed with the normal size. */
const RECOVERY_FACTOR = 8

interface LadybugFile {
  readonly native: NativeLadybug
  readonly path: string
  readonly bufferBytes: number
  readonly room: IndexRoom
  /** The same for values of fields. */
  readonly fieldRoom: IndexRoom
}

interface Engine {
  readonly mark: CommitMark
  readonly database: NativeDatabase
  readonly readers: readonly Line[]
  readonly writer: Line
}

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
  readonly #relations: IndexedRelations
  readonly #entities: IndexedEntities
  readonly #sorted: SortedEntities
  #isOutdated = false
  #hasNews = false
  #closing: Promise<void> | undefined

  private constructor(file: LadybugFile, engine: Engine, unlock: () => void) {
    this.file = file
    this.#engine = engine
    this.#unlock = unlock
    const read: Database['read'] = (text, parameters) => this.read(text, parameters)
    this.#relations = new IndexedRelations(file.room, read)
    this.#entities = new IndexedEntities(file.room, read)
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
        if (engine) {
          const database = new LadybugDatabase(attempt, engine, unlock)
          await database.#relations.start()
          return database
        }
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
    const result = await writer.alone(async () => {
      signal?.throwIfAborted()
      this.#refuseOutdated()
      await writer.run('BEGIN TRANSACTION')
      const written: WrittenRecords[] = []
      const run: RunStatement = Object.assign(
        (text: string, parameters?: StatementParameters) => writer.run(text, parameters),
        { wrote: (records: WrittenRecords) => void written.push(records) },
      )
      let settled
      try {
        settled = await work(run)
        signal?.throwIfAborted()
        if (!settled.commit) await writer.run('ROLLBACK')
      } catch (error) {
        await writer.run('ROLLBACK').catch(() => {})
        throw error
      }
      if (settled.commit) {
        await this.#commit()
        this.#relations.add(written.flatMap(({ relations = [] }) => relations))
        const entities = written.flatMap((one) => one.entities ?? [])
        this.#entities.add(entities)
        this.#sorted.add(entities)
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
    return this.#relations.neighbours(request)
  }

  /** Returns entities from the index of texts; undefined until it has been filled. */
  async entitiesWithText(request: TextRequest): Promise<TextCandidates | undefined> {
    this.#refuseOutdated()
    return this.#entities.candidates(request)
  }

  /** Returns entities in the order of a field; undefined until that has been read. */
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

/** Opens the engine and checkpoints its log. Undefined when it is short of memory for that. */
async function openEngine(file: LadybugFile): Promise<Engine | undefined> {
  const { path } = file
  if (hasBackup(path)) await restoreBackup(path)
  else if (checkpointIsOpen(path)) await createBackup(path)
  const isWhole = await truncateToLastCommit(path)
  let engine: Engine | undefined
  try {
    engine = await startEngine(file, isWhole)
    if (hasBackup(path) || (await logSize(path)) > 0) await engine.writer.run('CHECKPOINT')
    await engine.mark.set()
    await deleteBackup(path)
    return engine
  } catch (error) {
    if (engine) {
      if (checkpointIsOpen(path)) await createBackup(path)
      await closeEngine(engine).catch(() => {})
    }
    if (isShortOfMemory(error)) return undefined
    throw error
  }
}

/** @param isWhole whether the log ends with a commit, so that all of it must be readable */
async function startEngine({ native, path, bufferBytes }: LadybugFile, isWhole: boolean): Promise<Engine> {
  const database = new native.Database(
    path,
    bufferBytes,
    true,
    false,
    MAX_BYTES,
    // We start checkpoints ourselves: a failing one must not affect the result of a commit.
    false,
    -1,
    isWhole,
    // With checksums the engine cannot read back entries with texts above 4 KiB.
    false,
  )
  await database.init()
  const readers = Array.from({ length: READERS }, () => {
    const connection = new native.Connection(database)
    connection.setQueryTimeout(READ_TIMEOUT_MS)
    return new Line(connection)
  })
  const writer = new Line(new native.Connection(database))
  const engine = { database, readers, writer, mark: await CommitMark.open(path) }
  try {
    for (const statement of LADYBUG_SCHEMA) await writer.run(statement)
    return engine
  } catch (error) {
    await closeEngine(engine).catch(() => {})
    throw error
  }
}

async function closeEngine({ database, readers, writer, mark }: Engine): Promise<void> {
  for (const reader of readers) await reader.close()
  await writer.close()
  await mark.close()
  await database.close()
}
