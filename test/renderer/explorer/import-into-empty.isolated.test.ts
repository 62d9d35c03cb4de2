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

it('what is imported into a small model does not leave its groups open as tiny plates', async () => {
  served = clusteredModel(12)
  surfaces.model.setState({ graph: empty })
  await loadConnection('a')
  expect(viewOf(surfaces.model.getState()).collapsed.size).toBe(0)
  served = clusteredModel(300)
  await loadConnection('a')
  expect(viewOf(surfaces.model.getState()).collapsed).toEqual(new Set(served.groups))
})

it('what comes to a large model is collapsed, and what somebody has opened in it stays open', async () => {
  served = clusteredModel(700)
  const before = clusteredModel(300)
  const open = before.groups[0] ?? ''
  surfaces.model.setState(({ history }) => ({
    graph: before,
    history: {
      ...history,
      present: {
        ...history.present,
        view: { ...history.present.view, collapsed: new Set(before.groups.slice(1)) },
      },
    },
  }))
  await loadConnection('a')
  const { collapsed } = viewOf(surfaces.model.getState())
  expect(collapsed.has(open)).toBe(false)
  expect(served.groups.filter((group) => !before.groups.includes(group) && !collapsed.has(group))).toEqual([])
})
