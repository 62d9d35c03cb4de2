import { connectedOrder, layGrid } from './grid.ts'
import { KERNEL_BOX, KERNEL_WHOLE, layLayered, type Elk } from './layered.ts'
import {
  BOX_PADDING,
  BOX_TITLE,
  innerEdges,
  membersOf,
  type LayoutProblem,
  type LayoutProgress,
  type LayoutResult,
} from './layout.ts'
import { packBoxes } from './pack.ts'

/**
 * Lays every box alone, then packs the boxes (the measured way, docs/measurements.md#layouts). A box at which the kernel fails,
 * or that comes after the deadline, is laid in quick layers, and named in `fallbacks`.
 */
export async function layBoxes(
  problem: LayoutProblem,
  elk: Elk,
  onProgress: (progress: LayoutProgress) => void,
  now: () => number = () => performance.now(),
): Promise<LayoutResult> {
  const end = now() + problem.deadline
  const xy = new Float32Array(2 * problem.count)
  const members = membersOf(problem)
  const inner = innerEdges(problem)
  const fallbacks: { group: number; reason: 'deadline' | 'error' }[] = []
  const sizes: { width: number; height: number }[] = []
  for (const [group, items] of members.entries()) {
    const edges = inner[group] ?? []
    sizes.push(await layOne(group, items, edges))
    onProgress({ done: group + 1, total: problem.groups })
  }

  async function layOne(group: number, items: number[], edges: [number, number][]) {
    const grid = () => layGrid(connectedOrder(items, edges), problem, xy)
    if (problem.algorithm === 'grid') return layGrid(items, problem, xy)
    if (edges.length === 0) return grid()
    if (items.length > KERNEL_BOX || problem.count > KERNEL_WHOLE)
      return layLayered(items, edges, problem, xy, undefined)
    try {
      if (now() < end) return await layLayered(items, edges, problem, xy, elk)
      fallbacks.push({ group, reason: 'deadline' })
    } catch {
      fallbacks.push({ group, reason: 'error' })
    }
    return layLayered(items, edges, problem, xy, undefined)
  }

  placeBoxes(members, sizes, xy)
  return { xy, fallbacks }
}

function placeBoxes(
  members: readonly (readonly number[])[],
  sizes: readonly { width: number; height: number }[],
  xy: Float32Array,
): void {
  const outer = sizes.map((size, group) =>
    members[group]?.length === 0
      ? { width: 0, height: 0 }
      : { width: size.width + 2 * BOX_PADDING, height: size.height + 2 * BOX_PADDING + BOX_TITLE },
  )
  const places = packBoxes(outer)
  members.forEach((items, group) => {
    const place = places[group] ?? { x: 0, y: 0 }
    for (const item of items) {
      xy[2 * item] = (xy[2 * item] ?? 0) + place.x + BOX_PADDING
      xy[2 * item + 1] = (xy[2 * item + 1] ?? 0) + place.y + BOX_PADDING + BOX_TITLE
    }
  })
}
