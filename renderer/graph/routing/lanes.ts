import type { JoinedItems } from './ends.ts'
import type { Side } from './ports.ts'

/**
 * Distance between lines on a way that they share, and the most that all take, in world units: less than ways
 * keep from what they pass.
 */
const APART = 4.5
const ROOM = 12

/** Maximum edges drawn individually between two groups; more are drawn as one until an end is selected. */
export const MAX_FAN = 8

/** Lines on one way, and the sides that it joins. */
interface Shared extends Pick<JoinedItems, 'x' | 'y' | 'from' | 'to'> {
  readonly way: readonly number[]
  readonly sides: readonly [Side, Side]
  readonly lines: readonly number[]
}

/** A way for each line beside those of the others, in the order in which they come, or else in which they part. */
export function lanesOf({ way, sides, lines, ...items }: Shared): (readonly number[])[] {
  const at = (ends: ArrayLike<number>, side: Side): number[] => {
    const along = side === 'left' || side === 'right' ? items.y : items.x
    return lines.map((line) => along[ends[line] ?? 0] ?? 0)
  }
  const [starts, ends] = [at(items.from, sides[0]), at(items.to, sides[1])]
  const count = lines.length
  const turn = [along(way, 0, sides[0]), along(way, way.length - 4, sides[1])] as const
  const first = starts.map((at) => turn[0] * at)
  const last = ends.map((at) => turn[1] * at)
  const [one, two] = new Set(starts).size > 1 ? [first, last] : [last, first]
  const order = Array.from(lines.keys()).sort(
    (a, b) => (one[a] ?? 0) - (one[b] ?? 0) || (two[a] ?? 0) - (two[b] ?? 0) || a - b,
  )
  const apart = Math.min(APART, ROOM / (count - 1))
  const laneOf = new Map(order.map((place, lane) => [place, lane]))
  return lines.map((_, place) => moved(way, ((laneOf.get(place) ?? 0) - (count - 1) / 2) * apart))
}

/** Whether {@link normal} of a piece points forward (1) or back (-1) along a side. */
function along(way: readonly number[], piece: number, side: Side): number {
  const [dx, dy] = pieceAt(way, piece)
  return (side === 'left' || side === 'right' ? dx : -dy) < 0 ? -1 : 1
}

const pieceAt = (way: readonly number[], i: number): readonly [number, number] => [
  (way[i + 2] ?? 0) - (way[i] ?? 0),
  (way[i + 3] ?? 0) - (way[i + 1] ?? 0),
]

/** A way beside another; at a sharp corner not farther out than twice the distance. */
function moved(way: readonly number[], by: number): number[] {
  const points: number[] = []
  for (let i = 0; i < way.length; i += 2) {
    const [a, b] = [normal(way, i - 2), normal(way, i)]
    const [x, y] = [
      (a?.[0] ?? b?.[0] ?? 0) + (b?.[0] ?? a?.[0] ?? 0),
      (a?.[1] ?? b?.[1] ?? 0) + (b?.[1] ?? a?.[1] ?? 0),
    ]
    // The sharper the corner, the shorter the sum of both unit vectors and the farther out the lines meet.
    const share = (2 * by) / Math.max(1, x * x + y * y)
    points.push((way[i] ?? 0) + x * share, (way[i + 1] ?? 0) + y * share)
  }
  return points
}

/** The unit vector across a piece of a way; undefined beyond its ends and where it has no length. */
function normal(way: readonly number[], i: number): readonly [number, number] | undefined {
  if (i < 0 || i + 3 >= way.length) return undefined
  const [dx, dy] = pieceAt(way, i)
  const length = Math.hypot(dx, dy)
  return length < 0.01 ? undefined : [-dy / length, dx / length]
}
