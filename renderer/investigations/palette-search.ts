import type { SearchResult } from '../app/bench.ts'
import { openBench } from '../app/route.ts'
import { text } from '../i18n/text.ts'
import { shownTitle } from './shown-title.ts'
import { list, showInvestigation } from './store.ts'

/** Searches the investigations by title. */
export async function searchInvestigations(): Promise<readonly SearchResult[]> {
  await list.load().catch(() => undefined)
  return list.value.map(({ id, title }) => ({
    id: `investigations:${id}`,
    title: shownTitle(title),
    group: text('app.bench.investigations'),
    run: () => {
      showInvestigation(id)
      return openBench('investigations')
    },
  }))
}
