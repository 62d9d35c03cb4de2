import { workbench } from './workbench.ts'

/** A document of the store. */
export interface KeptDocument {
  readonly collection: string
  readonly id: string
}

/** Writes of this window whose event has not come back yet, by document. */
const under = new Map<string, number>()

const nameOf = ({ collection, id }: KeptDocument): string => `${collection}/${id}`

function count(document: KeptDocument, by: 1 | -1): void {
  const now = (under.get(nameOf(document)) ?? 0) + by
  if (now > 0) under.set(nameOf(document), now)
  else under.delete(nameOf(document))
}

async function noted(document: KeptDocument, change: Promise<unknown>): Promise<void> {
  count(document, 1)
  try {
    await change
  } catch (error) {
    // What failed brings no event.
    count(document, -1)
    throw error
  }
}

/** Writes a document that other windows show as well: this window is not told of it by {@link onOthersWrite}. */
export const writeKept = ({ collection, id }: KeptDocument, value: unknown): Promise<void> =>
  noted({ collection, id }, workbench.call('store.write', { collection, id, value }))

/** Removes such a document. */
export const removeKept = ({ collection, id }: KeptDocument): Promise<void> =>
  noted({ collection, id }, workbench.call('store.remove', { collection, id }))

const listeners = new Set<(document: KeptDocument) => void>()

workbench.on('store.changed', (document) => {
  if (under.has(nameOf(document))) count(document, -1)
  else for (const listener of listeners) listener(document)
})

/** Calls the listener with every document that another window wrote or removed. */
export function onOthersWrite(listener: (document: KeptDocument) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
