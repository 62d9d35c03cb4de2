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
const MANY = 120
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
function spreadOf({ count, aspect = USUAL_ASPECT }: LayoutProblem): readonly [across: number, down: number] {
  // Of many only plates are seen, whose names need their room beside each other.
  const narrowest = count > MANY ? 1 : NARROWEST
  const across = Math.min(WIDEST, Math.max(narrowest, Math.sqrt(aspect / USUAL_ASPECT)))
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

const NOBODY = -1

/**
 * Cards that have their places, in lists by cells of a grid, each as large as the largest card. Cells are told apart by a hash
 * only: two with the same one cost a comparison.
 */
class Taken {
  readonly #problem: LayoutProblem
  readonly #xy: Float32Array
  readonly #width: number
  readonly #height: number
  /** The last card of each cell, and the one before each. */
  readonly #last: Int32Array
  readonly #before: Int32Array

  constructor(problem: LayoutProblem, xy: Float32Array) {
    const largest = (sizes: Float32Array): number => sizes.reduce((most, size) => Math.max(most, size), 0)
    this.#problem = problem
    this.#xy = xy
    this.#width = largest(problem.width) + GAP
    this.#height = largest(problem.height) + GAP
    this.#last = new Int32Array(2 ** Math.ceil(Math.log2(4 * problem.count + 1))).fill(NOBODY)
    this.#before = new Int32Array(problem.count)
  }

  /** Puts a card at a place, unless one is there. */
  put(item: number, x: number, y: number): boolean {
    const [column, row] = [Math.floor(x / this.#width), Math.floor(y / this.#height)]
    for (let across = -1; across <= 1; across++)
      for (let down = -1; down <= 1; down++)
        if (this.#isMet(item, x, y, this.#cell(column + across, row + down))) return false
    const cell = this.#cell(column, row)
    this.#xy[2 * item] = x
    this.#xy[2 * item + 1] = y
    this.#before[item] = this.#last[cell] ?? NOBODY
    this.#last[cell] = item
    return true
  }

  #cell(column: number, row: number): number {
    return (Math.imul(column, 73_856_093) ^ Math.imul(row, 19_349_663)) & (this.#last.length - 1)
  }

  /** Whether a card at a place would meet one of a cell. */
  #isMet(item: number, x: number, y: number, cell: number): boolean {
    const { width, height } = this.#problem
    const [wide, high] = [width[item] ?? 0, height[item] ?? 0]
    for (let other = this.#last[cell] ?? NOBODY; other >= 0; other = this.#before[other] ?? NOBODY) {
      const dx = Math.abs((this.#xy[2 * other] ?? 0) - x)
      if (dx >= (wide + (width[other] ?? 0)) / 2 + GAP) continue
      if (Math.abs((this.#xy[2 * other + 1] ?? 0) - y) < (high + (height[other] ?? 0)) / 2 + GAP) return true
    }
    return false
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

/** Tries angles of a circle, from the wanted one on to both sides, until one is free. */
function tryAngles(wanted: number, radius: number, isFree: (angle: number) => boolean): boolean {
  if (isFree(wanted)) return true
  const step = Math.max(STEP / Math.max(radius, STEP), ASIDE / MAX_STEPS)
  const steps = Math.floor(ASIDE / step)
  for (let place = 1; place <= steps; place++)
    if (isFree(wanted - place * step) || isFree(wanted + place * step)) return true
  return false
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
      if (full.has(place)) continue
      const isPut = (angle: number): boolean =>
        taken.put(item, Math.cos(angle) * radius * across, Math.sin(angle) * radius * down)
      if (tryAngles(wanted, radius, isPut)) return radius
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
