import { useMemo } from 'react'
import { z } from 'zod'
import { savedQueries, type SavedQuery, savedQuerySchema } from '#shared/documents/query.ts'
import { collectionOf } from '../../app/document.ts'
import { newId } from '../tabs/tab.ts'

/** Schema of an export file. */
const bundleSchema = z.object({
  format: z.literal('orrery-queries'),
  version: z.literal(1),
  queries: z.array(savedQuerySchema.omit({ id: true })),
})

const saved = collectionOf(savedQueries)

export const loadSaved = (): Promise<void> => saved.load()

const byName = (a: SavedQuery, b: SavedQuery): number =>
  a.folder.localeCompare(b.folder) || a.name.localeCompare(b.name)

/** All loaded queries, unordered. */
export const allSaved = (): readonly SavedQuery[] => [...saved.use.getState().values.values()]

/** Returns the saved queries by folder and name. */
export function useSaved(): { readonly queries: readonly SavedQuery[]; readonly loaded: boolean } {
  const { values, loaded } = saved.use()
  const queries = useMemo(() => [...values.values()].sort(byName), [values])
  return { queries, loaded }
}

export const savedQuery = (id: string | undefined): SavedQuery | undefined =>
  id === undefined ? undefined : saved.use.getState().values.get(id)

/** Creates or updates a saved query; resolves when it is stored. */
export async function saveQuery(
  query: Omit<SavedQuery, 'id'> & { readonly id?: string },
): Promise<SavedQuery> {
  const stored: SavedQuery = { ...query, id: query.id ?? newId(), folder: cleanFolder(query.folder) }
  await saved.put(stored.id, stored)
  return stored
}

export const removeSaved = (id: string): Promise<void> => saved.remove(id)

export function cleanFolder(folder: string): string {
  return folder
    .split('/')
    .map((part) => part.trim())
    .filter(Boolean)
    .join('/')
}

/** Serialises all saved queries for export. */
export function bundleOf(queries: readonly SavedQuery[]): string {
  const bundle = {
    format: 'orrery-queries',
    version: 1,
    queries: queries.map(({ name, folder, description, text, parameters }) => ({
      name,
      folder,
      description,
      text,
      parameters,
    })),
  }
  return `${JSON.stringify(bundle, null, 2)}\n`
}

/**
 * Parses a file: an exported bundle, or plain SPL, which becomes one query named after the file.
 * @throws Error in one sentence if it is neither
 */
export function queriesOfFile(name: string, text: string): Omit<SavedQuery, 'id'>[] {
  if (/\.spl$|\.txt$/i.test(name)) {
    return [{ name: name.replace(/\.[^.]+$/, ''), folder: '', description: '', text, parameters: {} }]
  }
  const parsed = bundleSchema.safeParse(parseJson(name, text))
  if (parsed.success) return parsed.data.queries
  const [issue] = parsed.error.issues
  throw new Error(`${name}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is no file of queries'}`)
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
