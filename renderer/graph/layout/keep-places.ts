import { around, type Place, type PlacedGroup, type Rect } from './group-rects.ts'

/** Rounds in which what was pushed away closes up again; each may make room for the next. */
const ROUNDS = 6
/** How far two rectangles may lie on each other because their places are rounded. */
const ROUNDING = 1

type Axis = 'x' | 'y'
const LENGTHS = { x: 'width', y: 'height' } as const

const middle = (rect: Rect, axis: Axis): number => rect[axis] + rect[LENGTHS[axis]] / 2

/**
 * Places rectangles that have grown where they stood, so that one finds the others again: what stands beside or above one that
 * has grown moves away by as much, which keeps the order of all; then it closes up again along the rows or along the columns,
 * whichever suits a view of this aspect ratio, or moves less. Returns the top-left corners, or `undefined` if they stood on each other.
 */
export function keepPlaces(
  sizes: readonly PlacedGroup[],
  stood: readonly Rect[],
  aspect: number,
): readonly Place[] | undefined {
  const gap = leastGap(stood)
  if (gap < -ROUNDING) return undefined
  const pushed = stood.map((rect) => ({ ...rect }))
  for (const [place, size] of sizes.entries()) grow(pushed, place, size)
  const [best = []] = (['x', 'y'] as const)
    .map((axis) => closedUp(pushed, stood, axis, Math.max(0, gap)))
    .toSorted(
      (a, b) => Math.round(extent(a, aspect) - extent(b, aspect)) || moved(a, stood) - moved(b, stood),
    )
  return best.map(({ x, y }) => ({ x, y }))
}

/** The least distance between two rectangles, across or down; negative if they lie on each other. */
function leastGap(rects: readonly Rect[]): number {
  let least = Infinity
  for (const [place, a] of rects.entries())
    for (const b of rects.slice(place + 1)) {
      const [across, down] = (['x', 'y'] as const).map(
        (axis) => Math.abs(middle(a, axis) - middle(b, axis)) - (a[LENGTHS[axis]] + b[LENGTHS[axis]]) / 2,
      )
      least = Math.min(least, Math.max(across ?? 0, down ?? 0))
    }
  return least
}

/** Gives a rectangle another size about its middle. If it is larger, all others move away from it. */
function grow(rects: Rect[], place: number, size: PlacedGroup): void {
  const own = rects[place]
  if (!own) return
  for (const axis of ['x', 'y'] as const) {
    const half = own[LENGTHS[axis]] / 2
    const more = Math.max(0, size[LENGTHS[axis]] - own[LENGTHS[axis]]) / 2
    const from = middle(own, axis)
    // What lies over or under it moves aside less, so that the order stays and nothing comes closer to anything.
    for (const other of rects)
      if (other !== own)
        other[axis] += more * Math.max(-1, Math.min(1, (middle(other, axis) - from) / Math.max(1, half)))
  }
  const [x, y] = [middle(own, 'x') - size.width / 2, middle(own, 'y') - size.height / 2]
  rects[place] = { ...size, x, y }
}

/** The rectangles nearer to where their middles were along one axis, as far as there is room. */
function closedUp(rects: readonly Rect[], stood: readonly Rect[], axis: Axis, gap: number): Rect[] {
  const closed = rects.map((rect) => ({ ...rect }))
  const away = (place: number): number =>
    middle(stood[place] as Rect, axis) - middle(closed[place] as Rect, axis)
  for (let round = 0; round < ROUNDS; round++) {
    let hasMoved = false
    const order = [...closed.keys()].sort((a, b) => Math.abs(away(a)) - Math.abs(away(b)))
    for (const place of order) {
      const by = freeWay(closed, place, axis, away(place), gap)
      if (Math.abs(by) < ROUNDING) continue
      const rect = closed[place] as Rect
      rect[axis] += by
      hasMoved = true
    }
    if (!hasMoved) break
  }
  return closed
}

/** How much of a way along an axis a rectangle can move before it is too near to another. */
function freeWay(rects: readonly Rect[], place: number, axis: Axis, way: number, gap: number): number {
  const own = rects[place] as Rect
  const length = LENGTHS[axis]
  const across = axis === 'x' ? 'y' : 'x'
  let free = Math.abs(way)
  for (const other of rects) {
    const isBeside =
      Math.abs(middle(other, across) - middle(own, across)) >=
      (other[LENGTHS[across]] + own[LENGTHS[across]]) / 2 + gap - ROUNDING
    const ahead = (middle(other, axis) - middle(own, axis)) * Math.sign(way)
    if (other === own || isBeside || ahead <= 0) continue
    free = Math.min(free, Math.max(0, ahead - (other[length] + own[length]) / 2 - gap))
  }
  return free * Math.sign(way)
}

/** How far all have moved. */
const moved = (rects: readonly Rect[], stood: readonly Rect[]): number =>
  rects.reduce(
    (sum, rect, place) =>
      sum +
      Math.abs(middle(rect, 'x') - middle(stood[place] as Rect, 'x')) +
      Math.abs(middle(rect, 'y') - middle(stood[place] as Rect, 'y')),
    0,
  )

/** The height that a view of an aspect ratio needs for all. */
function extent(rects: readonly Rect[], aspect: number): number {
  const { width, height } = around(rects)
  return Math.max(width / aspect, height)
}
