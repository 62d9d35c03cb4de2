import { beforeEach, expect, it, vi } from 'vitest'
import { commonCatalogue } from '#shared/gem/catalogue/index.ts'
import { workbench } from '../../../renderer/app/workbench.ts'
import { loadCatalogue, useCatalogues } from '../../../renderer/environments/catalogue/catalogue-store.ts'

beforeEach(() => useCatalogues.setState({ byPlatform: {} }))

it.each([
  ['nothing', { kind: 'none', entries: [], problems: [] }, 'known', commonCatalogue.map(({ id }) => id)],
  ['ids', { kind: 'ids', entries: ['rg:gcd', 'my:own'], problems: [] }, 'ids', ['rg:gcd', 'my:own']],
] as const)('of a platform that lists %s', async (_title, answer, kind, ids) => {
  vi.spyOn(workbench, 'call').mockResolvedValue(answer as never)
  await loadCatalogue('there')
  const { items, ...rest } = useCatalogues.getState().byPlatform['there'] ?? { items: [] }
  expect(rest).toEqual({ state: 'ready', kind, problems: [] })
  expect(items.map(({ id }) => id)).toEqual(ids)
  expect(items[0]?.entry).toBeDefined()
})
