import { expect, it } from 'vitest'
import type { End } from '../../../renderer/graph/routing/ports.ts'
import type { Strand } from '../../../renderer/graph/routing/strand.ts'
import { uncross } from '../../../renderer/graph/routing/uncross.ts'
import type { Point } from '../../../renderer/graph/scene/camera.ts'
import { finish } from './scene.ts'

const rect = { left: -100, right: 0, top: 0, bottom: 100 }
const end: End = { rect, owner: 0, side: 'right', towards: 0 }

/**
 * Edges from ports on one side, in the order of `targets`, straight or, by lane, via an intermediate point.
 */
function lines(
  targets: readonly Point[],
  over: (start: Point, lane: number, target: Point) => readonly number[],
) {
  const places = targets.map((_, line): Point => ({ x: 0, y: 10 + 10 * line }))
  const strands = targets.map((target, line): Strand => {
    const lead = (lane: number): readonly number[] => {
      const start = places[line] as Point
      return [start.x, start.y, ...over(start, lane, target), target.x, target.y]
    }
    return { ports: [line], lane: line, way: lead(line), lead }
  })
  finish(uncross({ ends: targets.map(() => end), places }, strands))
  return { heights: places.map(({ y }) => y), lanes: strands.map(({ lane }) => lane) }
}

it('ports whose lines cross change places, over several rounds', () => {
  const targets = [60, 40, 20].map((y) => ({ x: 200, y }))
  expect(lines(targets, () => []).heights).toEqual([30, 20, 10])
})

it('lines that cross around a corner change their lanes first', () => {
  const targets = [140, 100].map((x) => ({ x, y: 200 }))
  const turning = lines(targets, ({ y }, lane) => [100 + 10 * lane, y])
  expect(turning.heights).toEqual([10, 20])
  expect(turning.lanes).toEqual([1, 0])
})

it('what would have to go a long way round stays as it was', () => {
  const targets = [60, 20].map((y) => ({ x: 200, y }))
  const straight = lines(targets, ({ y }) => [50, y])
  expect(straight.heights).toEqual([20, 10])
  const around = lines(targets, ({ y }, _, target) =>
    y === 20 && target.y === 60 ? [50, y, 50, 400] : [50, y],
  )
  expect(around.heights).toEqual([10, 20])
})
