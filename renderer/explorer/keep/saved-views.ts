import { useMemo } from 'react'
import { type SavedLook, type SavedView, viewsCollection } from '#shared/documents/explorer.ts'
import { collectionOf } from '../../app/document.ts'
import { prepareProjection } from '../view/projection.ts'
import { restoreLook } from '../view/surface-actions.ts'
import type { Surface } from '../view/surface.ts'
import { documentName } from './persist-view.ts'
import { readLook } from './saved-look.ts'

const views = collectionOf(viewsCollection)

export const loadViews = (): Promise<void> => views.load()

type NamedView = SavedView & { readonly id: string }

const newestFirst = (values: ReadonlyMap<string, SavedView>): readonly NamedView[] =>
  [...values].map(([id, view]) => ({ ...view, id })).sort((a, b) => b.at - a.at)

/** Views that the person named, newest first. */
export function useViews(): readonly NamedView[] {
  const { values } = views.use()
  return useMemo(() => newestFirst(values), [values])
}

/** The same outside components. */
export const allViews = (): readonly NamedView[] => newestFirst(views.use.getState().values)

/** Puts a view onto its canvas, unless another graph has come there meanwhile. */
export async function openView(surface: Surface, view: SavedView): Promise<void> {
  const look = readLook(view.look)
  if (!look) return
  const { graph } = surface.getState()
  await prepareProjection(graph, look.view)
  if (surface.getState().graph !== graph) return
  surface.setState({ rules: look.rules })
  restoreLook(surface, graph, look.view, look.positions)
}

/** Saves a view under its title; the same title again replaces it. */
export const saveView = (title: string, tab: SavedView['tab'], look: SavedLook): Promise<void> =>
  views.put(documentName(`${tab}-${title}`), { title, tab, at: Date.now(), look })

export const removeView = (id: string): Promise<void> => views.remove(id)
