import { COLLAPSED_HEIGHT, MAX_CARD_WIDTH } from '../scene/card.ts'
import { CHANNEL } from './channel.ts'
import type { LayoutProblem } from './layout.ts'

/** Rounds of pushing overlapping cards apart before everything is scaled up, and the scale factor. */
const ROUNDS = 60
const WIDER = 1.15
const MAX_WIDENINGS = 24
/** Minimum gap between two cards, enough for edges to pass. */
export const SEPARATION_GAP = 24

type Sizes = Pick<LayoutProblem, 'count' | 'width' | 'height' | 'fixed'>

/** Room around a collapsed group for its own, and around a card, so that all lines between them can be followed. */
const GROUP_ROOM = CHANNEL / 2
export const CARD_ROOM = SEPARATION_GAP / 2
type RoomOf = (problem: Sizes, item: number) => number
export const roomAround = ({ height }: Sizes, item: number): number =>
  height[item] === COLLAPSED_HEIGHT ? GROUP_ROOM : CARD_ROOM

/**
 * Removes overlaps by pushing cards apart along the shorter axis, each with this room around it, and more at its sides.
 * Fixed ones stay.
 */
export function separate(
  problem: Sizes,
  xy: Float32Array,
  roomOf: RoomOf = () => CARD_ROOM,
  aside = 0,
): void {
  const isFixed = (item: number): boolean => !Number.isNaN(problem.fixed[2 * item] ?? Number.NaN)
  const room = Float32Array.from({ length: problem.count }, (_, item) => roomOf(problem, item))
  for (let widening = 0; widening < MAX_WIDENINGS; widening++) {
    for (let round = 0; round < ROUNDS; round++) if (!pushApart(problem, xy, isFixed, room, aside)) return
    for (let item = 0; item < problem.count; item++) {
      if (isFixed(item)) continue
      xy[2 * item] = (xy[2 * item] ?? 0) * WIDER
      xy[2 * item + 1] = (xy[2 * item + 1] ?? 0) * WIDER
    }
  }
}

/** One round; returns false if nothing had to move. */
function pushApart(
  problem: Sizes,
  xy: Float32Array,
  isFixed: (item: number) => boolean,
  room: Float32Array,
  aside: number,
): boolean {
  const { count, width, height } = problem
  const order = Array.from({ length: count }, (_, item) => item).sort(
    (a, b) => (xy[2 * a] ?? 0) - (xy[2 * b] ?? 0) || a - b,
  )
  const widest = Math.max(MAX_CARD_WIDTH, ...width) + 2 * (GROUP_ROOM + aside)
  let moved = false
  for (let i = 0; i < count; i++) {
    const a = order[i] ?? 0
    for (let j = i + 1; j < count; j++) {
      const b = order[j] ?? 0
      const dx = (xy[2 * b] ?? 0) - (xy[2 * a] ?? 0)
      if (dx > widest) break
      const gap = (room[a] ?? 0) + (room[b] ?? 0)
      const dy = (xy[2 * b + 1] ?? 0) - (xy[2 * a + 1] ?? 0)
      const overY = ((height[a] ?? 0) + (height[b] ?? 0)) / 2 + gap - Math.abs(dy)
      if (overY <= 0.01) continue
      const overX = ((width[a] ?? 0) + (width[b] ?? 0)) / 2 + gap + 2 * aside - Math.abs(dx)
      if (overX <= 0.01 || (isFixed(a) && isFixed(b))) continue
      moved = true
      const axis = overY <= overX ? 1 : 0
      const push = (axis === 1 ? overY * (dy < 0 ? -1 : 1) : overX * (dx < 0 ? -1 : 1)) / 2
      const share = isFixed(a) || isFixed(b) ? 2 : 1
      const more = Math.sign(push) * 0.25
      if (!isFixed(a)) xy[2 * a + axis] = (xy[2 * a + axis] ?? 0) - push * share - more
      if (!isFixed(b)) xy[2 * b + axis] = (xy[2 * b + axis] ?? 0) + push * share + more
    }
  }
  return moved
}
