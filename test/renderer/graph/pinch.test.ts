import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { Pinch } from '../../../renderer/graph/canvas/pinch.ts'
import type { StageState } from '../../../renderer/graph/canvas/stage.ts'
import { toWorld, type Point } from '../../../renderer/graph/scene/camera.ts'
import { emptyScene } from '../../../renderer/graph/scene/scene.ts'

const stageOf = () =>
  createStore<StageState>(() => ({
    scene: emptyScene,
    camera: { x: 100, y: 50, zoom: 0.5 },
    size: { width: 800, height: 600 },
    fitRequest: 0,
    fitted: 0,
    fittedCamera: undefined,
  }))

/** What is under a point of the canvas. */
function under(stage: ReturnType<typeof stageOf>, { x, y }: Point): Point {
  const { camera, size } = stage.getState()
  return toWorld(camera, size, x, y)
}

const [LEFT, RIGHT]: [Point, Point] = [
  { x: 300, y: 300 },
  { x: 500, y: 300 },
]

it.each<[string, Point, Point, number]>([
  ['apart: nearer', { x: 200, y: 300 }, { x: 600, y: 300 }, 1],
  ['together: farther', { x: 350, y: 300 }, { x: 450, y: 300 }, 0.25],
  ['side by side: moved', { x: 330, y: 200 }, { x: 530, y: 200 }, 0.5],
  ['one alone: nearer, and moved', { x: 100, y: 300 }, RIGHT, 1],
])('two fingers %s; each keeps what it is on', (_, left, right, zoom) => {
  const stage = stageOf()
  const pinch = new Pinch(stage)
  const before = [under(stage, LEFT), under(stage, RIGHT)]
  expect(pinch.down(1, LEFT)).toBe(false)
  expect(pinch.down(2, RIGHT)).toBe(true)
  pinch.move(1, left)
  pinch.move(2, right)
  expect(stage.getState().camera.zoom).toBeCloseTo(zoom)
  const after = [under(stage, left), under(stage, right)]
  for (const [index, { x, y }] of before.entries()) {
    expect(after[index]?.x).toBeCloseTo(x)
    expect(after[index]?.y).toBeCloseTo(y)
  }
  expect([pinch.up(1), pinch.up(2)]).toEqual([false, true])
})

it.each<[string, (pinch: Pinch) => void]>([
  ['one finger', (pinch) => pinch.move(1, { x: 10, y: 10 })],
  ['a pointer that is not down', (pinch) => pinch.move(7, { x: 10, y: 10 })],
  [
    'the finger left after a pinch',
    (pinch) => {
      pinch.down(2, RIGHT)
      pinch.up(1)
      pinch.move(2, { x: 10, y: 10 })
    },
  ],
])('%s changes nothing', (_, act) => {
  const stage = stageOf()
  const { camera } = stage.getState()
  const pinch = new Pinch(stage)
  pinch.down(1, LEFT)
  act(pinch)
  expect(stage.getState().camera).toBe(camera)
})
