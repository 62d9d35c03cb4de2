import { type Bounds, meets, type Point } from '../scene/camera.ts'
import { outOf, type Side } from './ports.ts'

/** How far outside a frame the few lines of a small graph part, in world units, and as a share of their straight beginning. */
const OUTSIDE = 56
const SHARE = 0.4
/** Less is no better than to part inside. */
const LEAST = 12

/** The length of the straight beginning of a route. */
function straightLength(way: readonly number[]): number {
  const [x = 0, y = 0] = way
  const isLevel = Math.abs((way[3] ?? 0) - y) < 0.5
  let length = 0
  for (let i = 2; i < way.length; i += 2) {
    const [dx, dy] = [(way[i] ?? 0) - x, (way[i + 1] ?? 0) - y]
    if (Math.abs(isLevel ? dy : dx) > 0.5) break
    length = Math.abs(isLevel ? dx : dy)
  }
  return length
}

/** How far outside this side of a frame lines of this route may part: not where another of the rectangles is near. */
export function forkOutside(
  way: readonly number[],
  { left, right, top, bottom }: Bounds,
  side: Side,
  rects: readonly Bounds[],
): number {
  const by = Math.min(OUTSIDE, straightLength(way) * SHARE)
  if (by < LEAST) return 0
  const beyond = {
    left: { left: left - 2 * by, right: left, top, bottom },
    right: { left: right, right: right + 2 * by, top, bottom },
    top: { left, right, top: top - 2 * by, bottom: top },
    bottom: { left, right, top: bottom, bottom: bottom + 2 * by },
  }[side]
  return rects.some((rect) => meets(rect, beyond)) ? 0 : by
}

/** A route without so much of its straight beginning. */
export function cutAt(way: readonly number[], side: Side, by: number): readonly number[] {
  const [x = 0, y = 0] = way
  const start = outOf({ x, y }, side, by)
  let next = 2
  while (next < way.length - 2 && isWithin(way, next, { x, y }, by)) next += 2
  return [start.x, start.y, ...way.slice(next)]
}

const isWithin = (way: readonly number[], i: number, { x, y }: Point, by: number): boolean =>
  Math.hypot((way[i] ?? 0) - x, (way[i + 1] ?? 0) - y) <= by

/** The same way from its other end. */
export function reversed(points: readonly number[]): number[] {
  const turned: number[] = []
  for (let i = points.length - 2; i >= 0; i -= 2) turned.push(points[i] ?? 0, points[i + 1] ?? 0)
  return turned
}
