import type { SearchResult } from '../app/bench.ts'
import { openWith } from '../app/intents.ts'
import { text } from '../i18n/text.ts'
import { allSaved, loadSaved } from './memory/saved.ts'

/** Searches the saved queries. */
export async function searchSaved(): Promise<readonly SearchResult[]> {
  await loadSaved()
  return allSaved().map(({ id, name, text: query }) => ({
    id: `query:${id}`,
    title: name,
    group: text('query.side.saved'),
    run: () => openWith('query.open', { text: query }),
  }))
}
