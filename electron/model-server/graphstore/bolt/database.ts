import type { Driver, Session, Transaction } from 'neo4j-driver'
import type { Database, RunStatement, StatementParameters, StatementRow } from '../remote/database.ts'
import { StoreError } from '../store.ts'
import { until } from '../until.ts'
import { Gate } from './gate.ts'
import { JOINED_LAYOUT } from './joined-layout.ts'
import type { BoltSettings } from './options.ts'
import { profileOf } from './profiles.ts'
import { retried } from './retries.ts'
import { type WriteMark, WriteMarks } from './write-marks.ts'

type WriteWork<T> = (run: RunStatement) => Promise<{ commit: boolean; result: T }>

/**
 * A graph database behind Bolt. The native dialect uses bookmarks, and marks that make it safe to retry a write
 * whose commit may have succeeded. The opencypher dialect uses only what every Bolt server supports: plain
 * transactions, no bookmarks, no telemetry, and one write at a time per process, retried only while its commit
 * has not been sent.
 */
export class BoltDatabase implements Database {
  readonly layout = JOINED_LAYOUT
  readonly #driver: Driver
  /** Of the address for reads, if there is one. */
  readonly #reader: Driver
  readonly #settings: BoltSettings
  readonly #isRetryable: (error: unknown) => boolean
  readonly #gate = new Gate()
  readonly #marks = new WriteMarks((text, parameters) => this.#alone(text, parameters, 'WRITE'))

  private constructor(
    [driver, reader]: readonly [Driver, Driver],
    settings: BoltSettings,
    isRetryable: (error: unknown) => boolean,
  ) {
    this.#driver = driver
    this.#reader = reader
    this.#settings = settings
    this.#isRetryable = isRetryable
  }

  /**
   * Connects, and on a native server creates constraints and indexes.
   *
   * @throws StoreError PROVIDER_UNAVAILABLE when the server cannot be reached or refuses the credentials
   */
  static async connect(settings: BoltSettings): Promise<BoltDatabase> {
    const { default: neo4j } = await import('neo4j-driver')
    const auth =
      settings.password === ''
        ? { scheme: 'none', principal: '', credentials: '' }
        : neo4j.auth.basic(settings.username, settings.password)
    const driverOf = (uri: string) =>
      neo4j.driver(uri, auth, {
        disableLosslessIntegers: true,
        telemetryDisabled: true,
        connectionAcquisitionTimeout: settings.timeoutMs,
        connectionTimeout: settings.timeoutMs,
        userAgent: 'orrery-model-server',
      })
    const driver = driverOf(settings.uri)
    const reader = settings.readerUri === undefined ? driver : driverOf(settings.readerUri)
    const database = new BoltDatabase([driver, reader], settings, (error) => neo4j.isRetryableError(error))
    try {
      await database.ping()
      const { schema } = profileOf(settings.profile, settings.dialect)
      for (const statement of schema) await database.#alone(statement, {}, 'WRITE')
      if (settings.dialect === 'neo4j') await database.#marks.forgetOld()
      return database
    } catch (error) {
      await database.#closeDrivers()
      throw error
    }
  }

  async #closeDrivers(): Promise<void> {
    await this.#driver.close()
    if (this.#reader !== this.#driver) await this.#reader.close()
  }

  /** A round trip to the server, without retries: the caller wants to know its state now. */
  async ping(): Promise<void> {
    const statement = (session: Session) => session.run('RETURN 1 AS one')
    await this.#operation('READ', undefined, statement, () => false)
    if (this.#reader !== this.#driver) await this.#operation('WRITE', undefined, statement, () => false)
  }

  async read(
    text: string,
    parameters: StatementParameters,
    signal?: AbortSignal,
  ): Promise<readonly StatementRow[]> {
    return this.#alone(text, parameters, 'READ', signal)
  }

  async write<T>(work: WriteWork<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    return this.#settings.dialect === 'opencypher'
      ? this.#gate.pass(() => this.#write(work, undefined, signal), signal)
      : this.#marks.with((mark) => this.#write(work, mark, signal))
  }

  async close(): Promise<void> {
    // If the server is gone, its marks expire after a day.
    await this.#marks.forgetOwn().catch(() => {})
    await this.#closeDrivers()
  }

  /** Runs a write transaction, and runs it again if it fails for a passing reason. */
  async #write<T>(
    work: WriteWork<T>,
    mark: WriteMark | undefined,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    // The result of an attempt whose commit was sent, as long as its outcome is unknown.
    let sent: { readonly result: T } | undefined
    const attempt = async (session: Session): Promise<T> => {
      const transaction = await session.beginTransaction(this.#transactionConfig())
      try {
        const run: RunStatement = (text, parameters = {}) => rowsOf(transaction, text, parameters)
        if ((await mark?.leave(run)) && sent) {
          await transaction.rollback()
          return sent.result
        }
        sent = undefined
        const { commit, result } = await work(run)
        signal?.throwIfAborted()
        if (commit) {
          sent = { result }
          await transaction.commit().catch((error: unknown) => {
            // A client error means it was not committed; after any other failure it may have been.
            if (codeOf(error).startsWith('Neo.ClientError')) sent = undefined
            throw error
          })
        } else {
          await transaction.rollback()
        }
        return result
      } catch (error) {
        if (transaction.isOpen()) await transaction.rollback().catch(() => {})
        throw error
      }
    }
    try {
      return await this.#operation(
        'WRITE',
        signal,
        attempt,
        (error) => this.#isPassing(error) && (mark !== undefined || sent === undefined),
      )
    } catch (error) {
      throw sent && error instanceof StoreError ? uncertain(error) : error
    }
  }

