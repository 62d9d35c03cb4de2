import { COLLAPSED_HEIGHT } from '../scene/card.ts'
import { connectedOrder, layGrid } from './grid.ts'
import { KERNEL_BOX, KERNEL_WHOLE, layLayered, type Elk } from './layered.ts'
import {
  BOX_PADDING,
  BOX_TITLE,
  innerEdges,
  type InnerEdge,
  membersOf,
  type LayoutProblem,
  type LayoutProgress,
  type LayoutResult,
} from './layout.ts'
import { placeBoxes, type BoxLink } from './place-boxes.ts'

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
  const ways = new Map<number, Float32Array>()
  const fallbacks: { group: number; reason: 'deadline' | 'error' }[] = []
  const sizes: { width: number; height: number }[] = []
  for (const [group, items] of members.entries()) {
    const edges = inner[group] ?? []
    sizes.push(await layOne(group, items, edges))
    onProgress({ done: group + 1, total: problem.groups })
  }

  async function layOne(group: number, items: number[], edges: InnerEdge[]) {
    const grid = () => layGrid(connectedOrder(items, edges), problem, xy)
    if (problem.algorithm === 'grid') return layGrid(items, problem, xy)
    if (edges.length === 0) return grid()
    if (items.every((item) => problem.height[item] === COLLAPSED_HEIGHT))
      return layStacks(items, edges, problem, xy)
    if (items.length > KERNEL_BOX || problem.count > KERNEL_WHOLE)
      return layLayered(items, edges, problem, xy)
    try {
      if (now() < end) return await layLayered(items, edges, problem, xy, { elk, ways })
      fallbacks.push({ group, reason: 'deadline' })
    } catch {
      fallbacks.push({ group, reason: 'error' })
    }
    return layLayered(items, edges, problem, xy)
  }

  placeContents(problem, members, sizes, xy, ways)
  return { xy, ways, fallbacks }
}

/** Lays collapsed boxes by their links, as they lie when they stand alone. */
function layStacks(
  items: readonly number[],
  edges: readonly InnerEdge[],
  problem: LayoutProblem,
  xy: Float32Array,
): { width: number; height: number } {
  const place = new Map(items.map((item, index) => [item, index]))
  const boxes = items.map((item) => ({ width: problem.width[item] ?? 0, height: problem.height[item] ?? 0 }))
  const links = edges.map(([from, to]): BoxLink => ({
    a: place.get(from) ?? 0,
    b: place.get(to) ?? 0,
    weight: 1,
  }))
  const places = placeBoxes(boxes, links)
  let [width, height] = [0, 0]
  items.forEach((item, index) => {
    const [box, at] = [boxes[index], places[index]]
    if (!box || !at) return
    xy[2 * item] = at.x + box.width / 2
    xy[2 * item + 1] = at.y + box.height / 2
    width = Math.max(width, at.x + box.width)
    height = Math.max(height, at.y + box.height)
  })
  return { width, height }
}

/** Puts the boxes beside those they are linked with, and moves what is in them there. */
function placeContents(
  problem: LayoutProblem,
  members: readonly (readonly number[])[],
  sizes: readonly { width: number; height: number }[],
  xy: Float32Array,
  ways: ReadonlyMap<number, Float32Array>,
): void {
  const isFramed = (group: number): boolean => (problem.title[group] ?? 0) > 0
  const outer = sizes.map(({ width, height }, group) =>
    members[group]?.length === 0
      ? { width: 0, height: 0 }
      : isFramed(group)
        ? {
            width: Math.max(width + 2 * BOX_PADDING, problem.title[group] ?? 0),
            height: height + 2 * BOX_PADDING + BOX_TITLE,
          }
        : { width, height },
  )
  const places = placeBoxes(outer, boxLinks(problem))
  const offsets = places.map(({ x, y }, group) =>
    isFramed(group) ? { x: x + BOX_PADDING, y: y + BOX_PADDING + BOX_TITLE } : { x, y },
  )
  members.forEach((items, group) => {
    const { x, y } = offsets[group] ?? { x: 0, y: 0 }
    for (const item of items) {
      xy[2 * item] = (xy[2 * item] ?? 0) + x
      xy[2 * item + 1] = (xy[2 * item + 1] ?? 0) + y
    }
  })
  for (const [edge, way] of ways) {
    const { x, y } = offsets[problem.groupOf[problem.from[edge] ?? 0] ?? 0] ?? { x: 0, y: 0 }
    for (let i = 0; i < way.length; i++) way[i] = (way[i] ?? 0) + (i % 2 === 0 ? x : y)
  }
}

/** How many edges join each two boxes. */
function boxLinks({ from, to, groupOf, groups }: LayoutProblem): BoxLink[] {
  const weights = new Map<number, number>()
  from.forEach((start, edge) => {
    const [a, b] = [groupOf[start] ?? 0, groupOf[to[edge] ?? 0] ?? 0]
    if (a === b) return
    const key = Math.min(a, b) * groups + Math.max(a, b)
    weights.set(key, (weights.get(key) ?? 0) + 1)
  })
  return [...weights].map(([key, weight]) => ({ a: Math.floor(key / groups), b: key % groups, weight }))
}
