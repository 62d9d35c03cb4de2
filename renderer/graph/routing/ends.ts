import type { Bounds } from '../scene/camera.ts'
import { sideKey, sideOf } from './ports.ts'

/** Items with their centres and sizes, and edges between them. */
export interface JoinedItems {
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
  readonly width: ArrayLike<number>
  readonly height: ArrayLike<number>
  /** Items at the ends of each edge. */
  readonly from: ArrayLike<number>
  readonly to: ArrayLike<number>
}

/** An open group with its content; edges from outside enter through a port on its border. */
export interface Frame extends Bounds {
  /** Width of its title from the top-left corner. */
  readonly titleWidth: number
  readonly titleHeight: number
  /** Around its open cards, if other parts of it are collapsed and lie outside of this. */
  readonly cards?: Bounds | undefined
}

/** Items, and the groups around them. */
export interface FramedItems extends JoinedItems {
  readonly count: number
  readonly frames: readonly Frame[]
}

/** Edges between the same two groups, which share their route between them. */
export interface Trunk {
  readonly lines: readonly number[]
  /** Frame at either end, or -1 and an item. */
  readonly fromFrame: number
  readonly toFrame: number
  readonly fromItem: number
  readonly toItem: number
  readonly points: Float32Array
}

export const rectOf = (
  { x, y, width, height }: Pick<JoinedItems, 'x' | 'y' | 'width' | 'height'>,
  item: number,
): Bounds => {
  const [w, h] = [(width[item] ?? 0) / 2, (height[item] ?? 0) / 2]
  const [cx, cy] = [x[item] ?? 0, y[item] ?? 0]
  return { left: cx - w, right: cx + w, top: cy - h, bottom: cy + h }
}

/** Where along each side, by `sideKey`, edges already end. */
type Taken = Map<string, number[]>
type Ways = (readonly number[])[]

const itself = (item: number): number => item

/** Adds where routed edges end, by the owner of an item's sides. */
export function addEnds(
  taken: Taken,
  input: JoinedItems,
  lines: Iterable<number>,
  ways: Ways,
  ownerOf = itself,
): Taken {
  const add = (item: number, x = 0, y = 0): void => {
    const side = sideOf(rectOf(input, item), x, y)
    const key = sideKey(ownerOf(item), side)
    const along = side === 'left' || side === 'right' ? y : x
    const list = taken.get(key)
    if (list) list.push(along)
    else taken.set(key, [along])
  }
  for (const line of lines) {
    const way = ways[line] ?? []
    if (way.length === 0) continue
    add(input.from[line] ?? 0, way[0], way[1])
    add(input.to[line] ?? 0, way.at(-2), way.at(-1))
  }
  return taken
}

/** Distance of an end from the corner of its card, and from the end of another edge. */
const INSET = 5
const APART = 3

/** The corners of a card: first the one over which loops are drawn unless other edges end there. */
const CORNERS = [
  ['right', 'top'],
  ['left', 'top'],
  ['right', 'bottom'],
  ['left', 'bottom'],
] as const

/**
 * Draws self-loops over a corner of their items, several nested around it, all nearer to it than where other
 * edges already end; adds their ends to these.
 */
export function drawLoops(
  taken: Taken,
  input: JoinedItems,
  loops: ReadonlyMap<number, readonly number[]> = new Map(),
  ways: Ways,
  ownerOf = itself,
): Taken {
  for (const [item, lines] of loops) {
    const rect = rectOf(input, item)
    const half = (rect.bottom - rect.top) / 2
    const corners = CORNERS.map(([beside, above]) => {
      const ends = (side: 'left' | 'right' | 'top' | 'bottom'): number[] =>
        (taken.get(sideKey(ownerOf(item), side)) ?? []).map((at) =>
          Math.abs(at - rect[side === beside ? above : beside]),
        )
      const down = nested(lines.length, 12, 4, nearest([...ends(beside), half + APART]))
      const along = nested(lines.length, 18, 6, nearest(ends(above)))
      return { beside, above, down, along, apart: Math.min(down.apart, along.apart) }
    })
    const { beside, above, down, along } =
      corners.find(({ apart }) => apart >= APART) ??
      corners.reduce((best, one) => (one.apart > best.apart ? one : best))
    const [outward, upward] = [beside === 'right' ? 1 : -1, above === 'bottom' ? 1 : -1]
    const [edge, rim] = [rect[beside], rect[above]]
    for (const [place, line] of lines.entries()) {
      const out = 8 + Math.min(3, place) * 3
      const y = rim - upward * Math.min(down.start + place * down.step, half)
      const x = edge - outward * Math.min(along.start + place * along.step, rect.right - rect.left - 10)
      const [right, top] = [edge + outward * out, rim + upward * out]
      ways[line] = [edge, y, right, y, right, top, x, top, x, rim]
    }
    addEnds(taken, input, lines, ways, ownerOf)
  }
  return taken
}

const nearest = (distances: readonly number[]): number =>
  distances.reduce((least, one) => Math.min(least, one), Infinity)

/** Where so many loops end, as distances from the corner. */
interface Nest {
  readonly start: number
  readonly step: number
  /** How far apart they and the other ends are; 0 if there is no room. */
  readonly apart: number
}

/** The usual distances if they are smaller than the room, else such as fit in it. */
function nested(count: number, first: number, step: number, room: number): Nest {
  const most = room - APART
  if (most < INSET) return { start: first, step, apart: 0 }
  if (first + step * (count - 1) <= most) return { start: first, step, apart: step }
  const start = Math.max(INSET, Math.min(first, most - step * (count - 1)))
  const close = count > 1 ? Math.min(step, (most - start) / (count - 1)) : step
  return { start, step: close, apart: close }
}
