import { around, type Rect } from './group-rects.ts'
import { keepPlaces } from './keep-places.ts'
import { connectedOrder, layGrid } from './grid.ts'
import type { InnerEdge, LayoutProblem } from './layout.ts'
import { ASPECT } from './place-groups.ts'
import { rectOf, stands } from './stood.ts'

/** Above this number of things that stood all is laid out anew: each is compared with each. */
const MOST = 1000

/** Places items at will, without overlap. */
export type Lay = (problem: LayoutProblem, xy: Float32Array) => void

/**
 * Lays out what has opened where the box stood that held it, without frames around groups; all else makes room for it. Nothing
 * without an earlier picture, where things stood on each other in it, or where new ones have come.
 */
export function layOpened(problem: LayoutProblem, lay: Lay): Float32Array | undefined {
  if (!problem.stood || problem.stood.items.some(Number.isNaN)) return undefined
  const blocks = [...blocksOf(problem).values()]
  if (blocks.length > MOST) return undefined
  const xy = new Float32Array(2 * problem.count)
  const sizes = blocks.map((items) => layBlock(problem, items, xy, lay))
  const stood = blocks.map((items) => rectOf(problem, items[0] ?? 0) as Rect)
  const places = keepPlaces(sizes, stood, problem.aspect ?? ASPECT)
  if (!places) return undefined
  for (const [block, items] of blocks.entries()) {
    const [at, size] = [places[block], sizes[block]]
    for (const item of items)
      xy.set(
        [
          (xy[2 * item] ?? 0) + (at?.x ?? 0) - (size?.x ?? 0),
          (xy[2 * item + 1] ?? 0) + (at?.y ?? 0) - (size?.y ?? 0),
        ],
        2 * item,
      )
  }
  return xy
}

/** The items by what stood for them. */
function blocksOf(problem: LayoutProblem): Map<string, number[]> {
  const blocks = new Map<string, number[]>()
  for (let item = 0; item < problem.count; item++) {
    const { x, y } = rectOf(problem, item) as Rect
    const key = stands(problem, [item]) ? `${item}` : `${x} ${y}`
    const known = blocks.get(key)
    if (known) known.push(item)
    else blocks.set(key, [item])
  }
  return blocks
}

/** Places items that stood in one box, and returns what they take up. */
function layBlock(problem: LayoutProblem, items: readonly number[], xy: Float32Array, lay: Lay): Rect {
  const places = new Float32Array(2 * items.length)
  if (items.length > 1) layCompact(only(problem, items), places, lay)
  for (const [place, item] of items.entries()) xy.set(places.subarray(2 * place, 2 * place + 2), 2 * item)
  return around(
    items.map((item, place) => {
      const [width, height] = [problem.width[item] ?? 0, problem.height[item] ?? 0]
      const [x, y] = [places[2 * place] ?? 0, places[2 * place + 1] ?? 0]
      return { x: x - width / 2, y: y - height / 2, width, height }
    }),
  )
}

/** By so many times the area of cards in rows a part may be larger, and still look like one thing. */
const LOOSEST = { radial: 3, others: 5 }

/** Places items at will, or in rows if they would be far apart. */
export function layCompact(problem: LayoutProblem, xy: Float32Array, lay: Lay): void {
  lay(problem, xy)
  const { width, height } = boundsOf(problem, xy)
  const rows = new Float32Array(xy.length)
  const edges = [...problem.from].map((from, edge): InnerEdge => [from, problem.to[edge] ?? 0, edge])
  const items = Array.from({ length: problem.count }, (_, item) => item)
  const grid = layGrid(connectedOrder(items, edges), problem, rows)
  const loosest = problem.algorithm === 'radial' ? LOOSEST.radial : LOOSEST.others
  if (width * height > loosest * grid.width * grid.height) xy.set(rows)
}

/** What placed items take up. */
export const boundsOf = ({ count, width, height }: LayoutProblem, xy: Float32Array): Rect =>
  around(
    Array.from({ length: count }, (_, item) => ({
      x: (xy[2 * item] ?? 0) - (width[item] ?? 0) / 2,
      y: (xy[2 * item + 1] ?? 0) - (height[item] ?? 0) / 2,
      width: width[item] ?? 0,
      height: height[item] ?? 0,
    })),
  )

/** The problem of some items alone. */
export function only(problem: LayoutProblem, items: readonly number[]): LayoutProblem {
  const place = new Map(items.map((item, index) => [item, index]))
  const inner = [...problem.from.keys()].filter(
    (edge) => place.has(problem.from[edge] ?? -1) && place.has(problem.to[edge] ?? -1),
  )
  const at = (ends: Uint32Array) => Uint32Array.from(inner, (edge) => place.get(ends[edge] ?? -1) ?? 0)
  const pick = (all: Float32Array) => Float32Array.from(items, (item) => all[item] ?? 0)
  return {
    ...problem,
    count: items.length,
    width: pick(problem.width),
    height: pick(problem.height),
    from: at(problem.from),
    to: at(problem.to),
    order: Uint32Array.from(items, (item) => problem.order[item] ?? 0),
    fixed: new Float32Array(2 * items.length).fill(Number.NaN),
    aspect: ASPECT,
    root: place.get(problem.root) ?? -1,
  }
}
