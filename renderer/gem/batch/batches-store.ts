import { z } from 'zod'
import { create } from 'zustand'
import { workbench } from '../../app/workbench.ts'
import { Keeper } from '../episode/keeper.ts'

export const batchRowSchema = z.object({
  seed: z.number(),
  return: z.number(),
  steps: z.number(),
  end: z.enum(['running', 'solved', 'over', 'answered', 'format-error', 'turn-limit']),
  /** What was sent, so that the episode can be opened again. */
  actions: z.array(z.string()),
  /** Milliseconds from reset to end. */
  milliseconds: z.number(),
  /** Why it could not be finished. */
  problem: z.string().optional(),
})
export type BatchRow = z.infer<typeof batchRowSchema>

export const agentKindSchema = z.enum(['random', 'solver', 'script', 'endpoint'])
export type AgentKind = z.infer<typeof agentKindSchema>

export const batchSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  platform: z.string(),
  envId: z.string(),
  agent: agentKindSchema,
  /** Seed of the random agent. */
  agentSeed: z.number(),
  script: z.array(z.string()),
  firstSeed: z.number(),
  count: z.number(),
  /** Steps after which an episode is given up. */
  stepLimit: z.number(),
  started: z.number(),
  rows: z.array(batchRowSchema),
})
export type Batch = z.infer<typeof batchSchema>

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
