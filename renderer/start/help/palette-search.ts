import type { SearchResult } from '../../app/bench.ts'
import { openHelp } from '../../app/help-store.ts'
import { text } from '../../i18n/text.ts'
import { entriesOf } from './entries.ts'

/** The palette has the other topics itself: tools, keys, and environments by name. */
const TOPICS = ['words', 'spl', 'errors'] as const

/** Searches the help by titles and by all of its words. */
export async function searchHelp(): Promise<readonly SearchResult[]> {
  const { signal } = new AbortController()
  const found = await Promise.all(
    TOPICS.map(async (topic) =>
      (await entriesOf(topic, [], signal)).map(({ title, group, words, form = '' }): SearchResult => ({
        id: `help:${topic}:${group}:${title}:${form}`,
        title,
        group: text('start.help'),
        more: text(`start.help.${topic}`),
        terms: `${group} ${words}`,
        // What can be done comes before what can be read.
        dormant: true,
        oneOfMany: topic !== 'spl',
        run: () => openHelp(topic, title),
      })),
    ),
  )
  return found.flat()
}
