import { useMemo } from 'react'
import { type SavedView, type SharedView, viewsCollection } from '#shared/documents/explorer.ts'
import { collectionOf } from '../../app/document.ts'
import { documentName } from './persist-view.ts'

const views = collectionOf(viewsCollection)

export const loadViews = (): Promise<void> => views.load()

export type NamedView = SavedView & { readonly id: string }

const newestFirst = (values: ReadonlyMap<string, SavedView>): readonly NamedView[] =>
  [...values].map(([id, view]) => ({ ...view, id })).sort((a, b) => b.at - a.at)

/** Returns the user's named views, newest first. */
export function useViews(): readonly NamedView[] {
  const { values } = views.use()
  return useMemo(() => newestFirst(values), [values])
}

/** `useViews` outside components. */
export const allViews = (): readonly NamedView[] => newestFirst(views.use.getState().values)

const idOf = ({ tab, title }: Pick<SavedView, 'tab' | 'title'>): string => documentName(`${tab}-${title}`)

/** Saves a view of a connection's model under its title, replacing one with the same title. */
export const saveView = (
  { title, tab, workspace, range, look }: SharedView,
  connection: string | undefined,
): Promise<void> =>
  views.put(idOf({ tab, title }), { title, tab, workspace, range, look, connection, at: Date.now() })

/** Stores a view unchanged, for example to undo a removal. */
export const storeView = ({ id, ...view }: NamedView): Promise<void> => views.put(id, view)

/** Renames a view; the title must be unique. */
export async function renameView(view: NamedView, title: string): Promise<void> {
  const id = idOf({ tab: view.tab, title })
  await storeView({ ...view, id, title })
  if (id !== view.id) await removeView(view.id)
}

export const removeView = (id: string): Promise<void> => views.remove(id)
