import type { Point } from '../scene/camera.ts'
import { sideKey, type End, type Side, type Taken } from './ports.ts'
import type { Ports, Strand } from './strand.ts'

/** Distance from other ends of the same side that a moved one keeps, in world units. */
const APART = 8
/** A route that leaves its line by less is straight. */
const EVEN = 0.5

const OPPOSITE: Readonly<Record<Side, Side>> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' }

/** Between which positions of its side an end may be. */
type Range = (end: End) => readonly [low: number, high: number]

/**
 * Moves ends along their sides where that makes a line straight: they are spread around the middle of each side, whatever
 * is at the other one.
 */
export function straighten(
  { ends, places }: Ports & { readonly places: Point[] },
  strands: readonly Strand[],
  taken: Taken,
  rangeOf: Range,
): void {
  const sides = new Map<string, number[]>()
  ends.forEach(({ owner, side }, port) => {
    const key = sideKey(owner, side)
    sides.set(key, [...(sides.get(key) ?? []), port])
  })
  const isUpright = (port: number): boolean => ends[port]?.side === 'left' || ends[port]?.side === 'right'
  const along = (port: number): number => places[port]?.[isUpright(port) ? 'y' : 'x'] ?? 0
  const canBe = (port: number, at: number): boolean => {
    const end = ends[port] as End
    const [low, high] = rangeOf(end)
    if (at < low || at > high) return false
    const key = sideKey(end.owner, end.side)
    const others = (sides.get(key) ?? []).filter((other) => other !== port).map(along)
    const now = along(port)
    return [...others, ...(taken.get(key) ?? [])].every(
      (other) => Math.abs(other - at) >= APART && (other - now) * (other - at) > 0,
    )
  }
  const moved = (port: number, at: number): Point => {
    const { x, y } = places[port] as Point
    return isUpright(port) ? { x, y: at } : { x: at, y }
  }
  for (const strand of strands) {
    const { way, ports, aim } = strand
    const [first = 0, last] = ports
    if (way.length === 0 || isStraight(way)) continue
    if (last !== undefined && ends[last]?.side !== OPPOSITE[ends[first]?.side ?? 'left']) continue
    const [here, there] = [
      along(first),
      last === undefined ? aim?.[isUpright(first) ? 'y' : 'x'] : along(last),
    ]
    if (there === undefined) continue
    const before = ports.map((port) => places[port] as Point)
    for (const at of last === undefined ? [there] : [(here + there) / 2, there, here]) {
      if (!ports.every((port) => canBe(port, at))) continue
      for (const port of ports) places[port] = moved(port, at)
      const straight = strand.lead(strand.lane)
      if (straight && isStraight(straight)) {
        strand.way = straight
        break
      }
      for (const [place, port] of ports.entries()) places[port] = before[place] as Point
    }
  }
}

/** Whether all points of a route have one row or one column. */
function isStraight(way: readonly number[]): boolean {
  const isEven = (axis: number): boolean =>
    way.every((value, place) => place % 2 !== axis || Math.abs(value - (way[axis] ?? 0)) < EVEN)
  return isEven(0) || isEven(1)
}
