import { countUnplaced, hasUnplacedGroup, isPlaced } from './placement.ts'
import { hasGroups } from './scene-builder.ts'
import { placementOf, viewOf, type SurfaceState } from './surface.ts'

/** Whether a layout is on the way that has a place for what has none yet: until then the picture stays as it was. */
export const awaitsPlaces = (state: SurfaceState): boolean =>
  state.layout.running &&
  (countUnplaced(state.projection, placementOf(state)) > 0 ||
    hasUnplacedGroup(state.projection, placementOf(state)))

/**
 * Whether what is redrawn needs room that there is not: everything is collapsed by now, and the groups left where their nodes
 * are would be specks in a wide empty plane; or a group has just been opened.
 */
export function needsRoom(state: SurfaceState): boolean {
  const { projection, graph } = state
  const placement = placementOf(state)
  if (
    projection.nodes.length === 0 &&
    projection.collapsed.length > 1 &&
    hasUnplacedGroup(projection, placement)
  )
    return true
  if (projection.collapsed.some(({ name, part }) => part && !placement.groups.has(name))) return true
  if (!hasGroups(viewOf(state))) return false
  const standing = new Set<number>()
  for (const node of projection.nodes) if (isPlaced(placement, node)) standing.add(graph.groupOf[node] ?? 0)
  return projection.nodes.some(
    (node) => !isPlaced(placement, node) && !standing.has(graph.groupOf[node] ?? 0),
  )
}
