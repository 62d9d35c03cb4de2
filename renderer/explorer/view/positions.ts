import { atOnce, PIECE, type Steps } from '../../app/slices.ts'
import type { Point } from '../../graph/scene/camera.ts'
import { groupKey } from './projection.ts'
import { placementOf, type SurfaceState } from './surface.ts'

/** Positions by key, collapsed groups under their group key. */
export const positionsOf = (state: SurfaceState): Map<string, Point> => atOnce(positionSteps(state))

/** {@link positionsOf} as a pausable computation. */
export function* positionSteps(state: SurfaceState): Steps<Map<string, Point>> {
  const positions = new Map<string, Point>()
  const { xy, groups } = placementOf(state)
  for (const [index, node] of state.graph.nodes.entries()) {
    if (index % PIECE === 0) yield
    const [x, y] = [xy[2 * index] ?? Number.NaN, xy[2 * index + 1] ?? Number.NaN]
    if (!Number.isNaN(x)) positions.set(node.key, { x: Math.round(x), y: Math.round(y) })
  }
  for (const [group, place] of groups) positions.set(groupKey(group), place)
  return positions
}
