import type { Driver, ManagedTransaction, Session, Transaction } from 'neo4j-driver'
import { RemoteWorkspace } from '../remote/remote-workspace.ts'
import { type GraphStore, StoreError, type StoreHealth, type Workspace } from '../store.ts'
import type { Database, RunStatement, StatementParameters, StatementRow } from '../remote/database.ts'
import { until } from '../until.ts'
import { type BoltOptions, type BoltSettings, boltSettings } from './options.ts'
import { JOINED_LAYOUT } from './joined-layout.ts'

/** A mutex. Waiting ends with the signal's reason when it is aborted. */
export class Gate {
  #last: Promise<void> = Promise.resolve()

  /** Runs `work` after all earlier callers are done. */
  async pass<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#last
    let leave: () => void = () => {}
    this.#last = new Promise((resolve) => {
      leave = resolve
    })
    try {
      await until(before, signal)
      return await work()
    } finally {
      // An aborted waiter must not let the next one in before those ahead are done.
      void before.then(leave)
    }
  }
}

/**
 * Unique constraints and indexes of a native server; the opencypher dialect has no statement for these that
 * all servers support.
 */
const NATIVE_SCHEMA = [
  'CREATE CONSTRAINT model_workspace_name IF NOT EXISTS FOR (w:ModelWorkspace) REQUIRE w.name IS UNIQUE',
  'CREATE CONSTRAINT model_element_uid IF NOT EXISTS FOR (e:ModelElement) REQUIRE e.uid IS UNIQUE',
  'CREATE CONSTRAINT model_entity_uid IF NOT EXISTS FOR (e:ModelEntity) REQUIRE e.uid IS UNIQUE',
  'CREATE INDEX model_entity_id IF NOT EXISTS FOR (e:ModelEntity) ON (e.id)',
  'CREATE INDEX model_entity_type IF NOT EXISTS FOR (e:ModelEntity) ON (e.type)',
  'CREATE INDEX model_relation_uid IF NOT EXISTS FOR ()-[r:MODEL_RELATION]-() ON (r.uid)',
]

/** Thrown inside a managed transaction to roll it back. */
class RolledBack extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('rolled back')
    this.result = result
  }
}

/**
 * A graph database behind Bolt. The native dialect uses managed transactions with bookmarks; the opencypher
 * dialect uses only what every Bolt server supports: plain transactions, no bookmarks, no telemetry, and one
 * write at a time per process.
 */
class BoltDatabase implements Database {
  readonly layout = JOINED_LAYOUT
  readonly #driver: Driver
  readonly #settings: BoltSettings
  readonly #gate = new Gate()

  private constructor(driver: Driver, settings: BoltSettings) {
    this.#driver = driver
    this.#settings = settings
  }

  /**
   * Connects, and on a native server creates constraints and indexes.
   *
   * @throws StoreError PROVIDER_UNAVAILABLE when the server cannot be reached or refuses the credentials
   */
  static async connect(settings: BoltSettings): Promise<BoltDatabase> {
    const { default: neo4j } = await import('neo4j-driver')
    const driver = neo4j.driver(settings.uri, neo4j.auth.basic(settings.username, settings.password), {
      disableLosslessIntegers: true,
      telemetryDisabled: true,
      connectionAcquisitionTimeout: settings.timeoutMs,
      connectionTimeout: settings.timeoutMs,
      maxTransactionRetryTime: settings.timeoutMs,
      userAgent: 'orrery-model-server',
    })
    const database = new BoltDatabase(driver, settings)
    try {
      await database.ping()
      if (settings.dialect === 'neo4j') {
        for (const statement of NATIVE_SCHEMA) await database.#autocommit(statement, {}, 'WRITE')
      }
      return database
    } catch (error) {
      await driver.close()
      throw error
    }
  }

  /** A round trip to the server. */
  async ping(): Promise<void> {
    await this.#autocommit('RETURN 1 AS one', {}, 'READ')
  }

