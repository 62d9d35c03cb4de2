import { atOnce, PIECE, type Steps } from '../../app/slices.ts'
import type { Point } from '../../graph/scene/camera.ts'
import { groupKey } from './projection.ts'
import { placementOf, type SurfaceState } from './surface.ts'

/** Where a saved view has its parts. */
export interface Places {
  /** Positions by key, collapsed groups under their group key. */
  readonly positions: ReadonlyMap<string, Point>
  /** Routes of the layout by the key of their link. */
  readonly ways: ReadonlyMap<string, readonly number[]>
}

export const NO_PLACES: Places = { positions: new Map(), ways: new Map() }

export const placesOf = (state: SurfaceState): Places => atOnce(placeSteps(state))

/** {@link placesOf} as a pausable computation. */
export function* placeSteps(state: SurfaceState): Steps<Places> {
  const positions = new Map<string, Point>()
  const ways = new Map<string, readonly number[]>()
  const { xy, groups, ways: routes } = placementOf(state)
  for (const [index, node] of state.graph.nodes.entries()) {
    if (index % PIECE === 0) yield
    const [x, y] = [xy[2 * index] ?? Number.NaN, xy[2 * index + 1] ?? Number.NaN]
    if (!Number.isNaN(x)) positions.set(node.key, { x: Math.round(x), y: Math.round(y) })
  }
  for (const [group, place] of groups) positions.set(groupKey(group), place)
  for (const [edge, way] of routes) {
    if (ways.size % PIECE === 0) yield
    ways.set(state.graph.edges[edge]?.key ?? '', Array.from(way, Math.round))
  }
  return { positions, ways }
}
