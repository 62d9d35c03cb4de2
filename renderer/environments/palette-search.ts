import type { SearchResult } from '../app/bench.ts'
import { openWith } from '../app/intents.ts'
import { keyRefusal } from '../app/key-role.ts'
import { connectionOf } from '../app/workbench.ts'
import { text } from '../i18n/text.ts'
import { loadCatalogue, useCatalogues } from './catalogue/catalogue-store.ts'
import { environmentName } from './parts/environment-name.ts'
import { shortId } from './parts/format.ts'

/** Searches the current platform's environments. */
export async function searchEnvironments(): Promise<readonly SearchResult[]> {
  const platform = connectionOf('platform')
  if (platform?.state !== 'ready') return []
  if (useCatalogues.getState().byPlatform[platform.id]?.state !== 'ready') await loadCatalogue(platform.id)
  const { items = [] } = useCatalogues.getState().byPlatform[platform.id] ?? {}
  const disabled = keyRefusal(text, platform)
  return items.map(({ id, entry }) => ({
    id: `environments:${id}`,
    title: environmentName(text, id, entry),
    group: text('app.bench.environments'),
    more: entry?.family,
    disabled,
    terms: `${shortId(id)} ${entry?.title ?? ''}`,
    run: () => openWith('environments.open', { environment: id }),
  }))
}
