import type { Bounds, Point } from '../scene/camera.ts'

export type Side = 'left' | 'right' | 'top' | 'bottom'

const OUT: Readonly<Record<Side, Point>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  top: { x: 0, y: -1 },
  bottom: { x: 0, y: 1 },
}

/** One end of an edge: the side of its rectangle, and its preferred position there. */
export interface End {
  readonly rect: Bounds
  /** Ends of the same owner share its sides. */
  readonly owner: number
  readonly side: Side
  /** Position along the side that the edge leads to: y for left and right, x for top and bottom. */
  readonly towards: number
}

/** Free space at both ends of a side, and maximum distance between two ports, in world units. */
const INSET = 7
const APART = 11
/** Distance between two ports of a group. */
const GROUP_APART = 18

const middle = ({ left, right, top, bottom }: Bounds): Point => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
})

/** Distance between two rectangles one beside the other, or one below the other; negative where they overlap. */
const across = (a: Bounds, b: Bounds): number => Math.max(b.left - a.right, a.left - b.right)
const down = (a: Bounds, b: Bounds): number => Math.max(b.top - a.bottom, a.top - b.bottom)
/** Distance, in world units, from which an edge has room to go the way of its layout. */
const ROOM = 12

/** Which way a layout leads its edges; absent if every way. */
export type Flow = 'right' | 'down' | undefined

/** The way in which more of the edges have room: a layered layout is laid out in either. */
export function flowOf(edges: readonly (readonly [Bounds, Bounds])[]): Flow {
  const beside = edges.filter(([a, b]) => across(a, b) > ROOM).length
  const below = edges.filter(([a, b]) => down(a, b) > ROOM).length
  return below > beside ? 'down' : 'right'
}

/** The sides of two rectangles joined by an edge: those facing each other, preferring the way of the layout. */
export function facingSides(a: Bounds, b: Bounds, flow: Flow): [Side, Side] {
  const [from, to] = [middle(a), middle(b)]
  const isBeside =
    flow === 'right'
      ? across(a, b) > ROOM
      : across(a, b) >= down(a, b) && !(flow === 'down' && down(a, b) > ROOM)
  if (isBeside) return from.x <= to.x ? ['right', 'left'] : ['left', 'right']
  return from.y <= to.y ? ['bottom', 'top'] : ['top', 'bottom']
}

/** The side of a rectangle that a point on its border lies on. */
export function sideOf({ left, right, top, bottom }: Bounds, x: number, y: number): Side {
  const away: readonly (readonly [Side, number])[] = [
    ['left', Math.abs(x - left)],
    ['right', Math.abs(x - right)],
    ['top', Math.abs(y - top)],
    ['bottom', Math.abs(y - bottom)],
  ]
  return away.reduce((best, one) => (one[1] < best[1] ? one : best))[0]
}

/** The end of an edge on a side of a rectangle, leading to another rectangle. */
export function endAt(rect: Bounds, owner: number, side: Side, other: Bounds): End {
  const { x, y } = middle(other)
  return { rect, owner, side, towards: side === 'left' || side === 'right' ? y : x }
}

/** Where along each side, by `sideKey`, other edges already end. */
export type Taken = ReadonlyMap<string, readonly number[]>

export const sideKey = (owner: number, side: Side): string => `${owner} ${side}`

/** The positions on a side of an item that an end may have. */
export const sideRange = ({ left, right, top, bottom }: Bounds, side: Side): readonly [number, number] =>
  side === 'left' || side === 'right' ? [top + INSET, bottom - INSET] : [left + INSET, right - INSET]

/**
 * Places the ports: spread along their sides, in the order in which the edges lead away, so that none
 * overlap, and none lies where another edge already ends.
 */
export function placePorts(ends: readonly End[], taken: Taken = new Map()): Point[] {
  const sides = new Map<string, number[]>()
  ends.forEach(({ owner, side }, index) => {
    const key = sideKey(owner, side)
    const list = sides.get(key)
    if (list) list.push(index)
    else sides.set(key, [index])
  })
  const places: Point[] = ends.map(() => ({ x: 0, y: 0 }))
  for (const [key, list] of sides) {
    list.sort((a, b) => (ends[a]?.towards ?? 0) - (ends[b]?.towards ?? 0) || a - b)
    const { rect, side } = ends[list[0] ?? 0] as End
    const upright = side === 'left' || side === 'right'
    const [low, high] = sideRange(rect, side)
    const others = taken.get(key) ?? []
    const along =
      others.length > 0
        ? besides(
            others,
            list.map((end) => ends[end]?.towards ?? 0),
            low,
            high,
          )
        : evenly(list.length, low, high)
    list.forEach((end, place) => {
      const at = along[place] ?? low
      places[end] = upright ? { x: rect[side], y: at } : { x: at, y: rect[side] }
    })
  }
  return places
}

/** Around the middle, as far apart as there is room. */
function evenly(count: number, low: number, high: number): number[] {
  const apart = count < 2 ? 0 : Math.min(APART, (high - low) / (count - 1))
  return Array.from({ length: count }, (_, place) => (low + high) / 2 + (place - (count - 1) / 2) * apart)
}

/**
 * Beside the others, as close as possible to where the edges lead: of equal steps along the side those that are
 * free, smaller steps where too few are.
 */
function besides(others: readonly number[], wanted: readonly number[], low: number, high: number): number[] {
  let free: number[] = []
  for (let apart = APART; apart > 1 && free.length < wanted.length; apart *= 0.75) {
    const steps = Math.floor((high - low) / apart)
    const first = (low + high - steps * apart) / 2
    free = Array.from({ length: steps + 1 }, (_, step) => first + step * apart).filter((at) =>
      others.every((other) => Math.abs(other - at) >= 0.7 * apart),
    )
  }
  if (free.length < wanted.length) return evenly(wanted.length, low, high)
  let next = 0
  return wanted.map((towards, place) => {
    const last = free.length - wanted.length + place
    while (next < last && Math.abs((free[next + 1] ?? 0) - towards) < Math.abs((free[next] ?? 0) - towards))
      next++
    return free[next++] ?? low
  })
}

/**
 * Spreads a group's ports between `low` and `high` along a side, as close as possible to straight edges; `wide`
 * times as far apart as the least.
 */
export function spread(wanted: readonly number[], low: number, high: number, wide: number): number[] {
  const apart = Math.min(GROUP_APART * wide, (high - low) / Math.max(1, wanted.length - 1))
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b)
  const places = wanted.map((value) => Math.min(high, Math.max(low, value)))
  let least = low
  for (const index of order) {
    places[index] = Math.max(places[index] ?? 0, least)
    least = (places[index] ?? 0) + apart
  }
  let most = high
  for (const index of order.toReversed()) {
    places[index] = Math.min(places[index] ?? 0, most)
    most = (places[index] ?? 0) - apart
  }
  return places
}

/** The point at a distance outward from a side. */
export function outOf({ x, y }: Point, side: Side, by: number): Point {
  return { x: x + OUT[side].x * by, y: y + OUT[side].y * by }
}
