import { create } from 'zustand'
import { z } from 'zod'
import { workbench } from '../../app/workbench.ts'
import { historyEntrySchema, type HistoryRecord } from './history-entry.ts'

const WHERE = { collection: 'query', id: 'stars' } as const
const starsSchema = z.object({ entries: z.array(historyEntrySchema.extend({ sequence: z.number() })) })

/** Runs that a person marked, kept whole so that they need no search in a long history. Newest first. */
export const useStars = create<{ readonly entries: readonly HistoryRecord[] }>(() => ({ entries: [] }))

/** The starred runs as they are on the disk. */
export async function readStars(): Promise<readonly HistoryRecord[]> {
  const { value, found } = await workbench.call('store.read', WHERE)
  const parsed = found ? starsSchema.safeParse(value) : undefined
  return parsed?.success ? parsed.data.entries : []
}

export async function loadStars(): Promise<void> {
  useStars.setState({ entries: await readStars() })
}

export async function toggleStar(entry: HistoryRecord): Promise<void> {
  const { entries } = useStars.getState()
  const starred = entries.some(({ id }) => id === entry.id)
  const next = starred
    ? entries.filter(({ id }) => id !== entry.id)
    : [entry, ...entries].toSorted((a, b) => b.sequence - a.sequence)
  useStars.setState({ entries: next })
  await workbench.call('store.write', { ...WHERE, value: { entries: next } })
}
