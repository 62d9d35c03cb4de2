import type { Point } from '../scene/camera.ts'
import { detour, type Clearance } from './detour.ts'
import type { Obstacles } from './obstacles.ts'
import { outOf, type End, type Side } from './ports.ts'

/** A routed edge between ports that can be rerouted. */
export interface Strand {
  /** Indices of its ports in the list of all ports. */
  readonly ports: readonly number[]
  /** Alternating x and y; empty without a free route. */
  way: readonly number[]
  /** Which of the parallel lanes around a corner it takes. */
  lane: number
  /** Where it leads to, if it has one port. */
  readonly aim?: Point
  /** Computes its route between its current ports. */
  readonly lead: (lane: number) => readonly number[] | undefined
}

/** Distances that routes keep. */
interface Manner {
  readonly clearance: Clearance
  /** Straight segment at each end: room for the arrow head. */
  readonly stub: number
  /** Offset between lanes around one corner, so that parallel edges stay apart. */
  readonly apart: number
}

/** Between cards, and between groups. */
export const CARD_WAY: Manner = { clearance: { pad: 3, margin: 7 }, stub: 9, apart: 2 }
export const GROUP_WAY: Manner = { clearance: { pad: 6, margin: 14 }, stub: 14, apart: 7 }
/** The distances of a channel this many times as wide. */
export const widened = ({ clearance, stub, apart }: Manner, by: number): Manner => ({
  clearance: { pad: clearance.pad, margin: clearance.margin * by },
  stub: stub * by,
  apart: apart * by,
})
/** Number of lanes around a corner. */
const LANES = 4

/** The ends of edges, and their current positions. */
export interface Ports {
  readonly ends: readonly End[]
  readonly places: readonly Point[]
}

/**
 * Routes an edge between two consecutive ports: straight out of both, then around obstacles; in the first
 * manner that finds a route.
 */
export function strandAt(
  obstacles: Obstacles,
  { ends, places }: Ports,
  line: number,
  manners: readonly Manner[],
): Strand {
  const [first, last] = [2 * line, 2 * line + 1]
  const lead = (lane: number): readonly number[] | undefined => {
    const [start, end] = [places[first] as Point, places[last] as Point]
    for (const manner of manners) {
      const b = outOf(end, ends[last]?.side ?? 'left', manner.stub)
      const way = wayOut(obstacles, start, ends[first]?.side ?? 'right', b, manner, lane)
      if (way) return [...way, end.x, end.y]
    }
    return undefined
  }
  return strand([first, last], line, lead)
}

/** Routes the part of an edge from its item's port to where it parts from others that leave its frame. */
export function fanAt(obstacles: Obstacles, { ends, places }: Ports, port: number, fork: Point): Strand {
  const lead = (lane: number): readonly number[] | undefined =>
    wayOut(obstacles, places[port] as Point, ends[port]?.side ?? 'right', fork, CARD_WAY, lane)
  return { ...strand([port], port, lead), aim: fork }
}

function strand(ports: readonly number[], place: number, lead: Strand['lead']): Strand {
  const lane = place % LANES
  return { ports, way: lead(lane) ?? [], lane, lead }
}

/** Routes from a port straight out, then around obstacles to a point. */
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
