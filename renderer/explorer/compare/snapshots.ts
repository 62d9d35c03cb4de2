import { z } from 'zod'
import { workbench } from '../../app/workbench.ts'
import { documentName } from '../keep/keep-look.ts'

const COLLECTION = 'explorer-snapshots'

const snapshotSchema = z.object({
  title: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  elements: z.array(z.record(z.string(), z.unknown())),
})

/** A model as it was at a moment: its whole elements. */
export type Snapshot = z.infer<typeof snapshotSchema> & { readonly id: string }

export async function listSnapshots(): Promise<Snapshot[]> {
  const documents = await workbench.call('store.list', { collection: COLLECTION })
  return documents
    .flatMap(({ id, value }) => {
      const parsed = snapshotSchema.safeParse(value)
      return parsed.success ? [{ ...parsed.data, id }] : []
    })
    .sort((a, b) => b.at - a.at)
}

export async function saveSnapshot(
  title: string,
  elements: readonly Record<string, unknown>[],
): Promise<void> {
  const at = Date.now()
  await workbench.call('store.write', {
    collection: COLLECTION,
    id: documentName(`${title}-${at}`),
    value: { title, at, elements },
  })
}

export async function removeSnapshot(id: string): Promise<void> {
  await workbench.call('store.remove', { collection: COLLECTION, id })
}
