import { beforeEach, expect, it, vi } from 'vitest'
import type { GraphNode } from '../../../renderer/explorer/graph/graph.ts'
import { graphOf } from './sample.ts'

vi.stubGlobal('navigator', { platform: 'Linux' })
vi.mock('../../../renderer/graph/layout/layout-client.ts', () => ({
  layoutInWorker: () => new Promise(() => undefined),
}))
await import('../messages.ts')
const { workbench } = await import('../../../renderer/app/workbench.ts')
const { surfaces, useExplorer } = await import('../../../renderer/explorer/store/explorer-store.ts')
const { openEntityKeys } = await import('../../../renderer/explorer/topology/open-entities.ts')
const calls = await import('../../../renderer/explorer/topology/topology-calls.ts')
const { openNamed } = await import('../../../renderer/explorer/topology/restore-topology.ts')
const { useTopology } = await import('../../../renderer/explorer/topology/topology-store.ts')

const row = (id: string) => ({
  __domain__: 'p',
  __entity_type__: 'p.guild',
  __entity_id__: id,
  display_name: id,
})
const relation = {
  ...Object.fromEntries(
    ['src', 'dest'].flatMap((end) => [
      [`__${end}_domain__`, 'p'],
      [`__${end}_entity_type__`, 'p.guild'],
      [`__${end}_entity_id__`, end === 'src' ? 'a' : 'c'],
    ]),
  ),
  __relation_type__: 'knows',
}
vi.spyOn(workbench, 'call').mockImplementation((async (_: string, { query }: { query: string }) => {
  const isOne = query.includes('ids=')
  // The whole takes longer than the one.
  await new Promise((resolve) => setTimeout(resolve, isOne ? 1 : 40))
  const rows = query.startsWith('.entity') ? (isOne ? [row('c')] : ['a', 'b', 'c'].map(row)) : [relation]
  return { isError: false, text: '', structured: { output: { rows } } }
}) as unknown as typeof workbench.call)

const labels = (): string[] => surfaces.runtime.getState().graph.nodes.map(({ label }) => label)
const guilds = graphOf('p:p.guild').nodes as GraphNode[]

beforeEach(() => {
  calls.clearTopology()
  const loaded = { connection: 'sample', prefix: 'model', workspace: 'demo' }
  useExplorer.setState({ loaded })
})

it.each([
  ['a search', () => openEntityKeys({ entities: ['p/p.guild/c'] })],
  ['an address', () => openNamed('p/p.guild/c')],
  ['an expansion', () => calls.expandEntity('p/p.guild/c')],
])('what is being loaded arrives before what %s adds to it', async (name, add) => {
  const whole = calls.loadTopology(guilds, false)
  await Promise.all([whole, add()])
  expect(labels()).toEqual(['a', 'b', 'c'])
  expect(surfaces.runtime.getState().graph.edges).toHaveLength(1)
  if (name !== 'an expansion') expect(surfaces.runtime.getState().selection).toEqual(['p/p.guild/c'])
  expect(useTopology.getState()).toMatchObject({ running: undefined, failure: undefined })
})

it('nothing is added to the canvas of another server, and cancelling does not keep the next waiting', async () => {
  const whole = calls.loadTopology(guilds, false)
  const added = openEntityKeys({ entities: ['p/p.guild/c'] })
  calls.cancelTopology()
  await Promise.all([whole, added])
  expect(labels()).toEqual(['c'])

  calls.clearTopology()
  const other = calls.loadTopology(guilds, false)
  const late = calls.showEntities(['p/p.guild/c'])
  useExplorer.setState({ loaded: undefined })
  await Promise.all([other, late])
  expect(labels()).toEqual([])
})
