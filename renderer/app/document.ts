import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { CollectionKind, DocumentKind, SingleKind } from '#shared/documents/define.ts'
import { type Core, Replica, type Shown, type Snapshot } from '#shared/documents/replica.ts'
import { useWorkbench, workbench } from './workbench.ts'

/** Prefix of this page's change ids; a counter follows. */
const page = crypto.randomUUID().slice(0, 8)
let changes = 0

const core: Core = {
  open: (ref) => workbench.call('documents.open', ref),
  change: (ref, { edit, ...change }) =>
    workbench.call('documents.change', { ...ref, ...change, edit: [...edit] }),
  newVersion: () => `${page}.${++changes}`,
}

/** A document of the core, shared by all parts of this page. */
export interface Document<T> {
  /** Hook for the current value, with or without a selector. */
  readonly use: UseBoundStore<StoreApi<Shown<T>>>
  readonly value: T
  /** Opens the document once and subscribes to changes. After a failure the next call tries again. */
  load(): Promise<void>
  /**
   * Applies a change optimistically and sends it. If another window was faster, the function is called again
   * with that window's value. Resolves when the core has stored it; rejects if it cannot. Awaiting is
   * optional.
   */
  change(make: (value: T) => T): Promise<void>
}

const replicas = new Map<string, { readonly document: unknown; readonly replica: Replica<never> }>()
const keyOf = (collection: string, id: string): string => `${collection}/${id}`

/** Returns this page's document of a kind; the same object for every caller. */
export function documentOf<T>(kind: SingleKind<T>): Document<T>
export function documentOf<T>(kind: DocumentKind<T>, id: string): Document<T>
export function documentOf<T>(kind: DocumentKind<T>, id: string = kind.id ?? ''): Document<T> {
  const key = keyOf(kind.collection, id)
  const known = replicas.get(key)
  if (known) return known.document as Document<T>
  const replica: Replica<T> = new Replica(kind, id, core, (shown) => use.setState(shown))
  const use = create<Shown<T>>(() => replica.shown)
  const document: Document<T> = {
    use,
    get value() {
      return use.getState().value
    },
    load: () => replica.load(),
    change: (make) => replica.change(make),
  }
  replicas.set(key, { document, replica: replica as unknown as Replica<never> })
  return document
}

/** A collection of documents, shared by all parts of this page. */
interface Collection<T> {
  readonly use: UseBoundStore<StoreApi<{ readonly values: ReadonlyMap<string, T>; readonly loaded: boolean }>>
  /** Reads the collection once and subscribes to changes. After a failure the next call tries again. */
  load(): Promise<void>
  /** Creates or replaces a document. Applied optimistically; resolves when the core has stored it. */
  put(id: string, value: T): Promise<void>
  remove(id: string): Promise<void>
}

const listings = new Map<string, { list(): Promise<void>; meet(id: string, base: string): void }>()

/** Creates this page's collection of a kind. Call once per kind. */
export function collectionOf<T>(kind: CollectionKind<T>): Collection<T> {
  const { collection } = kind
  const members = new Map<string, Document<T | undefined>>()
  const use: Collection<T>['use'] = create(() => ({ values: new Map<string, T>(), loaded: false }))
  let loading: Promise<void> | undefined
  const show = (): void => {
    const values = [...members].flatMap(([id, { value }]) =>
      value === undefined ? [] : [[id, value] as const],
    )
    use.setState({ values: new Map(values) })
  }
  const member = (id: string): Document<T | undefined> => {
    const document = documentOf(kind, id)
    if (!members.has(id)) document.use.subscribe(show)
    members.set(id, document)
    return document
  }
  const adopt = (id: string, snapshot: Snapshot): void => {
    member(id)
    replicas.get(keyOf(collection, id))?.replica.adopt(snapshot)
  }
  listings.set(collection, {
    async list() {
      if (!loading) return
      for (const { id, ...snapshot } of await workbench.call('documents.list', { collection }))
        if (!members.has(id)) adopt(id, snapshot)
      use.setState({ loaded: true })
    },
    meet: (id, base) => adopt(id, { version: base, recent: [base] }),
  })
  return {
    use,
    load() {
      const listed = (loading ??= Promise.resolve().then(() => listings.get(collection)?.list()))
      return listed.catch((error: unknown) => {
        loading = undefined
        throw error
      })
    },
    put: (id, value) => member(id).change(() => value),
    remove: (id) => member(id).change(() => undefined),
  }
}

/** Reads a document without subscribing to it. */
export async function readDocument<T>(kind: DocumentKind<T>, id: string): Promise<T> {
  const ref = { collection: kind.collection, id }
  const { value } = await workbench.call('documents.open', ref)
  if (!replicas.has(keyOf(kind.collection, id))) await workbench.call('documents.close', ref)
  return value === undefined ? kind.initial : (value as T)
}

/**
 * Replaces a whole document, or deletes it with `undefined`, regardless of its current value. Resolves when
 * the core has stored it.
 */
export async function writeDocument<T>(kind: DocumentKind<T>, id: string, value: T): Promise<void> {
  const edit = value === undefined ? [{ at: [], remove: true as const }] : [{ at: [], set: value }]
  await workbench.call('documents.change', {
    collection: kind.collection,
    id,
    version: core.newVersion(),
    edit,
  })
}

workbench.on('documents.changed', ({ collection, id, ...change }) => {
  const key = keyOf(collection, id)
  if (!replicas.has(key)) listings.get(collection)?.meet(id, change.base)
  replicas.get(key)?.replica.take(change)
})

function reopen(): void {
  for (const { replica } of replicas.values()) replica.reopen()
  for (const listing of listings.values()) listing.list().catch(() => undefined)
}

// Subscriptions end with the connection, and a restored backup is another data folder: reload.
useWorkbench.subscribe((state, before) => {
  if (state.generation !== before.generation) reopen()
})
