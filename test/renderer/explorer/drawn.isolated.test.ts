import { expect, it, vi } from 'vitest'
import { solveLayout } from '../../../renderer/graph/layout/solve.ts'
import type { LayoutResult } from '../../../renderer/graph/layout/layout.ts'
import { keyOf } from '../../../renderer/explorer/canvas/hits.ts'
import { keyOfItem } from '../../../renderer/explorer/view/selection.ts'
import { createSurface } from '../../../renderer/explorer/view/surface.ts'
import { setGraph } from '../../../renderer/explorer/view/surface-actions.ts'
import { graphOf } from './sample.ts'

let finishLayout = (): void => undefined
vi.mock('../../../renderer/graph/layout/layout-client.ts', () => ({
  layoutInWorker: async (problem: Parameters<typeof solveLayout>[0]): Promise<LayoutResult> => {
    await new Promise<void>((resolve) => (finishLayout = resolve))
    const noKernel = (): Promise<never> => Promise.reject(new Error('the grid needs no kernel'))
    return solveLayout({ ...problem, algorithm: 'grid' }, noKernel, () => undefined)
  },
}))

it('what is drawn keeps its names under the pointer until a graph with other rows is laid out', async () => {
  const surface = createSurface('model')
  const drawn = (): string[] => {
    const state = surface.getState()
    return Array.from({ length: state.scene.count }, (_, item) => keyOfItem(state, item))
  }
  setGraph(surface, graphOf('p:a>p:b p:b>p:c'))
  await vi.waitFor(() => {
    finishLayout()
    expect(drawn()).toHaveLength(3)
  })
  const before = drawn()
  const link = keyOf(surface.getState(), { type: 'edge', edge: 0 })
  // The first row of the new graph is another element, as after an import.
  setGraph(surface, graphOf('q:x>q:y q:y>q:z q:z>p:a p:a>p:b p:b>p:c'))
  expect(surface.getState().graph.nodes).toHaveLength(6)
  expect(drawn()).toEqual(before)
  expect(keyOf(surface.getState(), { type: 'edge', edge: 0 })).toBe(link)
  await vi.waitFor(() => {
    finishLayout()
    expect(drawn()).toHaveLength(6)
  })
  expect(drawn()).not.toEqual(before)
})
