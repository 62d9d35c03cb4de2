import { useEffect } from 'react'
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { DocumentKind, SingleKind } from '#shared/documents/define.ts'
import { type Core, Replica, type Shown } from '#shared/documents/replica.ts'
import { useWorkbench, workbench } from './workbench.ts'

/** Names of this page's changes: the page, and a number. */
const page = crypto.randomUUID().slice(0, 8)
let changes = 0

const core: Core = {
  open: (ref) => workbench.call('documents.open', ref),
  change: (ref, { edit, ...change }) =>
    workbench.call('documents.change', { ...ref, ...change, edit: [...edit] }),
  newVersion: () => `${page}.${++changes}`,
}

/** A document of the core, as every part of this page shows and changes it. */
export interface Document<T> {
  /** What is shown, as a hook with or without a selector. */
  readonly use: UseBoundStore<StoreApi<Shown<T>>>
  readonly value: T
  /** Opens it once, and follows it from then on. What fails is tried by the next call. */
  load(): Promise<void>
  /**
   * Shows a change at once, and sends it. Where another window was faster, the function is called again with what that one made.
   * Resolves when the core has it for good; rejects when it cannot be kept. Nobody has to wait.
   */
  change(make: (value: T) => T): Promise<void>
}

const replicas = new Map<string, { readonly document: unknown; readonly replica: Replica<never> }>()
const keyOf = (collection: string, id: string): string => `${collection}/${id}`

/** A document of this page; the same object for everybody who asks for it. */
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

/** A document in a component: opened when the component is first shown, shown as it changes. */
export function useDocument<T>(
  kind: DocumentKind<T>,
  id: string = kind.id ?? '',
): Shown<T> & Pick<Document<T>, 'change'> {
  const document = documentOf(kind, id)
  useEffect(() => void document.load().catch(() => undefined), [document])
  const shown = document.use()
  return { ...shown, change: document.change }
}

workbench.on('documents.changed', ({ collection, id, ...change }) =>
  replicas.get(keyOf(collection, id))?.replica.take(change),
)

// Behind a broken link nobody followed for this page.
useWorkbench.subscribe((state, before) => {
  if (state.generation !== before.generation) for (const { replica } of replicas.values()) replica.reopen()
})
