import { MAX_CARD_WIDTH } from '../scene/card.ts'
import { layGrid } from './grid.ts'
import type { LayoutProblem } from './layout.ts'
import { roomAround, separate } from './separate.ts'

/**
 * Minimum distance between rings in world units, and their vertical compression: cards are wider than high.
 */
const RING = 270
const FLAT = 0.62
/** The aspect ratio of a picture with that compression, and how far others may make rings narrower or wider. */
const USUAL_ASPECT = 1.6
const [NARROWEST, WIDEST] = [0.72, 1.25]
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

/** What a radius is multiplied with across and down, so that the picture has the shape of the view. */
function spreadOf({ aspect = USUAL_ASPECT }: LayoutProblem): readonly [across: number, down: number] {
  const across = Math.min(WIDEST, Math.max(NARROWEST, Math.sqrt(aspect / USUAL_ASPECT)))
  return [across, FLAT / across]
}

/** The smallest radius from `least` on at which no cards of a ring overlap. */
function radiusOf(
  ring: readonly number[],
  angles: ReadonlyMap<number, number>,
  problem: LayoutProblem,
  least: number,
): number {
  const [across, down] = spreadOf(problem)
  const free = (radius: number): boolean =>
    ring.every((a, place) => {
      const b = ring[(place + 1) % ring.length] ?? a
      if (a === b) return true
      const [one, other] = [angles.get(a) ?? 0, angles.get(b) ?? 0]
      const dx = Math.abs(Math.cos(one) - Math.cos(other)) * radius * across
      const dy = Math.abs(Math.sin(one) - Math.sin(other)) * radius * down
      return (
        dx >= ((problem.width[a] ?? 0) + (problem.width[b] ?? 0)) / 2 + GAP ||
        dy >= ((problem.height[a] ?? 0) + (problem.height[b] ?? 0)) / 2 + GAP
      )
    })
  let radius = least
  while (!free(radius) && radius < least * 40) radius *= 1.08
  return radius
}

/** If a ring would be more than so many times as large as the least, cards are in rows, one behind the other. */
const MUCH_LARGER = 1.4
/** Distance between two rows that are tried, and how much farther out than its parent a card is, in world units. */
const ROW = 45
const BEYOND = 110
/** How far from its direction a card may be, so that a dense sector reaches no farther out than others, in radians; and the steps. */
const ASIDE = 0.4
const STEP = 45
const MAX_STEPS = 12
/** Directions that are told apart for rows that are full. */
const DIRECTIONS = 128
const TURN = 2 * Math.PI

const cellOf = (column: number, row: number): number => column * 65_536 + row

/** Cards that have their places, by cells of a grid, each as large as the largest card. */
class Taken {
  readonly #problem: LayoutProblem
  readonly #xy: Float32Array
  readonly #size: number
  readonly #cells = new Map<number, number[]>()

  constructor(problem: LayoutProblem, xy: Float32Array) {
    this.#problem = problem
    this.#xy = xy
    const largest = (sizes: Float32Array): number => sizes.reduce((most, size) => Math.max(most, size), 0)
    this.#size = Math.max(largest(problem.width), largest(problem.height)) + GAP
  }

