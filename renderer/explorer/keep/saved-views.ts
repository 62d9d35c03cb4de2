import { useMemo } from 'react'
import { type SavedLook, type SavedView, viewsCollection } from '#shared/documents/explorer.ts'
import { collectionOf } from '../../app/document.ts'
import { documentName } from './persist-view.ts'

const views = collectionOf(viewsCollection)

export const loadViews = (): Promise<void> => views.load()

/** Views that the person named, newest first. */
export function useViews(): readonly (SavedView & { readonly id: string })[] {
  const { values } = views.use()
  return useMemo(
    () => [...values].map(([id, view]) => ({ ...view, id })).sort((a, b) => b.at - a.at),
    [values],
  )
}

/** Saves a view under its title; the same title again replaces it. */
export const saveView = (title: string, tab: SavedView['tab'], look: SavedLook): Promise<void> =>
  views.put(documentName(`${tab}-${title}`), { title, tab, at: Date.now(), look })

export const removeView = (id: string): Promise<void> => views.remove(id)
