import { expect, it, vi } from 'vitest'
import { makeGraph, type Graph } from '../../../renderer/explorer/graph/graph.ts'
import { loadConnection, surfaces } from '../../../renderer/explorer/store/explorer-store.ts'
import { viewOf } from '../../../renderer/explorer/view/surface.ts'
import { clusteredModel } from './clustered-model.ts'

const empty = makeGraph([], [])
let served: Graph = empty

vi.mock('../../../renderer/explorer/graph/load.ts', () => ({
  loadModel: async () => ({ graph: served, origin: 'schema-index', refused: 0 }),
}))
vi.mock('../../../renderer/graph/layout/layout-client.ts', () => ({
  layoutInWorker: () => new Promise(() => undefined),
}))
vi.mock('../../../renderer/app/document.ts', () => ({
  readDocument: async () => undefined,
  writeDocument: async () => undefined,
}))

it('what is imported into an empty model opens as an overview, as another model does', async () => {
  await loadConnection('a')
  expect(surfaces.model.getState().graph.nodes).toHaveLength(0)
  served = clusteredModel(300)
  await loadConnection('a')
  const { graph } = surfaces.model.getState()
  expect(graph.nodes).toHaveLength(300)
  expect(viewOf(surfaces.model.getState()).collapsed).toEqual(new Set(graph.groups))
})

it('a model that is read again keeps what is open', async () => {
  surfaces.model.setState(({ history }) => ({
    history: {
      ...history,
      present: { ...history.present, view: { ...history.present.view, collapsed: new Set() } },
    },
  }))
  await loadConnection('a')
  expect(viewOf(surfaces.model.getState()).collapsed.size).toBe(0)
})
