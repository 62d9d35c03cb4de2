import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pin } from '../../../renderer/explorer/view/view-state.ts'
import { followShape } from '../../../renderer/explorer/view/reshape.ts'
import { select } from '../../../renderer/explorer/view/selection.ts'
import { changeView, setGraph } from '../../../renderer/explorer/view/surface-actions.ts'
import { createSurface, type Surface } from '../../../renderer/explorer/view/surface.ts'
import type { LayoutProblem } from '../../../renderer/graph/layout/layout.ts'
import { fit, type Size } from '../../../renderer/graph/scene/camera.ts'
import { sceneBounds } from '../../../renderer/graph/scene/scene.ts'
import { randomGraph } from './random-pictures.ts'

let surface: Surface
/** Width by height of the window around the view. */
let windowAspect: number
const asked = vi.hoisted((): { aspect?: number | undefined }[] => [])

vi.mock('../../../renderer/graph/layout/layout-client.ts', async () => {
  const { solveLayout } = await import('../../../renderer/graph/layout/solve.ts')
  return {
    layoutInWorker: (problem: LayoutProblem) => {
      asked.push(problem)
      return solveLayout(
        problem,
        () => Promise.reject(new Error('no kernel')),
        () => undefined,
      )
    },
  }
})

const WIDE: Size = { width: 1200, height: 600 }
const NARROW: Size = { width: 600, height: 900 }

/** What a canvas does when its size changes, and the whole was in view. */
function resize(surface: Surface, size: Size): void {
  const { scene, camera, fittedCamera } = surface.getState()
  const bounds = sceneBounds(scene)
  const isFitted = camera === fittedCamera
  surface.setState({ size })
  if (!bounds || !isFitted) return
  const next = fit(bounds, size)
  surface.setState({ camera: next, fittedCamera: next })
}

const settled = (surface: Surface): Promise<void> =>
  vi.waitFor(() => {
    expect(surface.getState().layout.running).toBe(false)
    expect(surface.getState().scene.count).toBeGreaterThan(0)
  })

const begun = (): Promise<void> => vi.waitFor(() => expect(surface.getState().layout.running).toBe(true))

const shapeOf = (surface: Surface): number => {
  const bounds = sceneBounds(surface.getState().scene) ?? { left: 0, right: 0, top: 0, bottom: 1 }
  return (bounds.right - bounds.left) / (bounds.bottom - bounds.top)
}

beforeEach(async () => {
  asked.length = 0
  surface = createSurface('model')
  windowAspect = 2
  followShape(surface, () => windowAspect)
  surface.setState({ size: WIDE })
  setGraph(surface, randomGraph(60, 8))
  await begun()
  await settled(surface)
  const camera = fit(sceneBounds(surface.getState().scene) ?? { left: 0, right: 0, top: 0, bottom: 0 }, WIDE)
  surface.setState({ camera, fittedCamera: camera })
})
afterEach(() => vi.useRealTimers())

it('a picture is shaped for the view that it opens in, and anew for one of quite another shape', async () => {
  const before = shapeOf(surface)
  expect(asked.map(({ aspect }) => aspect)).toEqual([1160 / 560])
  windowAspect = 0.7
  resize(surface, NARROW)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  await settled(surface)
  expect(asked.at(-1)?.aspect).toBe(560 / 860)
  expect(shapeOf(surface)).toBeLessThan(before)
})

it.each<[string, () => unknown, Size?]>([
  ['the view is only a little narrower', () => undefined, { width: 1100, height: 600 }],
  ['somebody looks at a part of it', () => surface.setState({ camera: { x: 1, y: 1, zoom: 1 } })],
  ['something is selected', () => select(surface, [surface.getState().graph.nodes[0]?.key ?? ''])],
  [
    'something was put where it is',
    () => changeView(surface, 'pin', (view) => pin(view, [['d0/n0/entity_set', { x: 0, y: 0 }]])),
  ],
  ['a list opens beside it', () => (windowAspect = 2)],
])('it stays if %s', async (_, act, size = NARROW) => {
  vi.useFakeTimers()
  windowAspect = 0.7
  act()
  resize(surface, size)
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked).toHaveLength(1)
})
