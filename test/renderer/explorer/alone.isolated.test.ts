import { expect, it, vi } from 'vitest'
import { graphOf } from './sample.ts'

vi.stubGlobal('navigator', { platform: 'Linux' })
vi.mock('../../../renderer/graph/layout/layout-client.ts', () => ({
  layoutInWorker: () => new Promise(() => undefined),
}))
await import('../messages.ts')
const { workbench } = await import('../../../renderer/app/workbench.ts')
const { surfaces, useExplorer } = await import('../../../renderer/explorer/store/explorer-store.ts')
const { openEntityKeys } = await import('../../../renderer/explorer/topology/open-entities.ts')
const { setGraph, undoView } = await import('../../../renderer/explorer/view/surface-actions.ts')

const row = { __domain__: 'p', __entity_type__: 'p.incident', __entity_id__: '1', display_name: 'INC-1' }
vi.spyOn(workbench, 'call').mockImplementation((async (_: string, { query }: { query: string }) => ({
  isError: false,
  text: '',
  structured: { output: { rows: query.startsWith('.entity') ? [row] : [] } },
})) as unknown as typeof workbench.call)

it('shows entities in place of what is on the canvas, one undo away', async () => {
  const surface = surfaces.runtime
  const loaded = { connection: 'sample', prefix: 'model' }
  useExplorer.setState({ loaded: loaded as NonNullable<ReturnType<typeof useExplorer.getState>['loaded']> })
  setGraph(surface, graphOf('p:a>p:b p:b>p:c'), { step: 'Open mine' })
  const labels = (): string[] => surface.getState().graph.nodes.map(({ label }) => label)
  const mine = labels()
  const steps = surface.getState().history.past.length
  await openEntityKeys({
    entities: ['p/p.incident/1'],
    expand: true,
    timeRange: { from: '2024-06-18T09:00:00Z', to: '2024-06-18T11:00:00Z' },
    alone: true,
  })
  expect(labels()).toEqual(['INC-1'])
  expect(surface.getState().history.past).toHaveLength(steps + 1)
  undoView(surface)
  expect(labels()).toEqual(mine)
})
