import { mkdir } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname } from 'node:path'
import type { Database, RunStatement, StatementParameters, StatementRow } from '../remote/database.ts'
import { StoreError } from '../store.ts'
import type { NativeConnection, NativeDatabase, NativeLadybug, NativeStatement } from './native.ts'

/**
 * Most memory the page cache of one database may take; it grows into it. A checkpoint needs all changed pages at once: 256 MiB
 * were not enough for 100,000 entities with 300,000 relations loaded in large batches.
 */
const BUFFER_BYTES = Math.min(2 * 1024 ** 3, Math.max(256 * 1024 ** 2, Math.floor(totalmem() / 4)))

/** Address space one database reserves; without it each takes 8 TiB and the tenth cannot be opened. */
const MAX_BYTES = 64 * 1024 ** 3

/**
 * Longest single read. The engine can be stopped by its clock only: a request that is cancelled earlier leaves at once, and what it
 * began ends here at the latest.
 */
const READ_TIMEOUT_MS = 30_000

/** Connections for reading, so that a long read does not hold up the others. */
const READERS = 3

/** Prepared statements kept per connection; page sizes and filters make some variety. */
const MAX_STATEMENTS = 200

/** Ladybug wants its tables before its data. `uid` is indexed as the primary key. */
export const LADYBUG_SCHEMA = [
  'CREATE NODE TABLE IF NOT EXISTS ModelWorkspace(name STRING PRIMARY KEY, revision INT64)',
  'CREATE NODE TABLE IF NOT EXISTS ModelElement(uid STRING PRIMARY KEY, workspace STRING, data STRING)',
  'CREATE NODE TABLE IF NOT EXISTS ModelEntity(uid STRING PRIMARY KEY, workspace STRING, domain STRING, type STRING, id STRING, data STRING, text STRING, first INT64, finish INT64, state STRING)',
  'CREATE NODE TABLE IF NOT EXISTS ModelRelationKey(uid STRING PRIMARY KEY)',
  'CREATE REL TABLE IF NOT EXISTS MODEL_RELATION(FROM ModelEntity TO ModelEntity, uid STRING, workspace STRING, type STRING, data STRING, text STRING, first INT64, finish INT64, state STRING)',
]

/** One connection, used by one statement at a time, with its prepared statements. */
class Line {
  private readonly connection: NativeConnection
  private readonly statements = new Map<string, NativeStatement>()
  private last: Promise<unknown> = Promise.resolve()
  private queued = 0

  /** How many pieces of work run or wait here. */
  get load(): number {
    return this.queued
  }

  constructor(connection: NativeConnection) {
    this.connection = connection
  }

  /** Waits for whatever runs before, then runs `work` alone. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const before = this.last
    this.queued += 1
    const mine = (async () => {
      await before.catch(() => {})
      try {
        return await work()
      } finally {
        this.queued -= 1
      }
    })()
    this.last = mine
    return mine
  }

  async run(text: string, parameters: StatementParameters = {}): Promise<readonly StatementRow[]> {
    try {
      let statement = this.statements.get(text)
      if (!statement) {
        statement = await this.connection.prepare(text)
        if (!statement.isSuccess()) throw new Error(statement.getErrorMessage())
        if (this.statements.size >= MAX_STATEMENTS) this.statements.clear()
        this.statements.set(text, statement)
      }
      const result = await this.connection.execute(statement, { ...parameters })
      const [only] = Array.isArray(result) ? result : [result]
      const rows = (await only?.getAll()) ?? []
      only?.close()
      return rows
    } catch (error) {
      // The engine tidies its files after a commit; when that fails the commit stands, and the tidying is done another time.
      if (text === 'COMMIT' && error instanceof Error && /committed successfully/i.test(error.message))
        return []
      throw databaseError(error)
    }
  }

  close(): Promise<void> {
    return this.alone(() => this.connection.close())
  }
}

/** An embedded database in one file. Reads and writes have connections of their own, so that neither a long write nor a long read stops other reads. */
export class LadybugDatabase implements Database {
  readonly relationAccess = 'keyed'
  private readonly database: NativeDatabase
  private readonly readers: readonly Line[]
  private readonly writer: Line

  private constructor(database: NativeDatabase, readers: readonly Line[], writer: Line) {
    this.database = database
    this.readers = readers
    this.writer = writer
  }

  /**
   * Opens the database, making it when there is none.
   *
   * @throws StoreError CONFLICT when another process has it open, PROVIDER_UNAVAILABLE when it cannot be opened
   */
  static async open(native: NativeLadybug, path: string): Promise<LadybugDatabase> {
    await mkdir(dirname(path), { recursive: true })
    try {
      const database = new native.Database(path, BUFFER_BYTES, true, false, MAX_BYTES)
      await database.init()
      const readers = Array.from({ length: READERS }, () => {
        const connection = new native.Connection(database)
        connection.setQueryTimeout(READ_TIMEOUT_MS)
        return new Line(connection)
      })
      const writer = new Line(new native.Connection(database))
      for (const statement of LADYBUG_SCHEMA) await writer.run(statement)
      return new LadybugDatabase(database, readers, writer)
    } catch (error) {
      throw databaseError(error, path)
    }
  }

  async read(
    text: string,
    parameters: StatementParameters,
    signal?: AbortSignal,
  ): Promise<readonly StatementRow[]> {
    signal?.throwIfAborted()
    const [reader] = this.readers.toSorted((a, b) => a.load - b.load)
    if (!reader) throw new Error('no reader')
    return abortable(
      reader.alone(async () => {
        // The one who asked may have left while others were served.
        signal?.throwIfAborted()
        return reader.run(text, parameters)
      }),
      signal,
    )
  }

  async write<T>(
    work: (run: RunStatement) => Promise<{ commit: boolean; result: T }>,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.writer.alone(async () => {
      signal?.throwIfAborted()
      await this.writer.run('BEGIN TRANSACTION')
      let committing = false
      try {
        const { commit, result } = await work((text, parameters) => this.writer.run(text, parameters))
        signal?.throwIfAborted()
        committing = commit
        await this.writer.run(commit ? 'COMMIT' : 'ROLLBACK')
        return result
      } catch (error) {
        if (!committing) await this.writer.run('ROLLBACK').catch(() => {})
        throw error
      }
    })
  }

  async close(): Promise<void> {
    for (const reader of this.readers) await reader.close()
    await this.writer.close()
    await this.database.close()
  }
}

/** Stops waiting when the signal fires; the engine finishes what it began, or stops at its own time limit. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('The read was aborted.'))
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    if (stop) signal.removeEventListener('abort', stop)
    work.catch(() => {})
  }
}

function databaseError(error: unknown, path?: string): unknown {
  if (error instanceof StoreError || (error instanceof Error && error.name === 'AbortError')) return error
  const message = error instanceof Error ? error.message : String(error)
  if (/could not set lock/i.test(message)) {
    return new StoreError(
      'CONFLICT',
      'Another process has this workspace open; stop it first.',
      path ? { path } : {},
    )
  }
  const reason = message.split('\n')[0] ?? message
  return new StoreError(
    'PROVIDER_UNAVAILABLE',
    `The embedded graph database failed: ${reason}`,
    path ? { path } : {},
  )
}
