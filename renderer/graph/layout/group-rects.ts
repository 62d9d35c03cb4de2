/** A group to place. */
export interface PlacedGroup {
  readonly width: number
  readonly height: number
  /** What links pass to reach its cards, in a small graph. */
  readonly veil?: Veil
}

/** World units that a link to a group of cards counts as longer, from beside it and from above or below. */
export interface Veil {
  readonly beside: number
  readonly above: number
}

/** Edges between two groups. */
export interface GroupLink {
  readonly a: number
  readonly b: number
  readonly weight: number
  /** Those from `a` to `b`, less those from `b` to `a`. */
  readonly lead?: number
}

/** How much longer links count that lead to the left, or up. */
const BACKWARD = 60

/**
 * How much longer the links between two groups of a small graph count because of what they pass, and which way they lead
 * (`lead`: from the one to the other, if positive).
 */
export function veilBetween(a: Rect, b: Rect, lead: number): number {
  if (!a.veil || !b.veil) return 0
  const across = Math.max(b.x - a.x - a.width, a.x - b.x - b.width)
  const down = Math.max(b.y - a.y - a.height, a.y - b.y - b.height)
  const [side, ahead] = across >= down ? (['beside', b.x - a.x] as const) : (['above', b.y - a.y] as const)
  return a.veil[side] + b.veil[side] + (lead * ahead < 0 ? BACKWARD : 0)
}

export type Place = { x: number; y: number }
export type Rect = Place & PlacedGroup

/** How much the mean length of edges counts, compared with the size of the whole. */
export const LENGTH = 0.5

/** Attraction of several edges: more than one, less than their number. */
export const pull = (weight: number): number => 1 + Math.log2(weight)

export const area = ({ width, height }: PlacedGroup): number => width * height

export const meets = (a: Rect, b: Rect, channel: number): boolean =>
  a.x < b.x + b.width + channel &&
  b.x < a.x + a.width + channel &&
  a.y < b.y + b.height + channel &&
  b.y < a.y + a.height + channel

/** Distance between the sides of two groups, plus a fraction of that between their centres. */
export function distance(a: Rect, b: Rect): number {
  const dx = Math.abs(a.x + a.width / 2 - b.x - b.width / 2)
  const dy = Math.abs(a.y + a.height / 2 - b.y - b.height / 2)
  const gap = (far: number, one: number, other: number): number => Math.max(0, far - (one + other) / 2)
  const [across, down] = [gap(dx, a.width, b.width), gap(dy, a.height, b.height)]
  // Math.hypot takes several times as long, and this is most of the time of a layout.
  return Math.sqrt(across * across + down * down) + Math.sqrt(dx * dx + dy * dy) * 0.25
}

/** The bounds of some rectangles. */
export function boundsOf(rects: readonly Rect[]): {
  left: number
  top: number
  right: number
  bottom: number
} {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of rects) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return { left, top, right, bottom }
}

/** The rectangle around some. */
export function around(rects: readonly Rect[]): Rect {
  const { left, top, right, bottom } = boundsOf(rects)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Places moved so that the leftmost and the topmost are at 0. */
export function fromOrigin(places: readonly Place[]): readonly Place[] {
  const [left, top] = [Math.min(...places.map(({ x }) => x)), Math.min(...places.map(({ y }) => y))]
  return places.map(({ x, y }) => ({ x: x - left, y: y - top }))
}
