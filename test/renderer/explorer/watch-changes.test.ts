import { beforeEach, expect, it } from 'vitest'
import { surfaces, useExplorer } from '../../../renderer/explorer/store/explorer-store.ts'
import { emptyGraph } from '../../../renderer/explorer/graph/graph.ts'
import { noteLinks, useTopology } from '../../../renderer/explorer/topology/topology-store.ts'
import { noteChange } from '../../../renderer/explorer/topology/watch-changes.ts'
import { graphOf } from './sample.ts'

beforeEach(() => useExplorer.setState({ outdated: { model: false, runtime: false } }))

it.each([
  ['a topology that is open', graphOf('a>b'), { model: true, runtime: true }],
  ['an empty topology', emptyGraph, { model: true, runtime: false }],
])('a change that the server announces makes the model outdated, and %s', (_, graph, expected) => {
  surfaces.runtime.setState({ graph })
  noteLinks(['a'], [])
  noteChange()
  surfaces.runtime.setState({ graph: emptyGraph })
  expect(useExplorer.getState().outdated).toEqual(expected)
  expect(useTopology.getState().links.size).toBe(0)
})
