import type { StatementParameters, StatementRow } from '../remote/database.ts'
import { databaseError } from './errors.ts'
import type { NativeConnection, NativeStatement } from './native.ts'

/** Prepared statements cached per connection; page sizes and filters vary. */
const MAX_STATEMENTS = 200

/** A connection with its prepared statements, used by one statement at a time. */
export class Line {
  readonly #connection: NativeConnection
  readonly #statements = new Map<string, NativeStatement>()
  #last: Promise<unknown> = Promise.resolve()
  #queued = 0

  /** Number of tasks running or waiting. */
  get load(): number {
    return this.#queued
  }

  constructor(connection: NativeConnection) {
    this.#connection = connection
  }

  /** Waits for earlier tasks, then runs `work` exclusively. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last
    this.#queued += 1
    const mine = (async () => {
      await before.catch(() => {})
      try {
        return await work()
      } finally {
        this.#queued -= 1
      }
    })()
    this.#last = mine
    return mine
  }

  /** @throws StoreError PROVIDER_UNAVAILABLE when the engine fails */
  async run(text: string, parameters: StatementParameters = {}): Promise<readonly StatementRow[]> {
    try {
      let statement = this.#statements.get(text)
      if (!statement) {
        statement = await this.#connection.prepare(text)
        if (!statement.isSuccess()) throw new Error(statement.getErrorMessage())
        if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear()
        this.#statements.set(text, statement)
      }
      const result = await this.#connection.execute(statement, { ...parameters })
      const [only] = Array.isArray(result) ? result : [result]
      const rows = (await only?.getAll()) ?? []
      only?.close()
      return rows
    } catch (error) {
      throw databaseError(error)
    }
  }

  close(): Promise<void> {
    return this.alone(() => this.#connection.close())
  }
}
