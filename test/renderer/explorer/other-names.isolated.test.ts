import { expect, it, vi } from 'vitest'
import { makeGraph, type Graph } from '../../../renderer/explorer/graph/graph.ts'
import { createSurface, placementOf, viewOf, type Surface } from '../../../renderer/explorer/view/surface.ts'
import { placesOf } from '../../../renderer/explorer/view/positions.ts'
import { restoreView, setGraph } from '../../../renderer/explorer/view/surface-actions.ts'
import { graphOf } from './sample.ts'

vi.mock('../../../renderer/graph/layout/layout-client.ts', async () => {
  const { solveLayout } = await import('../../../renderer/graph/layout/solve.ts')
  const noKernel = (): Promise<never> => Promise.reject(new Error('the grid needs no kernel'))
  return {
    layoutInWorker: (problem: Parameters<typeof solveLayout>[0]) =>
      solveLayout({ ...problem, algorithm: 'grid' }, noKernel, () => undefined),
  }
})

const chinese = graphOf('p:a>p:b p:b>p:c p:c>p:d p:a>p:d')

const named = (label: (name: string) => string): Graph =>
  makeGraph(
    chinese.nodes.map((node) => ({ ...node, label: label(node.name) })),
    chinese.edges,
  )

/** How many cards lie on each other. */
function overlaps(surface: Surface): number {
  const { scene } = surface.getState()
  let count = 0
  for (let a = 0; a < scene.count; a++)
    for (let b = 0; b < a; b++) {
      const apart = (at: Float32Array, size: Float32Array): boolean =>
        Math.abs((at[a] ?? 0) - (at[b] ?? 0)) >= ((size[a] ?? 0) + (size[b] ?? 0)) / 2
      if (!apart(scene.x, scene.width) && !apart(scene.y, scene.height)) count++
    }
  return count
}

async function shown(graph: Graph, surface = createSurface('model')): Promise<Surface> {
  surface.setState({ size: { width: 900, height: 600 } })
  setGraph(surface, graph)
  await new Promise((resolve) => setTimeout(resolve, 20))
  await vi.waitFor(() => expect(surface.getState().layout.running).toBe(false))
  return surface
}

it('a model that is read again in another language is laid out anew for its longer names', async () => {
  const surface = await shown(chinese)
  await shown(
    named((name) => `Production order number ${name}`),
    surface,
  )
  expect(overlaps(surface)).toBe(0)
})

it('one longer name moves cards only if it lies on another', async () => {
  const surface = await shown(named((name) => `Production order number ${name}`))
  const before = placementOf(surface.getState()).xy
  await shown(
    named((name) => `Production order number ${name}${name === 'a' ? '1' : ''}`),
    surface,
  )
  expect(placementOf(surface.getState()).xy).toEqual(before)
  const short = await shown(chinese)
  await shown(
    named((name) => (name === 'a' ? 'Production order number a' : name)),
    short,
  )
  expect(overlaps(short)).toBe(0)
})

it('a view that was saved in another language has no cards on each other', async () => {
  const short = await shown(chinese)
  const places = placesOf(short.getState())
  const long = named((name) => `Production order number ${name}`)
  restoreView(short, long, viewOf(short.getState()), places)
  await shown(long, short)
  expect(overlaps(short)).toBe(0)
  // What fits stays where it was.
  const again = placesOf(short.getState())
  restoreView(short, long, viewOf(short.getState()), again)
  await shown(long, short)
  expect(placesOf(short.getState()).positions).toEqual(again.positions)
})

it('what is said of the layout of a picture is not said of the next', async () => {
  const surface = await shown(chinese)
  const [view, positions] = [viewOf(surface.getState()), placesOf(surface.getState())]
  const { layout } = surface.getState()
  surface.setState({
    layout: { ...layout, error: 'deadline', fallbacks: [{ group: 'p', reason: 'deadline' }] },
  })
  restoreView(surface, chinese, view, positions)
  expect(surface.getState().layout).toMatchObject({ error: undefined, fallbacks: [] })
})
