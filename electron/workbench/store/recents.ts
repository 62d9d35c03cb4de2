import { z } from 'zod'
import { recentSchema, type Recent } from '#shared/workbench/areas/recents.ts'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import type { DocumentStore } from './documents.ts'

const COLLECTION = 'workbench'
const DOCUMENT = 'recents'
/** More would be a history, and the benches keep those. */
const KEPT = 15

/** What was opened lately, newest first. */
export class Recents {
  #items: readonly Recent[] = []
  readonly #documents: DocumentStore
  readonly #listeners: ((items: readonly Recent[]) => void)[] = []

  constructor(documents: DocumentStore) {
    this.#documents = documents
  }

  async load(): Promise<void> {
    const parsed = z.array(recentSchema).safeParse((await this.#documents.read(COLLECTION, DOCUMENT)).value)
    this.#items = parsed.success ? parsed.data : []
    this.#tell()
  }

  get all(): readonly Recent[] {
    return this.#items
  }

  /** Puts it first; resolves when that is on the disk. */
  add(item: Recent): Promise<void> {
    const others = this.#items.filter(({ kind, target }) => kind !== item.kind || target !== item.target)
    return this.#become([item, ...others].slice(0, KEPT))
  }

  clear(): Promise<void> {
    return this.#become([])
  }

  onChange(listener: (items: readonly Recent[]) => void): void {
    this.#listeners.push(listener)
  }

  async #become(items: readonly Recent[]): Promise<void> {
    this.#items = items
    this.#tell()
    await this.#documents.write(COLLECTION, DOCUMENT, items)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener(this.#items)
  }
}

export function recentCalls(recents: Recents): AreaHandlers<'recents'> {
  return {
    list: () => [...recents.all],
    async add(item) {
      await recents.add(item)
      return null
    },
    async clear() {
      await recents.clear()
      return null
    },
  }
}
