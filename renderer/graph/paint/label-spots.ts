import type { Size } from '../scene/camera.ts'
import { direction, longestPiece, pointAlong, type Way } from './way.ts'
import type { Spot } from './trunk-labels.ts'

/**
 * CSS pixels left free at both ends of a name, so that the arrow head is visible; dropped if nothing else
 * fits.
 */
const MARGIN = 10
/** Positions along an edge, as shares, tried for its name: around the middle, or from the target back. */
const MIDDLE = [0.5, 0.4, 0.6, 0.3, 0.7, 0.25, 0.75, 0.2, 0.8, 0.15, 0.85, 0.1, 0.9]
const BACK = [
  ...Array.from({ length: 17 }, (_, step) => 0.9 - step * 0.05),
  // Of a long line only its end may be seen.
  0.93,
  0.95,
  0.965,
  0.975,
  0.985,
]
const FORTH = BACK.map((share) => 1 - share)

/** Centre of a text of this size before an end of the route, leaving room for the arrow head. */
function beforeEnd(way: Way, end: 'source' | 'target', width: number, height: number, gap: number): Spot {
  const { points, first, last } = way
  const [x, y] = end === 'target' ? [points[last - 2], points[last - 1]] : [points[first], points[first + 1]]
  const to = direction(way, end)
  const away = (Math.abs(to.x) * width + Math.abs(to.y) * height) / 2 + gap
  return { x: (x ?? 0) - to.x * away, y: (y ?? 0) - to.y * away }
}

/** Places over a loop and beside it: it is short, and names on it cover the ends of others. */
function besideLoop({ points, first }: Way, width: number, height: number): Spot[] {
  const [right, top] = [points[first + 2] ?? 0, points[first + 5] ?? 0]
  return [
    { x: right, y: top - height / 2 },
    { x: right + width / 2, y: top + height / 2 },
  ]
}

/** A line to name, at one of its ends if that is set. */
export interface NamedLine {
  readonly way: Way
  readonly end: 'source' | 'target' | undefined
  readonly isLoop?: boolean
}

/** The first free position along a route, or beside a loop, that fits best; sizes in world units, `fits` from the best on. */
export function spotOf(
  { way, end, isLoop = false }: NamedLine,
  { width, height }: Size,
  zoom: number,
  isFree: (spot: Spot, margin: number) => boolean,
  isClear: (spot: Spot) => boolean,
  fits: readonly ((spot: Spot) => boolean)[],
): Spot | undefined {
  const first = end ? beforeEnd(way, end, width, height, MARGIN / zoom) : longestPiece(way)
  const shares = end === undefined ? MIDDLE : end === 'target' ? BACK : FORTH
  const along = [first, ...shares.map((share) => pointAlong(way, share))]
  const all = isLoop ? [...along, ...besideLoop(way, width, height)] : along
  const free = all.filter((spot) => isFree(spot, 0))
  // Right before its end it is its own, whatever passes.
  if (end && free[0] === first && isClear(first)) return first
  for (const isFit of fits) {
    const fitting = free.filter(isFit)
    const wide = end && fitting[0] !== first && fitting.find((spot) => isFree(spot, MARGIN))
    const spot = wide || fitting[0]
    if (spot) return spot
  }
  return undefined
}
