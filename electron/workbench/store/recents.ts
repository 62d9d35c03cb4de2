import { z } from 'zod'
import { recentSchema, type Recent } from '#shared/workbench/areas/recents.ts'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import { defineDocument } from '#shared/documents/define.ts'
import type { DocumentHandle, Documents } from '../documents/documents.ts'

/** Not declared as a page's document: pages add entries through a call. */
const recentsDocument = defineDocument<readonly Recent[]>({
  collection: 'workbench',
  id: 'recents',
  schema: z.array(recentSchema),
  initial: [],
})
type Item = Pick<Recent, 'kind' | 'target'>

const without = (items: readonly Recent[], item: Item): readonly Recent[] =>
  items.filter(({ kind, target }) => kind !== item.kind || target !== item.target)

/** Longer lists would be a history, which the benches have themselves. */
const MAX_KEPT = 15

/** Recently opened items, newest first. */
export class Recents {
  #document: DocumentHandle<readonly Recent[]> | undefined
  readonly #documents: Documents
  readonly #listeners: ((items: readonly Recent[]) => void)[] = []

  constructor(documents: Documents) {
    this.#documents = documents
  }

  async load(): Promise<void> {
    this.#document = await this.#documents.handle(recentsDocument)
    this.#tell()
  }

  get all(): readonly Recent[] {
    return this.#document?.value ?? []
  }

  /** Moves the item to the front; resolves once it is stored. */
  add(item: Recent): Promise<void> {
    return this.#change((items) => [{ ...item, at: Date.now() }, ...without(items, item)].slice(0, MAX_KEPT))
  }

  async remove(item: Item): Promise<void> {
    if (without(this.all, item).length < this.all.length) await this.#change((items) => without(items, item))
  }

  clear(): Promise<void> {
    return this.#change(() => [])
  }

  onChange(listener: (items: readonly Recent[]) => void): void {
    this.#listeners.push(listener)
  }

  async #change(edit: (items: readonly Recent[]) => readonly Recent[]): Promise<void> {
    await this.#documents.update(recentsDocument, recentsDocument, edit)
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener(this.all)
  }
}

export function recentCalls(recents: Recents): AreaHandlers<'recents'> {
  return {
    list: () => [...recents.all],
    async add(item) {
      await recents.add(item)
      return null
    },
    async remove(item) {
      await recents.remove(item)
      return null
    },
    async clear() {
      await recents.clear()
      return null
    },
  }
}
