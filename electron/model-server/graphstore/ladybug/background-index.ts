import type { StatementParameters, StatementRow } from '../remote/database.ts'
import type { Changes } from './change-log.ts'
import type { ByteSource, SavedParts } from './index-file.ts'
import { Turn } from './turn.ts'

export type Read = (text: string, parameters: StatementParameters) => Promise<readonly StatementRow[]>

/** An index in memory of all records of one kind. */
export interface BackgroundIndex<R> {
  readonly size: number
  /** Whether it is worth making anew. */
  readonly isStale?: boolean
  /** @returns false when it cannot hold the record; it is incomplete then */
  put(record: R, ifAbsent: boolean): boolean
  /** Puts in order what was added, with pauses. */
  settle?(): Promise<void>
  /** What it holds; call once it is settled. */
  save(): SavedParts<unknown>
  /** Gives its room back; it must not be used afterwards. */
  release(): void
}

/** Where an index comes from. */
export interface IndexSource<R, I> {
  /** Name of the file in which it is kept. */
  readonly name: string
  make(): I
  /** Reads back what an index saved; undefined when there is no room. */
  restore(shape: unknown, bytes: ByteSource): Promise<I | undefined>
  /** Whether it knows without reading that there are no records, and may be complete from the start. */
  isEmpty?(read: Read): Promise<boolean>
  /**
   * Reads all records, as lines.
   *
   * @throws when they are too many
   */
  lines(read: Read): AsyncIterable<Iterable<string>>
  recordOf(line: string): R
  /** Its records among those that were written. */
  recordsIn(changes: Changes): readonly R[]
}

/** An index that was kept on disk, and what was written since. */
export interface KeptContent {
  readonly shape: unknown
  readonly bytes: ByteSource
  replay(take: (changes: Changes) => void): Promise<void>
}

/**
 * What the index knows: nothing yet; it is being restored or filled; everything; or it was given up, since
 * there is no room or reading failed. Only a complete one answers.
 */
type State = 'unfilled' | 'filling' | 'complete' | 'off'

/**
 * Holds the index of one open database. It is restored from what was kept, or filled in the background when it
 * is first asked for, and the engine answers until then. What is committed meanwhile is added as it is
 * committed, and is newer than what is read, so that reading replaces nothing.
 */
export class IndexHolder<R, I extends BackgroundIndex<R>> {
  readonly #source: IndexSource<R, I>
  readonly #read: Read
  #index: I | undefined
  /** Until `restore` has ended. */
  #state: State = 'filling'
  /** Called once it was filled. */
  onFilled: (() => void) | undefined

  constructor(source: IndexSource<R, I>, read: Read) {
    this.#source = source
    this.#read = read
  }

  get name(): string {
    return this.#source.name
  }

  /** The index, if it is complete. */
  get complete(): I | undefined {
    return this.#state === 'complete' ? this.#index : undefined
  }

  /** Returns the index if it is complete; else begins to fill it. */
  request(): I | undefined {
    if (this.#state === 'unfilled') void this.#fill()
    return this.complete
  }

  /**
   * Takes what was kept, if there is something. Call once, before anything is committed.
   *
   * @returns whether it did
   */
  async restore(kept: KeptContent | undefined): Promise<boolean> {
    const restored = kept && (await this.#restored(kept).catch(() => undefined))
    const isEmpty = !restored && (await this.#source.isEmpty?.(this.#read).catch(() => false))
    if (this.#state !== 'filling') restored?.release()
    else {
      this.#index = isEmpty ? this.#source.make() : restored
      this.#state = this.#index ? 'complete' : 'unfilled'
    }
    return restored !== undefined
  }

  /** Adds what a commit wrote. Call in the order of commits. */
  add(changes: Changes): void {
    if (this.#index) this.#put(this.#index, this.#source.recordsIn(changes), false)
    if (this.#state !== 'complete' || !this.#index?.isStale) return
    this.release()
    this.#state = 'unfilled'
  }

  /** Gives its memory back. */
  release(): void {
    this.#state = 'off'
    this.#index?.release()
    this.#index = undefined
  }

  async #restored({ shape, bytes, replay }: KeptContent): Promise<I | undefined> {
    const index = await this.#source.restore(shape, bytes)
    if (!index) return undefined
    let isWhole = true
    try {
      await replay((changes) => {
        for (const record of this.#source.recordsIn(changes)) isWhole &&= index.put(record, false)
      })
      await index.settle?.()
    } catch {
      isWhole = false
    }
    if (isWhole) return index
    index.release()
    return undefined
  }

  async #fill(): Promise<void> {
    const index = this.#source.make()
    this.#index = index
    this.#state = 'filling'
    try {
      for await (const lines of this.#source.lines(this.#read)) {
        const turn = new Turn()
        for (const line of lines) {
          this.#put(index, [this.#source.recordOf(line)], true)
          if (turn.isOver) await turn.pass()
          if (this.#index !== index) return
        }
      }
      await index.settle?.()
      if (this.#index !== index) return
      this.#state = 'complete'
      this.onFilled?.()
    } catch {
      // The engine goes on answering, and reports what is wrong with it.
      if (this.#index === index) this.release()
    }
  }

  #put(index: I, records: readonly R[], ifAbsent: boolean): void {
    if (!records.every((record) => index.put(record, ifAbsent))) this.release()
  }
}