  /** Puts a card at a place, unless one is there. */
  put(item: number, x: number, y: number): boolean {
    const { width, height } = this.#problem
    const [column, row] = [Math.floor(x / this.#size), Math.floor(y / this.#size)]
    const half = (sizes: Float32Array, other: number): number =>
      ((sizes[item] ?? 0) + (sizes[other] ?? 0)) / 2
    for (const across of [-1, 0, 1])
      for (const down of [-1, 0, 1])
        for (const other of this.#cells.get(cellOf(column + across, row + down)) ?? []) {
          const [dx, dy] = [(this.#xy[2 * other] ?? 0) - x, (this.#xy[2 * other + 1] ?? 0) - y]
          if (Math.abs(dx) < half(width, other) + GAP && Math.abs(dy) < half(height, other) + GAP)
            return false
        }
    this.#xy.set([x, y], 2 * item)
    const own = this.#cells.get(cellOf(column, row))
    if (own) own.push(item)
    else this.#cells.set(cellOf(column, row), [item])
    return true
  }
}

/** The radii of rings without overlap; undefined if one would be much larger than the least. */
function radiiOf(
  { rings }: Levels,
  angles: ReadonlyMap<number, number>,
  problem: LayoutProblem,
): number[] | undefined {
  const radii = [0]
  for (const ring of rings.slice(1)) {
    const least = (radii.at(-1) ?? 0) + RING
    const radius = radiusOf(ring, angles, problem, least)
    if (radius > least * MUCH_LARGER) return undefined
    radii.push(radius)
  }
  return radii
}

/** Angles to try on a circle, the wanted one first. */
function directions(wanted: number, radius: number): number[] {
  const step = Math.max(STEP / Math.max(radius, STEP), ASIDE / MAX_STEPS)
  const steps = Math.floor(ASIDE / step)
  return [
    wanted,
    ...Array.from({ length: steps }, (_, place) => (place + 1) * step).flatMap((by) => [
      wanted - by,
      wanted + by,
    ]),
  ]
}

/** Places each card in its direction as near to the centre as there is room, but farther out than its parent. */
function layRows(
  { rings, children }: Levels,
  angles: ReadonlyMap<number, number>,
  problem: LayoutProblem,
  xy: Float32Array,
): void {
  const taken = new Taken(problem, xy)
  const [across, down] = spreadOf(problem)
  // Rows without room in a direction, so that none is searched again and again.
  const full = new Set<number>()
  const put = (item: number, least: number): number => {
    const wanted = angles.get(item) ?? 0
    for (let row = Math.ceil(least / ROW); ; row++) {
      const radius = row * ROW
      const place = row * DIRECTIONS + Math.floor(((wanted + Math.PI) / TURN) * DIRECTIONS)
      const isPut = (angle: number): boolean =>
        taken.put(item, Math.cos(angle) * radius * across, Math.sin(angle) * radius * down)
      if (full.has(place)) continue
      if (directions(wanted, radius).some(isPut)) return radius
      full.add(place)
    }
  }
  const radii = new Map<number, number>()
  for (const item of rings[0] ?? []) radii.set(item, put(item, 0))
  for (const parent of rings.flat())
    for (const child of children.get(parent) ?? [])
      radii.set(child, put(child, (radii.get(parent) ?? 0) + BEYOND))
}

/**
 * Radial layout: rings by distance from the root, children within their parent's sector; unreachable items in
 * a grid below. Of many items that would be far apart on rings each is close to its parent instead.
 */
export function layRadial(problem: LayoutProblem, xy: Float32Array): void {
  if (problem.count === 0) return
  const root = problem.root >= 0 ? problem.root : bestConnected(problem)
  const levels = levelsAround(problem, root)
  const angles = anglesOf(levels)
  const reached = new Set(levels.rings.flat())
  const [across, down] = spreadOf(problem)
  const radii = radiiOf(levels, angles, problem)
  if (radii)
    levels.rings.forEach((ring, level) => {
      const radius = radii[level] ?? 0
      for (const item of ring) {
        xy[2 * item] = Math.cos(angles.get(item) ?? 0) * radius * across
        xy[2 * item + 1] = Math.sin(angles.get(item) ?? 0) * radius * down
      }
    })
  else layRows(levels, angles, problem, xy)
  const rest = Array.from({ length: problem.count }, (_, item) => item).filter((item) => !reached.has(item))
  if (rest.length > 0) {
    let [lowest, widest] = [0, 0]
    for (const item of reached) {
      widest = Math.max(widest, 2 * Math.abs(xy[2 * item] ?? 0))
      lowest = Math.max(lowest, xy[2 * item + 1] ?? 0)
    }
    const columns = Math.floor(widest / (MAX_CARD_WIDTH + GAP))
    const size = layGrid(rest, problem, xy, columns ** 2 > rest.length ? columns : undefined)
    for (const item of rest) {
      xy[2 * item] = (xy[2 * item] ?? 0) - size.width / 2
      xy[2 * item + 1] = (xy[2 * item + 1] ?? 0) + lowest + RING / 2
    }
  }
  separate(problem, xy, roomAround)
}
