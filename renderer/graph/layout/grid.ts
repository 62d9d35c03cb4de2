import type { LayoutProblem } from './layout.ts'

/** Gaps between grid cells, in world units. */
const GRID_GAP_X = 28
export const GRID_GAP_Y = 24

/**
 * Places items in a grid of so many columns, or with about a screen's aspect ratio. Writes centres to `xy` and returns
 * the size.
 */
export function layGrid(
  items: readonly number[],
  problem: LayoutProblem,
  xy: Float32Array,
  given?: number,
): { width: number; height: number } {
  let cellWidth = 0
  let cellHeight = 0
  for (const item of items) {
    cellWidth = Math.max(cellWidth, (problem.width[item] ?? 0) + GRID_GAP_X)
    cellHeight = Math.max(cellHeight, (problem.height[item] ?? 0) + GRID_GAP_Y)
  }
  const columns =
    given ?? Math.max(1, Math.round(Math.sqrt((items.length * 1.5 * cellHeight) / Math.max(1, cellWidth))))
  items.forEach((item, place) => {
    xy[2 * item] = ((place % columns) + 0.5) * cellWidth
    xy[2 * item + 1] = (Math.floor(place / columns) + 0.5) * cellHeight
  })
  const rows = Math.ceil(items.length / columns)
  return { width: Math.min(columns, items.length) * cellWidth, height: rows * cellHeight }
}

/** Orders items breadth-first from the one with the most edges, so that neighbours stay close. */
export function connectedOrder(
  items: readonly number[],
  edges: readonly (readonly [number, number, ...unknown[]])[],
): number[] {
  const near = new Map<number, number[]>(items.map((item) => [item, []]))
  for (const [a, b] of edges) {
    near.get(a)?.push(b)
    near.get(b)?.push(a)
  }
  const degree = (item: number): number => near.get(item)?.length ?? 0
  const seen = new Set<number>()
  const ordered: number[] = []
  const starts = [...items].sort((a, b) => degree(b) - degree(a))
  for (const start of starts) {
    if (seen.has(start)) continue
    seen.add(start)
    const queue = [start]
    for (let head = 0; head < queue.length; head++) {
      const item = queue[head] ?? start
      ordered.push(item)
      for (const next of near.get(item) ?? []) {
        if (seen.has(next)) continue
        seen.add(next)
        queue.push(next)
      }
    }
  }
  return ordered
}
