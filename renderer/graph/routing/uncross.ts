import type { Point } from '../scene/camera.ts'
import { sideKey, type End } from './ports.ts'
import type { Strand } from './strand.ts'

/** Number of passes over all sides, and maximum number of reroutings. */
const ROUNDS = 4
const MAX_ROUTED = 400
/** How much longer two edges may become to avoid a crossing, in world units. */
const LONGER = 48

/**
 * Removes crossings of edges with adjacent ports by swapping their ports or lanes: ports are in the order in
 * which edges lead away, which is not always the order in which they arrive.
 */
export function* uncross(
  { ends, places }: { readonly ends: readonly End[]; readonly places: Point[] },
  strands: readonly Strand[],
): Generator<void, void, void> {
  const strandOf = new Map(strands.flatMap((strand) => strand.ports.map((port) => [port, strand] as const)))
  const sides = portsBySide(ends).filter((list) => list.length > 1)
  let left = MAX_ROUTED
  for (let round = 0; round < ROUNDS; round++) {
    let better = false
    for (const list of sides) {
      yield
      const upright = ends[list[0] ?? 0]?.side === 'left' || ends[list[0] ?? 0]?.side === 'right'
      const along = (port: number): number => places[port]?.[upright ? 'y' : 'x'] ?? 0
      list.sort((a, b) => along(a) - along(b))
      for (let at = 1; at < list.length && left > 0; at++) {
        const [a, b] = [list[at - 1] ?? 0, list[at] ?? 0]
        const [one, other] = [strandOf.get(a), strandOf.get(b)]
        if (!one || !other || one === other || crossings(one.way, other.way) === 0) continue
        left -= 4
        // Rerouting may lead through a maze.
        yield
        if (!parted(one, other, () => swap(places, a, b))) continue
        list.sort((c, d) => along(c) - along(d))
        better = true
      }
    }
    if (!better) return
  }
}

function portsBySide(ends: readonly End[]): number[][] {
  const sides = new Map<string, number[]>()
  ends.forEach(({ owner, side }, port) => {
    const list = sides.get(sideKey(owner, side))
    if (list) list.push(port)
    else sides.set(sideKey(owner, side), [port])
  })
  return [...sides.values()]
}

function swap(places: Point[], a: number, b: number): void {
  const [one, other] = [places[a], places[b]]
  if (one && other) [places[a], places[b]] = [other, one]
}

/**
 * Tries swapping lanes, ports or both; keeps the change if two edges cross less, otherwise restores the
 * state.
 */
function parted(one: Strand, other: Strand, swapPorts: () => void): boolean {
  const before = crossings(one.way, other.way)
  const bound = lengthOf(one.way) + lengthOf(other.way) + LONGER
  const tried = (laneOfOne: number, laneOfOther: number): boolean => {
    const [a, b] = [one.lead(laneOfOne), other.lead(laneOfOther)]
    if (!a || !b || crossings(a, b) >= before || lengthOf(a) + lengthOf(b) > bound) return false
    ;[one.way, other.way, one.lane, other.lane] = [a, b, laneOfOne, laneOfOther]
    return true
  }
  if (one.lane !== other.lane && tried(other.lane, one.lane)) return true
  swapPorts()
  if (tried(one.lane, other.lane)) return true
  if (one.lane !== other.lane && tried(other.lane, one.lane)) return true
  swapPorts()
  return false
}

function lengthOf(way: readonly number[]): number {
  let length = 0
  for (let i = 2; i < way.length; i += 2)
    length += Math.hypot((way[i] ?? 0) - (way[i - 2] ?? 0), (way[i + 1] ?? 0) - (way[i - 1] ?? 0))
  return length
}

/** Counts crossings of two routes; touching does not count. */
function crossings(a: readonly number[], b: readonly number[]): number {
  let count = 0
  for (let i = 2; i < a.length; i += 2) for (let k = 2; k < b.length; k += 2) if (cross(a, i, b, k)) count++
  return count
}

/** Whether the segments ending at two indices of two routes cross. */
function cross(a: readonly number[], i: number, b: readonly number[], k: number): boolean {
  return (
    side(a, i, b[k - 2] ?? 0, b[k - 1] ?? 0) * side(a, i, b[k] ?? 0, b[k + 1] ?? 0) < 0 &&
    side(b, k, a[i - 2] ?? 0, a[i - 1] ?? 0) * side(b, k, a[i] ?? 0, a[i + 1] ?? 0) < 0
  )
}

/** On which side of a segment a point lies. */
function side(way: readonly number[], i: number, x: number, y: number): number {
  const [x1, y1] = [way[i - 2] ?? 0, way[i - 1] ?? 0]
  const [x2, y2] = [way[i] ?? 0, way[i + 1] ?? 0]
  return Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1))
}
