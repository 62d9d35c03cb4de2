import { layGrid } from './grid.ts'
import type { LayoutProblem } from './layout.ts'

/** Least distance between two rings, and the length of arc that a card takes on its ring, in world units. */
const RING = 240
const ARC = 104

/** Breadth-first levels around the root, each item under the one that reached it first. */
function levelsAround(problem: LayoutProblem, root: number): number[][] {
  const near: number[][] = Array.from({ length: problem.count }, () => [])
  problem.from.forEach((from, edge) => {
    const to = problem.to[edge] ?? 0
    near[from]?.push(to)
    near[to]?.push(from)
  })
  const seen = new Set([root])
  const levels = [[root]]
  for (;;) {
    const next: number[] = []
    for (const item of levels.at(-1) ?? []) {
      const reached = (near[item] ?? []).filter((other) => !seen.has(other))
      reached.sort((a, b) => (problem.order[a] ?? 0) - (problem.order[b] ?? 0))
      for (const other of reached) {
        if (seen.has(other)) continue
        seen.add(other)
        next.push(other)
      }
    }
    if (next.length === 0) return levels
    levels.push(next)
  }
}

/** The item that the radial layout takes as its middle when the person chose none: the best connected one. */
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

/** Rings around a node, one per step away from it; what it cannot reach stands in a grid below. */
export function layRadial(problem: LayoutProblem, xy: Float32Array): void {
  if (problem.count === 0) return
  const root = problem.root >= 0 ? problem.root : bestConnected(problem)
  const levels = levelsAround(problem, root)
  const reached = new Set(levels.flat())
  let radius = 0
  levels.forEach((ring, level) => {
    if (level > 0) radius = Math.max(radius + RING, (ring.length * ARC) / (2 * Math.PI))
    ring.forEach((item, place) => {
      const angle = (2 * Math.PI * (place + (level % 2) / 2)) / ring.length - Math.PI / 2
      xy[2 * item] = Math.cos(angle) * radius
      xy[2 * item + 1] = Math.sin(angle) * radius
    })
  })
  const rest = Array.from({ length: problem.count }, (_, item) => item).filter((item) => !reached.has(item))
  if (rest.length === 0) return
  const size = layGrid(rest, problem, xy)
  for (const item of rest) {
    xy[2 * item] = (xy[2 * item] ?? 0) - size.width / 2
    xy[2 * item + 1] = (xy[2 * item + 1] ?? 0) + radius + RING
  }
}
