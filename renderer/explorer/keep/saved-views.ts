import { z } from 'zod'
import { workbench } from '../../app/workbench.ts'
import { documentName } from './keep-look.ts'
import { readLook, savedLookSchema, type SavedLook } from './saved-look.ts'

const COLLECTION = 'explorer-views'

const savedViewSchema = z.object({
  title: z.string(),
  tab: z.enum(['model', 'runtime']),
  at: z.number(),
  look: savedLookSchema,
})
export type SavedView = z.infer<typeof savedViewSchema> & { readonly id: string }

/** Views that the person named, newest first. Documents that are none are passed over. */
export async function listViews(): Promise<SavedView[]> {
  const documents = await workbench.call('store.list', { collection: COLLECTION })
  return documents
    .flatMap(({ id, value }) => {
      const parsed = savedViewSchema.safeParse(value)
      return parsed.success ? [{ ...parsed.data, id }] : []
    })
    .sort((a, b) => b.at - a.at)
}

/** Saves a view under its title; the same title again replaces it. */
export async function saveView(title: string, tab: SavedView['tab'], look: SavedLook): Promise<void> {
  const id = documentName(`${tab}-${title}`)
  await workbench.call('store.write', {
    collection: COLLECTION,
    id,
    value: { title, tab, at: Date.now(), look },
  })
}

export async function removeView(id: string): Promise<void> {
  await workbench.call('store.remove', { collection: COLLECTION, id })
}

export const lookOfView = (view: SavedView): ReturnType<typeof readLook> => readLook(view.look)
