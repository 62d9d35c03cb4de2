import { layGrid } from './grid.ts'
import type { LayoutProblem } from './layout.ts'
import { roomAround, separate } from './separate.ts'

/**
 * Minimum distance between rings in world units, and their vertical compression: cards are wider than high.
 */
const RING = 270
const FLAT = 0.62
/** Gap between two cards on a ring. */
const GAP = 26

/** A spanning tree from the root: each item's parent, and the items of each ring in parent order. */
interface Levels {
  readonly rings: readonly (readonly number[])[]
  readonly children: ReadonlyMap<number, readonly number[]>
}

/** Breadth-first levels from the root; each item is a child of the first that reached it. */
function levelsAround(problem: LayoutProblem, root: number): Levels {
  const near: number[][] = Array.from({ length: problem.count }, () => [])
  problem.from.forEach((from, edge) => {
    const to = problem.to[edge] ?? 0
    near[from]?.push(to)
    near[to]?.push(from)
  })
  const seen = new Set([root])
  const children = new Map<number, number[]>()
  const rings = [[root]]
  for (;;) {
    const next: number[] = []
    for (const item of rings.at(-1) ?? []) {
      const reached = [...new Set(near[item])].filter((other) => !seen.has(other))
      reached.sort((a, b) => (problem.order[a] ?? 0) - (problem.order[b] ?? 0))
      for (const other of reached) seen.add(other)
      children.set(item, reached)
      next.push(...reached)
    }
    if (next.length === 0) return { rings, children }
    rings.push(next)
  }
}

/** Default centre of the radial layout: the item with the most edges. */
function bestConnected(problem: LayoutProblem): number {
  const degree = new Uint32Array(problem.count)
  for (const end of problem.from) degree[end] = (degree[end] ?? 0) + 1
  for (const end of problem.to) degree[end] = (degree[end] ?? 0) + 1
  let best = 0
  degree.forEach((count, item) => {
    if (count > (degree[best] ?? 0)) best = item
  })
  return best
}

/** The angle of each item: the middle of its sector, whose width is proportional to the subtree. */
function anglesOf({ rings, children }: Levels): Map<number, number> {
  const leaves = new Map<number, number>()
  for (const ring of rings.toReversed())
    for (const item of ring) {
      const below = children.get(item) ?? []
      leaves.set(
        item,
        Math.max(
          1,
          below.reduce((sum, child) => sum + (leaves.get(child) ?? 1), 0),
        ),
      )
    }
  const angles = new Map<number, number>()
  const sectors = new Map<number, readonly [number, number]>()
  const root = rings[0]?.[0] ?? 0
  sectors.set(root, [-Math.PI, Math.PI])
  angles.set(root, 0)
  for (const ring of rings)
    for (const item of ring) {
      const [from, to] = sectors.get(item) ?? [0, 0]
      const share = (to - from) / (leaves.get(item) ?? 1)
      let start = from
      for (const child of children.get(item) ?? []) {
        const end = start + share * (leaves.get(child) ?? 1)
        sectors.set(child, [start, end])
        angles.set(child, (start + end) / 2)
        start = end
      }
    }
  return angles
}

/** The smallest radius from `least` on at which no cards of a ring overlap. */
function radiusOf(
  ring: readonly number[],
  angles: ReadonlyMap<number, number>,
  problem: LayoutProblem,
  least: number,
): number {
  const free = (radius: number): boolean =>
    ring.every((a, place) => {
      const b = ring[(place + 1) % ring.length] ?? a
      if (a === b) return true
      const [one, other] = [angles.get(a) ?? 0, angles.get(b) ?? 0]
      const dx = Math.abs(Math.cos(one) - Math.cos(other)) * radius
      const dy = Math.abs(Math.sin(one) - Math.sin(other)) * radius * FLAT
      return (
        dx >= ((problem.width[a] ?? 0) + (problem.width[b] ?? 0)) / 2 + GAP ||
        dy >= ((problem.height[a] ?? 0) + (problem.height[b] ?? 0)) / 2 + GAP
      )
    })
  let radius = least
  while (!free(radius) && radius < least * 40) radius *= 1.08
  return radius
}

/**
 * Radial layout: rings by distance from the root, children within their parent's sector; unreachable items in
 * a grid below.
 */
export function layRadial(problem: LayoutProblem, xy: Float32Array): void {
  if (problem.count === 0) return
  const root = problem.root >= 0 ? problem.root : bestConnected(problem)
  const levels = levelsAround(problem, root)
  const angles = anglesOf(levels)
  const reached = new Set(levels.rings.flat())
  let radius = 0
  levels.rings.forEach((ring, level) => {
    if (level > 0) radius = radiusOf(ring, angles, problem, radius + RING)
    for (const item of ring) {
      xy[2 * item] = Math.cos(angles.get(item) ?? 0) * radius
      xy[2 * item + 1] = Math.sin(angles.get(item) ?? 0) * radius * FLAT
    }
  })
  const rest = Array.from({ length: problem.count }, (_, item) => item).filter((item) => !reached.has(item))
  if (rest.length > 0) {
    const size = layGrid(rest, problem, xy)
    for (const item of rest) {
      xy[2 * item] = (xy[2 * item] ?? 0) - size.width / 2
      xy[2 * item + 1] = (xy[2 * item + 1] ?? 0) + radius * FLAT + RING / 2
    }
  }
  separate(problem, xy, roomAround)
}
