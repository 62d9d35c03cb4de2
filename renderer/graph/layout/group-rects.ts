/** A group to place. */
export interface PlacedGroup {
  readonly width: number
  readonly height: number
}

/** Edges between two groups. */
export interface GroupLink {
  readonly a: number
  readonly b: number
  readonly weight: number
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
