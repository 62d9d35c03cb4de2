import { create } from 'zustand'
import { z } from 'zod'
import { workbench } from '../../app/workbench.ts'
import { newId, parametersSchema } from '../tabs/tab.ts'

const COLLECTION = 'saved-queries'

/** A query worth keeping. `folder` is a path such as `services/health`; the empty one is the top. */
export const savedQuerySchema = z.object({
  id: z.string(),
  name: z.string().min(1),
  folder: z.string().default(''),
  description: z.string().default(''),
  text: z.string(),
  parameters: parametersSchema.default({}),
})
export type SavedQuery = z.infer<typeof savedQuerySchema>

/** What an export file holds. */
const bundleSchema = z.object({
  format: z.literal('orrery-queries'),
  version: z.literal(1),
  queries: z.array(savedQuerySchema.omit({ id: true })),
})

export const useSaved = create<{ readonly queries: readonly SavedQuery[]; readonly loaded: boolean }>(() => ({
  queries: [],
  loaded: false,
}))

const byName = (a: SavedQuery, b: SavedQuery): number =>
  a.folder.localeCompare(b.folder) || a.name.localeCompare(b.name)

export async function loadSaved(): Promise<void> {
  const documents = await workbench.call('store.list', { collection: COLLECTION })
  const queries = documents.flatMap(({ value }) => {
    const query = savedQuerySchema.safeParse(value)
    return query.success ? [query.data] : []
  })
  useSaved.setState({ queries: queries.sort(byName), loaded: true })
}

/** Keeps a query, new or changed; resolves when it is on the disk. */
export async function saveQuery(
  query: Omit<SavedQuery, 'id'> & { readonly id?: string },
): Promise<SavedQuery> {
  const kept: SavedQuery = { ...query, id: query.id ?? newId(), folder: cleanFolder(query.folder) }
  await workbench.call('store.write', { collection: COLLECTION, id: kept.id, value: kept })
  useSaved.setState(({ queries }) => ({
    queries: [...queries.filter((each) => each.id !== kept.id), kept].sort(byName),
  }))
  return kept
}

export async function removeSaved(id: string): Promise<void> {
  await workbench.call('store.remove', { collection: COLLECTION, id })
  useSaved.setState(({ queries }) => ({ queries: queries.filter((query) => query.id !== id) }))
}

export function cleanFolder(folder: string): string {
  return folder
    .split('/')
    .map((part) => part.trim())
    .filter(Boolean)
    .join('/')
}

/** All saved queries as the text of a file. */
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
 * The queries of a file: our own bundle, or plain SPL, which becomes one query named after the file.
 * @throws Error in one sentence when it is neither
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
