import { atOnce, PIECE, type Steps } from '../../app/slices.ts'
import type { Point } from '../../graph/scene/camera.ts'
import { boxKey } from './scene-builder.ts'
import { placementOf, type SurfaceState } from './surface.ts'

/** Positions of everything that has one, by key; collapsed boxes under their box key. */
export const positionsOf = (state: SurfaceState): Map<string, Point> => atOnce(positionSteps(state))

/** {@link positionsOf} with pauses. */
export function* positionSteps(state: SurfaceState): Steps<Map<string, Point>> {
  const positions = new Map<string, Point>()
  const { xy, boxes } = placementOf(state)
  for (const [index, node] of state.graph.nodes.entries()) {
    if (index % PIECE === 0) yield
    const [x, y] = [xy[2 * index] ?? Number.NaN, xy[2 * index + 1] ?? Number.NaN]
    if (!Number.isNaN(x)) positions.set(node.key, { x: Math.round(x), y: Math.round(y) })
  }
  for (const [group, place] of boxes) positions.set(boxKey(group), place)
  return positions
}