  async read(
    text: string,
    parameters: StatementParameters,
    signal?: AbortSignal,
  ): Promise<readonly StatementRow[]> {
    if (this.#settings.dialect === 'opencypher') return this.#autocommit(text, parameters, 'READ', signal)
    return this.#inSession('READ', signal, (session) =>
      session.executeRead((transaction) => rowsOf(transaction, text, parameters), this.#transactionConfig()),
    )
  }

  async write<T>(
    work: (run: RunStatement) => Promise<{ commit: boolean; result: T }>,
    signal?: AbortSignal,
  ): Promise<T> {
    signal?.throwIfAborted()
    if (this.#settings.dialect === 'opencypher')
      return this.#gate.pass(() => this.#plainWrite(work, signal), signal)
    return this.#inSession('WRITE', signal, async (session) => {
      try {
        return await session.executeWrite(async (transaction) => {
          const { commit, result } = await work((text, parameters = {}) =>
            rowsOf(transaction, text, parameters),
          )
          signal?.throwIfAborted()
          if (!commit) throw new RolledBack(result)
          return result
        }, this.#transactionConfig())
      } catch (error) {
        if (error instanceof RolledBack) return error.result as T
        throw error
      }
    })
  }

  async close(): Promise<void> {
    await this.#driver.close()
  }

  #plainWrite<T>(
    work: (run: RunStatement) => Promise<{ commit: boolean; result: T }>,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.#inSession('WRITE', signal, async (session) => {
      const transaction = await session.beginTransaction()
      try {
        const { commit, result } = await work((text, parameters = {}) =>
          rowsOf(transaction, text, parameters),
        )
        signal?.throwIfAborted()
        await (commit ? transaction.commit() : transaction.rollback())
        return result
      } catch (error) {
        if (transaction.isOpen()) await transaction.rollback().catch(() => {})
        throw error
      }
    })
  }

  #autocommit(text: string, parameters: StatementParameters, mode: 'READ' | 'WRITE', signal?: AbortSignal) {
    return this.#inSession(mode, signal, async (session) => {
      const { records } = await session.run(text, parameters)
      return records.map((record) => record.toObject() as StatementRow)
    })
  }

  /** Runs an operation in its own session, with a time limit and the caller's signal. */
  async #inSession<T>(
    mode: 'READ' | 'WRITE',
    signal: AbortSignal | undefined,
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    const { database, dialect, timeoutMs } = this.#settings
    const session = this.#driver.session({
      ...(database === '' ? {} : { database }),
      defaultAccessMode: mode,
      ...(dialect === 'neo4j' ? { bookmarkManager: this.#driver.executeQueryBookmarkManager } : {}),
    })
    const limit = AbortSignal.timeout(timeoutMs)
    const stop = signal ? AbortSignal.any([signal, limit]) : limit
    try {
      return await until(work(session), stop)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      throw this.#storeError(limit.aborted ? new Error(`no answer within ${timeoutMs} ms`) : error)
    } finally {
      // Closing rolls back an open transaction; the caller need not wait for that.
      const closing = session.close()
      if (!stop.aborted) await closing.catch(() => {})
      closing.catch(() => {})
    }
  }

  #transactionConfig() {
    return { timeout: this.#settings.timeoutMs }
  }

  /** Translates a driver error; credentials are removed from the server's message. */
  #storeError(error: unknown): unknown {
    if (error instanceof StoreError) return error
    const code = error !== null && typeof error === 'object' && 'code' in error ? String(error.code) : ''
    const where = { uri: this.#settings.uri }
    if (code.includes('Security')) {
      return new StoreError(
        'PROVIDER_UNAVAILABLE',
        'The graph database refused the credentials; check GRAPHDB_USERNAME and GRAPHDB_PASSWORD.',
        where,
      )
    }
    if (code.includes('ConstraintValidation')) {
      return new StoreError('CONFLICT', 'Another writer changed the same data; try again.', where)
    }
    if (code === 'ServiceUnavailable' || code === 'SessionExpired') {
      return new StoreError(
        'PROVIDER_UNAVAILABLE',
        `The graph database at ${this.#settings.uri} cannot be reached; check GRAPHDB_URI and that it is running.`,
        where,
      )
    }
    const reason = this.#withoutSecrets(
      error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
    )
    return new StoreError('PROVIDER_UNAVAILABLE', `The graph database did not do its work: ${reason}`, {
      ...where,
      ...(code === '' ? {} : { code }),
    })
  }

  #withoutSecrets(text: string): string {
    return text.replaceAll(this.#settings.password, '***')
  }
}

async function rowsOf(
  transaction: ManagedTransaction | Transaction,
  text: string,
  parameters: StatementParameters,
): Promise<readonly StatementRow[]> {
  const { records } = await transaction.run(text, parameters)
  return records.map((record) => record.toObject() as StatementRow)
}

export { type BoltOptions, type BoltSettings, boltSettings } from './options.ts'

/**
 * Opens a graph database over Bolt, configured by options and the `GRAPHDB_*` environment variables.
 *
 * @throws StoreError INVALID_ARGUMENT for wrong settings, PROVIDER_UNAVAILABLE when the database cannot be
 *   used
 */
export async function openBoltStore(
  options: BoltOptions & { readonly environment?: { readonly [name: string]: string | undefined } } = {},
): Promise<GraphStore> {
  const settings = boltSettings(options, options.environment ?? process.env)
  return new BoltStore(settings, await BoltDatabase.connect(settings))
}

class BoltStore implements GraphStore {
  readonly provider = 'graphdb'
  readonly capabilities
  readonly #settings: BoltSettings
  readonly #database: BoltDatabase
  readonly #handles = new Map<string, Workspace>()
  #closed = false

  constructor(settings: BoltSettings, database: BoltDatabase) {
    this.#settings = settings
    this.#database = database
    this.capabilities = {
      graphMatch: true,
      maxDepth: 16,
      maxLimit: 10_000,
      timeoutMs: settings.timeoutMs,
      durable: true,
    }
  }

  workspace(name: string): Workspace {
    const known = this.#handles.get(name)
    if (known) return known
    const handle = new RemoteWorkspace(name, {
      layout: this.#database.layout,
      read: async (text, parameters, signal) => {
        this.#refuseWhenClosed()
        return this.#database.read(text, parameters, signal)
      },
      write: async (work, signal) => {
        this.#refuseWhenClosed()
        return this.#database.write(work, signal)
      },
    })
    this.#handles.set(name, handle)
    return handle
  }

  async workspaces(signal?: AbortSignal): Promise<readonly string[]> {
    this.#refuseWhenClosed()
    const rows = await this.#database.read('MATCH (w:ModelWorkspace) RETURN w.name AS name', {}, signal)
    const names = rows.map((row) => String(row['name']))
    if (new Set(names).size < names.length) {
      throw new StoreError(
        'CONFLICT',
        'The database holds a workspace twice; stop other writers and remove the copy.',
      )
    }
    return names.sort()
  }

  async health(): Promise<StoreHealth> {
    if (this.#closed) return { status: 'unavailable', message: 'The store is closed.' }
    try {
      await this.#database.ping()
    } catch (error) {
      return {
        status: 'unavailable',
        message: error instanceof Error ? error.message : 'The database is gone.',
      }
    }
    if (this.#settings.dialect === 'neo4j') return { status: 'ok' }
    return { status: 'ok', message: 'openCypher mode: exactly one instance may write to this database.' }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#database.close()
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new StoreError('PROVIDER_UNAVAILABLE', 'The store is closed; open it again.')
  }
}
