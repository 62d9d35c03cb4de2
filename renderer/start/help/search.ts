import { askedOf, matchOf } from '../../app/palette-question.ts'
import { wordsIn, type Entry } from './entries.ts'

/**
 * The entries of each topic that answer a plain question, the best first. Not every word has to be in an entry, but
 * more than half as many as in the one that has most.
 */
export function searchEntries<T extends { readonly entries: readonly Entry[] }>(
  topics: readonly T[],
  wanted: string,
): readonly T[] {
  const asked = askedOf(wanted)
  if (asked.words.length === 0) return topics
  const matched = topics.map(({ entries }) =>
    entries.map((entry) => ({ entry, ...matchOf(entry.title, wordsIn(entry), asked) })),
  )
  const most = Math.max(0, ...matched.flat().map((match) => match.words))
  return topics.map((topic, place) => ({
    ...topic,
    entries: (matched[place] ?? [])
      .filter((match) => match.words > most / 2)
      .toSorted((a, b) => b.words - a.words || b.score - a.score)
      .map(({ entry }) => entry),
  }))
}
