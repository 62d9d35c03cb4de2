import type { Point } from '../scene/camera.ts'
import { detour, type Clearance } from './detour.ts'
import type { Obstacles } from './obstacles.ts'
import { outOf, type End, type Side } from './ports.ts'

/** A line on its way between ports, which may be led another way. */
export interface Strand {
  /** Where its ports stand in the list of all. */
  readonly ports: readonly number[]
  /** x and y in turn; none where there is no free way. */
  way: readonly number[]
  /** Which of the ways around a corner it takes. */
  lane: number
  /** Its way between its ports as they stand now. */
  readonly lead: (lane: number) => readonly number[] | undefined
}

/** How lines keep away from what is in their way. */
interface Manner {
  readonly clearance: Clearance
  /** How far a line leaves at a right angle: room for the arrow head. */
  readonly stub: number
  /** Ways around one corner differ by so much, so that lines beside each other stay apart. */
  readonly apart: number
}

/** Among cards, and among groups. */
export const CARD_WAY: Manner = { clearance: { pad: 3, margin: 7 }, stub: 9, apart: 2 }
export const GROUP_WAY: Manner = { clearance: { pad: 6, margin: 14 }, stub: 14, apart: 7 }
/** Ways around one corner. */
const LANES = 4

/** The ends of lines, and where each of them stands now. */
export interface Ports {
  readonly ends: readonly End[]
  readonly places: readonly Point[]
}

/** A line between two ports that stand in turn: straight out of both, then around what stands in the way. */
export function strandAt(
  obstacles: Obstacles,
  { ends, places }: Ports,
  line: number,
  manner: Manner,
): Strand {
  const [first, last] = [2 * line, 2 * line + 1]
  const lead = (lane: number): readonly number[] | undefined => {
    const [start, end] = [places[first] as Point, places[last] as Point]
    const b = outOf(end, ends[last]?.side ?? 'left', manner.stub)
    const way = wayOut(obstacles, start, ends[first]?.side ?? 'right', b, manner, lane)
    return way && [...way, end.x, end.y]
  }
  return strand([first, last], line, lead)
}

/** The part of a line from a port at its item to where it leaves its frame. */
export function fanAt(
  obstacles: Obstacles,
  { ends, places }: Ports,
  port: number,
  exit: { readonly port: Point; readonly side: Side },
): Strand {
  const inside = outOf(exit.port, exit.side, -CARD_WAY.stub)
  const lead = (lane: number): readonly number[] | undefined =>
    wayOut(obstacles, places[port] as Point, ends[port]?.side ?? 'right', inside, CARD_WAY, lane)
  return strand([port], port, lead)
}

function strand(ports: readonly number[], place: number, lead: Strand['lead']): Strand {
  const lane = place % LANES
  return { ports, way: lead(lane) ?? [], lane, lead }
}

/** From a port straight out, then around what stands in the way of a point. */
function wayOut(
  obstacles: Obstacles,
  start: Point,
  side: Side,
  to: Point,
  { clearance, stub, apart }: Manner,
  lane: number,
): readonly number[] | undefined {
  const a = outOf(start, side, stub)
  const margin = clearance.margin + lane * apart
  const bends = detour(obstacles, a.x, a.y, to.x, to.y, { ...clearance, margin })
  return bends && [start.x, start.y, a.x, a.y, ...bends, to.x, to.y]
}
