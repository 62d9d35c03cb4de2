import { expect, it, vi } from 'vitest'
import { withAllOpen } from '../../../renderer/explorer/view/all-open.ts'
import { project } from '../../../renderer/explorer/view/projection.ts'
import { createSurface, placementOf, viewOf } from '../../../renderer/explorer/view/surface.ts'
import { setGraph } from '../../../renderer/explorer/view/surface-actions.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import { graphOf } from './sample.ts'

vi.mock('../../../renderer/graph/layout/layout-client.ts', async () => {
  const { solveLayout } = await import('../../../renderer/graph/layout/solve.ts')
  const noKernel = (): Promise<never> => Promise.reject(new Error('the grid needs no kernel'))
  return {
    layoutInWorker: (problem: Parameters<typeof solveLayout>[0]) =>
      solveLayout({ ...problem, algorithm: 'grid' }, noKernel, () => undefined),
  }
})

it('a page for any browser holds what is in collapsed groups, which stay so here', async () => {
  const graph = graphOf('p:a>p:b p:b>q:c q:c>q:d p:a>q:d')
  const surface = createSurface('model')
  setGraph(surface, graph, { view: { ...initialView, collapsed: new Set(['p', 'q']) } })
  const before = surface.getState()
  expect(before.projection.nodes.length).toBe(0)
  const open = await withAllOpen(before, new AbortController().signal)
  expect(open.projection.nodes.length).toBe(4)
  expect([...placementOf(open).xy].every(Number.isFinite)).toBe(true)
  expect(viewOf(open).collapsed.size).toBe(0)
  expect(viewOf(surface.getState()).collapsed.size).toBe(2)
  // Where nothing is collapsed, it is the same picture.
  const whole = { ...before, projection: project(graph, initialView) }
  expect(await withAllOpen(whole, new AbortController().signal)).toBe(whole)
})
