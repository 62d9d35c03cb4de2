import { type HistoryRecord, starsDocument } from '#shared/documents/query.ts'
import { documentOf } from '../../app/document.ts'

const stars = documentOf(starsDocument)

export const loadStars = (): Promise<void> => stars.load()

export const useStars = (): readonly HistoryRecord[] => stars.use(({ value }) => value.entries)

/** Ids of runs starred in any window. */
export async function starredRuns(): Promise<ReadonlySet<string>> {
  await stars.load()
  return new Set(stars.value.entries.map(({ id }) => id))
}

/** Adds or removes a run's star. */
export function toggleStar(entry: HistoryRecord): Promise<void> {
  const starred = stars.value.entries.some(({ id }) => id === entry.id)
  return stars.change(({ entries }) => {
    const others = entries.filter(({ id }) => id !== entry.id)
    return {
      entries: starred ? others : [entry, ...others].toSorted((a, b) => b.sequence - a.sequence),
    }
  })
}
