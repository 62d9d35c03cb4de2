import {
  area,
  distance,
  LENGTH,
  meets,
  type GroupLink,
  type Place,
  type PlacedGroup,
  pull,
  type Rect,
  veilBetween,
} from './group-rects.ts'

/** Up to this number of groups many arrangements are compared. */
export const FEW = 12
/**
 * Arrangements kept after each group at most, and places compared in all, which takes some tens of milliseconds: each arrangement has about
 * this many places for each pair of groups.
 */
const KEPT = 100
const MAX_COMPARED = 150_000
const PLACES = 25
/** The whole is in view at its natural size up to about this height, or up to that of a smaller view: smaller is no better. */
const NATURAL = 600
/** How much the side counts that does not decide the size of the whole, and a shape that is not a group's first. */
const OTHER_SIDE = 0.05
const OTHER_SHAPE = 0.01

interface PlacedRect extends Rect {
  readonly group: number
  readonly shape: number
}

/** Some of the groups, placed. */
interface Arrangement {
  readonly rects: readonly PlacedRect[]
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** Lengths of its edges, by their pulls; and the price of its shapes. */
  readonly length: number
  readonly price: number
  readonly cost: number
}

const NOTHING: Arrangement = {
  rects: [],
  left: Infinity,
  top: Infinity,
  right: -Infinity,
  bottom: -Infinity,
  length: 0,
  price: 0,
  cost: 0,
}

interface Placing {
  /** Top-left corners. */
  readonly places: readonly Place[]
  /** Index of each group's shape. */
  readonly shapes: readonly number[]
}

/**
 * Places few groups, of which each has one or more shapes, so that the whole appears large in a view of this aspect ratio and its
 * edges are short: one group after the other, of all arrangements keeping the best (beam search).
 */
export function placeFew(
  shapes: readonly (readonly PlacedGroup[])[],
  links: readonly GroupLink[],
  channel: number,
  aspect: number,
  tall = NATURAL,
): Placing {
  const natural = Math.min(NATURAL, tall)
  const pullOf = shapes.map(() => shapes.map(() => 0))
  const leadOf = shapes.map(() => shapes.map(() => 0))
  let pulls = 0
  for (const { a, b, weight, lead = 0 } of links) {
    if (a === b) continue
    for (const [from, to, leads] of [
      [a, b, lead],
      [b, a, -lead],
    ] as const) {
      const [row, leadRow] = [pullOf[from], leadOf[from]]
      if (row) row[to] = (row[to] ?? 0) + pull(weight)
      if (leadRow) leadRow[to] = leads
    }
    pulls += pull(weight)
  }
  pulls = Math.max(1, pulls)
  const side = Math.sqrt(shapes.reduce((sum, [first]) => sum + (first ? area(first) : 0), 0))
  const kept = Math.min(KEPT, Math.ceil(MAX_COMPARED / ((PLACES * shapes.length ** 3) / 3)))
  const extend = (before: Arrangement, group: number, shape: number, next: Arrangement[]): void => {
    const { width = 0, height = 0, veil } = shapes[group]?.[shape] ?? {}
    const price = before.price + (shape === 0 ? 0 : OTHER_SHAPE * side)
    const known = (LENGTH * before.length) / pulls
    const [columns, rows] = corners(before, width, height, channel)
    for (const x of columns)
      for (const y of rows) {
        const [left, right] = [Math.min(before.left, x), Math.max(before.right, x + width)]
        const [top, bottom] = [Math.min(before.top, y), Math.max(before.bottom, y + height)]
        const [across, down] = [(right - left) / aspect, bottom - top]
        const reach = Math.max(across, down, natural) + OTHER_SIDE * Math.min(across, down) + price
        const most = next.length < kept ? Infinity : (next.at(-1)?.cost ?? Infinity)
        if (reach + known >= most) continue
        const rect = { group, shape, x, y, width, height, ...(veil && { veil }) }
        if (before.rects.some((other) => meets(rect, other, channel))) continue
        let { length } = before
        for (const other of before.rects) {
          const by = pullOf[group]?.[other.group] ?? 0
          if (by === 0) continue
          const lead = leadOf[group]?.[other.group] ?? 0
          length += by * (distance(rect, other) + veilBetween(rect, other, lead))
        }
        const cost = reach + (LENGTH * length) / pulls
        if (cost >= most) continue
        let at = next.length
        while (at > 0 && (next[at - 1]?.cost ?? 0) > cost) at--
        next.splice(at, 0, { rects: [...before.rects, rect], left, top, right, bottom, length, price, cost })
        if (next.length > kept) next.pop()
      }
  }
  let best: readonly Arrangement[] = [NOTHING]
  for (const group of linkedOrder(shapes, pullOf)) {
    const next: Arrangement[] = []
    for (const before of best)
      for (const shape of (shapes[group] ?? []).keys()) extend(before, group, shape, next)
    best = next
  }
  const { rects, left, top } = best[0] ?? NOTHING
  const inOrder = rects.toSorted((a, b) => a.group - b.group)
  return {
    places: inOrder.map(({ x, y }) => ({ x: x - left, y: y - top })),
    shapes: inOrder.map(({ shape }) => shape),
  }
}

/** Begins with the largest group, and goes on with the most linked to those before; among equals the largest. */
function linkedOrder(
  shapes: readonly (readonly PlacedGroup[])[],
  pullOf: readonly (readonly number[])[],
): number[] {
  const left = new Set(shapes.keys())
  const order: number[] = []
  while (left.size > 0) {
    let [next, most] = [-1, -1]
    for (const group of left) {
      const links = order.reduce((sum, other) => sum + (pullOf[group]?.[other] ?? 0), 0)
      const [first] = shapes[group] ?? []
      const score = links * 1e9 + (first ? area(first) : 0)
      if (score > most) [next, most] = [group, score]
    }
    left.delete(next)
    order.push(next)
  }
  return order
}

/** Places in line with the sides or the middle of any group, across and down, or a channel beside one. */
function corners(
  { rects }: Arrangement,
  width: number,
  height: number,
  channel: number,
): readonly [columns: readonly number[], rows: readonly number[]] {
  if (rects.length === 0) return [[0], [0]]
  return [
    [...new Set(rects.flatMap((other) => alongside(other.x, other.width, width, channel)))],
    [...new Set(rects.flatMap((other) => alongside(other.y, other.height, height, channel)))],
  ]
}

const alongside = (start: number, other: number, own: number, channel: number): readonly number[] => [
  start + other + channel,
  start - channel - own,
  start,
  start + other - own,
  start + Math.round((other - own) / 2),
]
