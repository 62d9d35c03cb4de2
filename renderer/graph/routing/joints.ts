import type { Bounds, Point } from '../scene/camera.ts'
import { isSmallGraph } from '../layout/siblings.ts'
import { endAt, placePorts, sideKey, sideRange, spread, type End, type Side, type Taken } from './ports.ts'
import type { Frame, FramedItems } from './ends.ts'

/** Edges between two units: frames, or ungrouped items, which are negative. */
export interface Joint {
  readonly lines: readonly number[]
  readonly from: number
  readonly to: number
  readonly sides: readonly [Side, Side]
}

/** The positions on a side that an end may have: on a frame not above its title, which must not be crossed. */
export function rangeOf(frames: readonly Frame[], { owner, rect, side }: End): readonly [number, number] {
  const frame = frames[owner]
  if (!frame) return sideRange(rect, side)
  if (side === 'left' || side === 'right') return [rect.top + 40, Math.max(rect.top + 40, rect.bottom - 12)]
  const low = side === 'top' ? Math.min(rect.left + frame.titleWidth + 12, rect.right - 20) : rect.left + 16
  return [low, Math.max(low, rect.right - 16)]
}

/**
 * Start and end of each connection, alternating: on an item as for any edge, on a frame where the route is
 * straight.
 */
export function portsOf(
  input: FramedItems,
  joints: readonly Joint[],
  taken: Taken,
  rectOfUnit: (unit: number) => Bounds,
  wide: number,
): { ends: End[]; places: Point[] } {
  const ends = joints.flatMap(({ from, to, sides }): End[] => [
    endAt(rectOfUnit(from), from, sides[0], rectOfUnit(to)),
    endAt(rectOfUnit(to), to, sides[1], rectOfUnit(from)),
  ])
  const places = placePorts(ends, taken)
  const { frames } = input
  const isSmall = isSmallGraph(input)
  const bySide = new Map<string, number[]>()
  ends.forEach(({ owner, side }, index) => {
    if (owner < 0) return
    const list = bySide.get(sideKey(owner, side))
    if (list) list.push(index)
    else bySide.set(sideKey(owner, side), [index])
  })
  for (const list of bySide.values()) {
    const { side, rect } = ends[list[0] ?? 0] as End
    const [low, high] = rangeOf(frames, ends[list[0] ?? 0] as End)
    const upright = side === 'left' || side === 'right'
    const along = spread(
      list.map((index) => {
        const { low: least, high: most, middle } = wantedAt(ends[index ^ 1] as End, ends[index] as End)
        if (!isSmall || least >= most) return middle
        return Math.min(most, Math.max(least, linkedAt(input, joints[index >> 1] as Joint, upright)))
      }),
      low,
      high,
      wide,
    )
    list.forEach((index, place) => {
      const at = along[place] ?? low
      places[index] = upright ? { x: rect[side], y: at } : { x: at, y: rect[side] }
    })
  }
  return { ends, places }
}

/**
 * Where a straight edge from the other end would arrive: in the middle of the range that both sides share, otherwise as
 * close as possible.
 */
function wantedAt(other: End, own: End): { low: number; high: number; middle: number } {
  const upright = own.side === 'left' || own.side === 'right'
  const [a, b] = upright ? [own.rect.top, own.rect.bottom] : [own.rect.left, own.rect.right]
  const [c, d] = upright ? [other.rect.top, other.rect.bottom] : [other.rect.left, other.rect.right]
  const [low, high] = [Math.max(a, c), Math.min(b, d)]
  return { low, high, middle: low < high ? (low + high) / 2 : own.towards }
}

/** Where the only card at one end of a joint is, or else the middle of its cards. */
function linkedAt({ from, to, x, y }: FramedItems, { lines }: Joint, upright: boolean): number {
  const at = upright ? y : x
  const items = [from, to].map((ends) => [...new Set(lines.map((line) => ends[line] ?? 0))])
  const all = items.find(({ length }) => length === 1) ?? items.flat()
  return all.reduce((sum, item) => sum + (at[item] ?? 0), 0) / all.length
}
