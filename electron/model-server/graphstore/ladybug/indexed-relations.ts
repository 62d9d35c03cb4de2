import { setImmediate } from 'node:timers/promises'
import type { RelationRecord } from '#shared/model/entity.ts'
import {
  type KnownRelations,
  type NeighbourRequest,
  type StatementParameters,
  type StatementRow,
} from '../remote/database.ts'
import { type IndexRoom, RelationIndex } from './relation-index.ts'
import { LINES, linesOf, relationOf } from './relation-rows.ts'

type Read = (text: string, parameters: StatementParameters) => Promise<readonly StatementRow[]>

/**
 * What the index knows: nothing yet; it is being filled; everything; or it was given up, since there is no
 * room or reading failed. Only a complete one answers.
 */
type State = 'unfilled' | 'filling' | 'complete' | 'off'

/** Relations read by one statement without dividing them: about 10 MB. */
const MAX_UNDIVIDED = 50_000

/** Characters of a hash (base64url). Hashes are uniform, so their first characters divide the relations evenly. */
const HASH_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Records parsed before yielding to other work. */
const SLICE = 500

/**
 * The index of one open database. It is kept in memory only: a new database has a complete one, which every
 * commit then extends; for a database with relations it is read in the background when relations at an
 * entity are first requested, and until then the engine answers. It therefore never outlives what it was
 * made from.
 */
export class IndexedRelations {
  #index: RelationIndex | undefined
  readonly #room: IndexRoom
  readonly #read: Read
  #state: State = 'unfilled'

  constructor(room: IndexRoom, read: Read) {
    this.#index = new RelationIndex(room)
    this.#room = room
    this.#read = read
  }

  /** Call before anything is written. */
  async start(): Promise<void> {
    const count = await this.#count().catch(() => undefined)
    if (count === 0) this.#state = 'complete'
  }

  /** Adds what a commit wrote. Call in the order of commits. */
  add(records: readonly RelationRecord[]): void {
    if (this.#state === 'filling' || this.#state === 'complete') this.#put(records, false)
  }

  neighbours(request: NeighbourRequest): KnownRelations | undefined {
    if (this.#state === 'complete') return this.#index?.neighbours(request)
    if (this.#state === 'unfilled') void this.#fill()
    return undefined
  }

  /** Gives its memory back. */
  release(): void {
    this.#state = 'off'
    this.#index?.release()
    this.#index = undefined
  }

  get #isFilling(): boolean {
    return this.#state === 'filling'
  }

  /**
   * Reads all relations. Those that are written meanwhile are added as they are committed, and are newer than
   * what is read, so that reading replaces nothing.
   */
  async #fill(): Promise<void> {
    this.#state = 'filling'
    try {
      const count = await this.#count()
      if (count > this.#room.left) return this.release()
      for (const start of count > MAX_UNDIVIDED ? HASH_CHARACTERS : ['']) {
        if (!this.#isFilling) return
        const [row] = await this.#read(
          `MATCH (r:ModelRelation) WHERE r.hash STARTS WITH $start WITH r.data AS data RETURN ${LINES}`,
          { start },
        )
        await this.#addLines(linesOf(row))
      }
      if (this.#isFilling) this.#state = 'complete'
    } catch {
      // The engine goes on answering, and reports what is wrong with it.
      this.release()
    }
  }

  async #addLines(lines: readonly string[]): Promise<void> {
    for (let start = 0; start < lines.length && this.#isFilling; start += SLICE) {
      this.#put(lines.slice(start, start + SLICE).map(relationOf), true)
      await setImmediate()
    }
  }

  #put(records: readonly RelationRecord[], ifAbsent: boolean): void {
    if (!records.every((record) => this.#index?.put(record, ifAbsent))) this.release()
  }

  async #count(): Promise<number> {
    const [row] = await this.#read('MATCH (r:ModelRelation) RETURN count(r) AS n', {})
    return Number(row?.['n'] ?? 0)
  }
}
