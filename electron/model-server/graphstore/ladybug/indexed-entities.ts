import { setImmediate } from 'node:timers/promises'
import type { EntityRecord } from '#shared/model/entity.ts'
import type { StatementParameters, StatementRow, TextCandidates, TextRequest } from '../remote/database.ts'
import { EntityTextIndex } from './entity-text-index.ts'
import type { IndexRoom } from './relation-index.ts'
import { LINES, linesOf } from './relation-rows.ts'

type Read = (text: string, parameters: StatementParameters) => Promise<readonly StatementRow[]>

/** As for relations: only a complete index answers. */
type State = 'unfilled' | 'filling' | 'complete' | 'off'

/** Entities read by one statement: about 8 MB. A statement takes 0.1 s at a million, however few it reads. */
const AT_ONCE = 20_000

/** Records indexed before yielding to other work: about two milliseconds. */
const SLICE = 200

/**
 * The text index of one open database. It is kept in memory only, and filled in the background when a text
 * is first queried; until then the engine answers. What is committed meanwhile is added, in any order: the
 * index only ever gains grams.
 */
export class IndexedEntities {
  readonly #room: IndexRoom
  readonly #read: Read
  #index: EntityTextIndex | undefined
  #state: State = 'unfilled'

  constructor(room: IndexRoom, read: Read) {
    this.#room = room
    this.#read = read
  }

  /** Adds what a commit wrote. */
  add(records: readonly EntityRecord[]): void {
    if (this.#state === 'filling' || this.#state === 'complete') this.#put(records)
    if (this.#state !== 'complete' || !this.#index?.isStale) return
    this.release()
    this.#state = 'unfilled'
  }

  candidates(request: TextRequest): TextCandidates | undefined {
    if (this.#state === 'complete') return this.#index?.candidates(request)
    if (this.#state === 'unfilled') void this.#fill()
    return undefined
  }

  /** Gives its memory back. */
  release(): void {
    this.#state = 'off'
    this.#index?.release()
    this.#index = undefined
  }

  async #fill(): Promise<void> {
    const index = new EntityTextIndex(this.#room)
    this.#index = index
    this.#state = 'filling'
    try {
      const [row] = await this.#read('MATCH (e:ModelEntity) RETURN max(offset(id(e))) AS last', {})
      const last = Number(row?.['last'] ?? -1)
      for (let from = 0; from <= last && this.#index === index; from += AT_ONCE) {
        const [found] = await this.#read(
          "MATCH (e:ModelEntity) WHERE offset(id(e)) >= $from AND offset(id(e)) < $to AND e.state <> 'absent' " +
            `WITH e.data AS data RETURN ${LINES}`,
          { from, to: from + AT_ONCE },
        )
        await this.#addLines(linesOf(found), index)
      }
      await index.sort()
      if (this.#index === index) this.#state = 'complete'
    } catch {
      // The engine goes on answering, and reports what is wrong with it.
      this.release()
    }
  }

  async #addLines(lines: readonly string[], index: EntityTextIndex): Promise<void> {
    for (let start = 0; start < lines.length && this.#index === index; start += SLICE) {
      this.#put(lines.slice(start, start + SLICE).map((line) => JSON.parse(line) as EntityRecord))
      await setImmediate()
    }
  }

  #put(records: readonly EntityRecord[]): void {
    if (!records.every((record) => this.#index?.put(record))) this.release()
  }
}
