import { expect, it } from 'vitest'
import { LEVELS, paintHeads } from '../../../renderer/graph/paint/arrow-heads.ts'
import { wholeWay } from '../../../renderer/graph/paint/way.ts'
import { CHANNEL } from '../../../renderer/graph/layout/channel.ts'
import { emptyScene } from '../../../renderer/graph/scene/scene.ts'

/** Length and width, in world units, of the head of a line between groups, upright at its end. */
function headOf(zoom: number, level: number): { length: number; width: number } {
  const corners: [x: number, y: number][] = []
  const context = {
    beginPath: () => undefined,
    moveTo: (x: number, y: number) => corners.push([x, y]),
    lineTo: (x: number, y: number) => corners.push([x, y]),
    closePath: () => undefined,
    fill: () => undefined,
  } as unknown as CanvasRenderingContext2D
  const way = wholeWay(Float32Array.from([500, 0, 500, 9, 0, 46, 0, 55]))
  paintHeads(context, emptyScene, [{ way, edge: undefined }], zoom, level)
  const extent = (side: 0 | 1): number => {
    const places = corners.map((corner) => corner[side])
    return Math.max(...places) - Math.min(...places)
  }
  return { length: extent(1), width: extent(0) }
}

it.each([
  ['near', 1],
  ['from afar, where groups are close together', 0.25],
])('a wide line has a wider head, %s', (_, zoom) => {
  expect(headOf(zoom, LEVELS).width).toBeCloseTo(1.6 * headOf(zoom, 0).width)
})

it('the head of a wide line is longer, but no longer than half of the gap between two groups', () => {
  expect(headOf(1, LEVELS).length).toBeCloseTo(1.6 * headOf(1, 0).length)
  expect(headOf(0.25, LEVELS).length).toBe(CHANNEL / 2)
  expect(headOf(0.2, LEVELS).length).toBeCloseTo(headOf(0.2, 0).length)
})
