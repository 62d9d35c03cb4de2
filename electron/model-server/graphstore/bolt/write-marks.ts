import { randomUUID } from 'node:crypto'
import type { RunStatement, StatementParameters, StatementRow } from '../remote/database.ts'

/*
 * If the connection is lost after a commit was sent, its outcome is unknown, and a retry might write twice. So
 * every write stores its number in the database within its own transaction, and a retry checks that number
 * first. The number is kept in a writer node that is used by one write at a time; a store creates as many as
 * it has concurrent writes.
 */

/** First statement of a write. Its lock waits for an abandoned attempt that still holds the node. */
const LEAVE =
  'MERGE (m:ModelWriter {id: $id}) SET m.at = $at WITH m, m.last AS before SET m.last = $number RETURN before'

const MAKE = 'MERGE (m:ModelWriter {id: $id}) SET m.at = $at, m.last = 0'

/** Writers of stores that were not closed are deleted after a day. */
const FORGET = 'MATCH (m:ModelWriter) WHERE m.at < $before DELETE m'
const FORGOTTEN_AFTER_MS = 24 * 3_600_000

const FORGET_OWN = 'MATCH (m:ModelWriter) WHERE m.id IN $ids DELETE m'

export type RunAlone = (text: string, parameters: StatementParameters) => Promise<readonly StatementRow[]>

/** The mark of one write, for all its attempts. */
export interface WriteMark {
  /** Stores the number; true if an earlier attempt stored it already, that is, was committed. */
  leave(run: RunStatement): Promise<boolean>
}

interface Writer {
  readonly id: string
  number: number
}

export class WriteMarks {
  readonly #run: RunAlone
  readonly #idle: Writer[] = []
  readonly #made: string[] = []

  /** @param run runs a statement in its own transaction, with retries; statements here are idempotent */
  constructor(run: RunAlone) {
    this.#run = run
  }

  /** Runs a write with the mark of a writer that no other write uses meanwhile. */
  async with<T>(work: (mark: WriteMark) => Promise<T>): Promise<T> {
    const writer = this.#idle.pop() ?? (await this.#make())
    writer.number += 1
    const { id, number } = writer
    try {
      return await work({
        leave: async (run) => {
          const rows = await run(LEAVE, { id, number, at: Date.now() })
          return rows.some((row) => Number(row['before']) === number)
        },
      })
    } finally {
      this.#idle.push(writer)
    }
  }

  async forgetOld(): Promise<void> {
    await this.#run(FORGET, { before: Date.now() - FORGOTTEN_AFTER_MS })
  }

  async forgetOwn(): Promise<void> {
    if (this.#made.length > 0) await this.#run(FORGET_OWN, { ids: this.#made.splice(0) })
  }

  /** Creates the node before its first write: without it, a retry would have no lock to wait for. */
  async #make(): Promise<Writer> {
    const id = randomUUID()
    this.#made.push(id)
    await this.#run(MAKE, { id, at: Date.now() })
    return { id, number: 0 }
  }
}
