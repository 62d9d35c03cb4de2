import { type Bounds, meets } from '../scene/camera.ts'
import { reversed } from './forks.ts'
import { Obstacles } from './obstacles.ts'
import { addEnds, rectOf, type Frame, type FramedItems, type Trunk } from './ends.ts'
import { endAt, facingSides, placePorts, sideRange, type Side } from './ports.ts'
import { GROUP_WAY, CARD_WAY, strandAt } from './strand.ts'

/** Stands for the item at an end of a trunk: the open cards of its frame. */
export const CARDS = -2

/** Links of the open cards of a frame with one of its collapsed parts, by direction. */
export interface CardLinks {
  readonly part: number
  readonly there: number[]
  readonly back: number[]
}

/**
 * Joins the open cards of a frame, as one box, with each of its collapsed parts: one line for all links between them,
 * away from where the frame's other lines, `inner`, end.
 */
export function* routeToCards(
  input: FramedItems & { readonly frameOf: ArrayLike<number> },
  frame: number,
  cards: Bounds,
  links: Iterable<CardLinks>,
  { inner, ways }: { readonly inner: readonly number[]; readonly ways: (readonly number[])[] },
): Generator<void, Trunk[], void> {
  const joined = [...links]
  const rects = joined.map(({ part }) => rectOf(input, part))
  const sides = rects.map((rect) => facingSides(cards, rect, undefined))
  const parts = rects.map((rect, place) =>
    endAt(rect, joined[place]?.part ?? 0, sides[place]?.[1] ?? 'left', cards),
  )
  const ports = placePorts(parts, addEnds(new Map(), input, inner, ways))
  const obstacles = new Obstacles([cards, ...partRects(input, frame, cards)], CARD_WAY.clearance.pad)
  const trunks: Trunk[] = []
  for (const [place, { part, there, back }] of joined.entries()) {
    yield
    const [end, port] = [parts[place], ports[place]]
    const side = sides[place]?.[0]
    if (!end || !port || !side) continue
    const start = endAt(cards, CARDS, side, end.rect)
    const strand = strandAt(
      obstacles,
      { ends: [start, end], places: [besidePort(cards, side, port.x, port.y), port] },
      0,
      [GROUP_WAY, CARD_WAY],
    )
    if (strand.way.length === 0) continue
    const box = { fromFrame: frame, fromItem: CARDS, toFrame: -1, toItem: part }
    if (there.length > 0) trunks.push({ lines: there, ...box, points: Float32Array.from(strand.way) })
    if (back.length > 0)
      trunks.push({ lines: back, ...opposite(box), points: Float32Array.from(reversed(strand.way)) })
  }
  return trunks
}

type Ends = Pick<Trunk, 'fromFrame' | 'fromItem' | 'toFrame' | 'toItem'>

const opposite = ({ fromFrame, fromItem, toFrame, toItem }: Ends): Ends => ({
  fromFrame: toFrame,
  fromItem: toItem,
  toFrame: fromFrame,
  toItem: fromItem,
})

/** The point of a side opposite to a port, or the nearest to that. */
function besidePort(rect: Bounds, side: Side, x: number, y: number): { x: number; y: number } {
  const [low, high] = sideRange(rect, side)
  const clamped = (at: number): number => Math.min(Math.max(at, low), high)
  return side === 'left' || side === 'right'
    ? { x: rect[side], y: clamped(y) }
    : { x: clamped(x), y: rect[side] }
}

/** The collapsed parts of a frame, which lie outside of its cards, and its title. */
function partRects(
  input: FramedItems & { readonly frameOf: ArrayLike<number> },
  frame: number,
  cards: Bounds,
): Bounds[] {
  const rects: Bounds[] = []
  for (let item = 0; item < input.count; item++)
    if (input.frameOf[item] === frame && !meets(rectOf(input, item), cards)) rects.push(rectOf(input, item))
  const group = input.frames[frame]
  return group ? [...rects, titleOf(group)] : rects
}

/** The title of a frame: no line crosses it. */
export const titleOf = ({ left, top, titleWidth, titleHeight }: Frame): Bounds => ({
  left,
  top,
  right: left + titleWidth,
  bottom: top + titleHeight,
})
