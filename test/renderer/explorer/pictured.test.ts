import { expect, it } from 'vitest'
import { whenPictured } from '../../../renderer/explorer/view/pictured.ts'
import { createSurface, type SurfaceState } from '../../../renderer/explorer/view/surface.ts'
import { sceneOf } from '../graph/scene.ts'

const scene = sceneOf({ cards: [[0, 0, 10, 10]], edges: [] })
const size = { width: 100, height: 100 }

/** Whether the wait is over, of a surface in this state and after a change. */
async function isOver(
  state: Partial<SurfaceState>,
  change?: (abort: AbortController) => Partial<SurfaceState>,
) {
  const surface = createSurface('model')
  surface.setState(state)
  const abort = new AbortController()
  let over = false
  void whenPictured(surface, abort.signal).then(() => (over = true))
  await Promise.resolve()
  const before = over
  if (change) surface.setState(change(abort))
  await Promise.resolve()
  await Promise.resolve()
  return [before, over]
}

it.each([
  ['is not over while the canvas is empty', { scene, size, pictured: false }, undefined, [false, false]],
  [
    'is over with the first picture',
    { scene, size, pictured: false },
    () => ({ pictured: true }),
    [false, true],
  ],
  ['is over without a canvas', { scene }, undefined, [true, true]],
  ['is over on a canvas without a size', { scene, pictured: false }, undefined, [true, true]],
  ['is over where there is nothing to draw', { size, pictured: false }, undefined, [true, true]],
  [
    'is over when the layout is cancelled',
    { scene, size, pictured: false },
    (abort: AbortController) => (abort.abort(), {}),
    [false, true],
  ],
])('the wait for a picture %s', async (_, state, change, over) => {
  expect(await isOver(state, change)).toEqual(over)
})
