import { create } from 'zustand'
import { workbench } from '../../app/workbench.ts'
import { Keeper } from '../episode/keeper.ts'
import { type Batch, batchSchema } from './batch.ts'

const COLLECTION = 'gem-batches'

export const useBatches = create<{ readonly batches: Readonly<Record<string, Batch>> }>(() => ({
  batches: {},
}))

const keeper = new Keeper(COLLECTION)

export function putBatch(batch: Batch): void {
  useBatches.setState(({ batches }) => ({ batches: { ...batches, [batch.id]: batch } }))
  keeper.write(batch.id, batch)
}

export async function removeBatch(id: string): Promise<void> {
  useBatches.setState(({ batches }) => {
    const { [id]: _, ...others } = batches
    return { batches: others }
  })
  await keeper.remove(id)
}

export async function loadBatches(): Promise<void> {
  const kept = await workbench.call('store.list', { collection: COLLECTION })
  const read = kept.flatMap(({ value }) => {
    const parsed = batchSchema.safeParse(value)
    return parsed.success ? [[parsed.data.id, parsed.data] as const] : []
  })
  useBatches.setState(({ batches }) => ({ batches: { ...Object.fromEntries(read), ...batches } }))
}