  /** Runs one statement in its own transaction. A write may run twice, so it has to be idempotent. */
  #alone(
    text: string,
    parameters: StatementParameters,
    mode: 'READ' | 'WRITE',
    signal?: AbortSignal,
  ): Promise<readonly StatementRow[]> {
    const attempt = async (session: Session) => {
      const { records } = await session.run(text, parameters, this.#transactionConfig())
      return records.map((record) => record.toObject() as StatementRow)
    }
    return this.#operation(mode, signal, attempt, (error) => this.#isPassing(error))
  }

  /** Runs attempts, each in its own session, with a time limit and the caller's signal. */
  async #operation<T>(
    mode: 'READ' | 'WRITE',
    signal: AbortSignal | undefined,
    attempt: (session: Session) => Promise<T>,
    isPassing: (error: unknown) => boolean,
  ): Promise<T> {
    signal?.throwIfAborted()
    const { timeoutMs } = this.#settings
    const limit = AbortSignal.timeout(timeoutMs)
    const stop = signal ? AbortSignal.any([signal, limit]) : limit
    try {
      return await retried(() => this.#inSession(mode, stop, attempt), { isPassing, signal: stop })
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      const isLate = limit.aborted && error === limit.reason
      throw this.#storeError(isLate ? new Error(`no answer within ${timeoutMs} ms`) : error)
    }
  }

  async #inSession<T>(
    mode: 'READ' | 'WRITE',
    stop: AbortSignal,
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    const { database, dialect } = this.#settings
    const session = (mode === 'READ' ? this.#reader : this.#driver).session({
      ...(database === '' ? {} : { database }),
      defaultAccessMode: mode,
      ...(dialect === 'neo4j' ? { bookmarkManager: this.#driver.executeQueryBookmarkManager } : {}),
    })
    try {
      return await until(work(session), stop)
    } finally {
      // Closing rolls back an open transaction; the caller need not wait for that.
      const closing = session.close()
      if (!stop.aborted) await closing.catch(() => {})
      closing.catch(() => {})
    }
  }

  /** The opencypher dialect sends no transaction metadata. */
  #transactionConfig() {
    return this.#settings.dialect === 'neo4j' ? { timeout: this.#settings.timeoutMs } : undefined
  }

  /** Whether another attempt, on another connection, may succeed. */
  #isPassing(error: unknown): boolean {
    // A new connection logs on again with the same credentials, which an identity provider may have renewed.
    return this.#isRetryable(error) || codeOf(error) === 'Neo.ClientError.Security.TokenExpired'
  }

  /** Translates a driver error; credentials are removed from the server's message. */
  #storeError(error: unknown): unknown {
    if (error instanceof StoreError) return error
    const code = codeOf(error)
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
    const end = /[.!?]$/.test(reason) ? '' : '.'
    return new StoreError('PROVIDER_UNAVAILABLE', `The graph database did not do its work: ${reason}${end}`, {
      ...where,
      ...(code === '' ? {} : { code }),
    })
  }

  #withoutSecrets(text: string): string {
    const { password } = this.#settings
    return password === '' ? text : text.replaceAll(password, '***')
  }
}

function codeOf(error: unknown): string {
  return error !== null && typeof error === 'object' && 'code' in error ? String(error.code) : ''
}

/** The same error for a write whose commit was sent. */
function uncertain({ code, message, details }: StoreError): StoreError {
  return new StoreError(
    code,
    `${message} Whether the write was done is not known: look before it is written again.`,
    { ...details, outcome: 'unknown' },
  )
}

async function rowsOf(
  transaction: Transaction,
  text: string,
  parameters: StatementParameters,
): Promise<readonly StatementRow[]> {
  const { records } = await transaction.run(text, parameters)
  return records.map((record) => record.toObject() as StatementRow)
}
