import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { StageState } from '../../../renderer/graph/canvas/stage.ts'
import { followShape } from '../../../renderer/query/results/graph/follow-shape.ts'
import type { Size } from '../../../renderer/graph/scene/camera.ts'
import { emptyScene } from '../../../renderer/graph/scene/scene.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const sizeOf = (width: number, height: number): Size => ({ width, height })

/** The sizes reported for a view that goes through these sizes, 100 ms apart and with a rest of a second after. */
function reported(sizes: readonly Size[], given: Partial<StageState> = {}): Size[] {
  const camera = { x: 0, y: 0, zoom: 1 }
  const stage = createStore<StageState>(() => ({
    scene: { ...emptyScene, count: 1 },
    camera,
    size: sizeOf(1000, 500),
    fitRequest: 0,
    fitted: 0,
    fittedCamera: camera,
    ...given,
  }))
  const found: Size[] = []
  const stop = followShape(stage, (size) => found.push(size))
  for (const size of sizes) {
    stage.setState({ size })
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(1000)
  stop()
  stage.setState({ size: sizeOf(10, 10) })
  vi.advanceTimersByTime(1000)
  return found
}

it.each([
  ['that is much narrower', [sizeOf(700, 500)], [sizeOf(700, 500)]],
  ['that is much higher', [sizeOf(1000, 700)], [sizeOf(1000, 700)]],
  ['of another shape', [sizeOf(880, 580)], [sizeOf(880, 580)]],
  ['that is about the same', [sizeOf(950, 520)], []],
  [
    'at which a dragged divider rests',
    [sizeOf(900, 500), sizeOf(700, 500), sizeOf(500, 500)],
    [sizeOf(500, 500)],
  ],
  ['that came back', [sizeOf(500, 500), sizeOf(1000, 500)], []],
  ['without height, as of a hidden panel', [sizeOf(0, 0)], []],
])('a result graph is laid out again for a size %s', (_, sizes, expected) => {
  expect(reported(sizes)).toEqual(expected)
})

it.each([
  ['whose camera was moved', { camera: { x: 5, y: 0, zoom: 1 } }, []],
  ['that is laid out first when its size is known', { size: sizeOf(0, 0), scene: emptyScene }, []],
  ['that was laid out before its size was known', { size: sizeOf(0, 0) }, [sizeOf(700, 500)]],
])('as for a graph %s', (_, given, expected) => {
  expect(reported([sizeOf(700, 500)], given)).toEqual(expected)
})
