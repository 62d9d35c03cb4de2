import { countUnplaced, hasUnplacedGroup, isPlaced } from './placement.ts'
import { hasGroups } from './scene-builder.ts'
import { placementOf, viewOf, type SurfaceState } from './surface.ts'

/** Whether a layout is pending that will place unplaced items; until then the scene does not change. */
export const awaitsPlaces = (state: SurfaceState): boolean =>
  state.layout.running &&
  (countUnplaced(state.projection, placementOf(state)) > 0 ||
    hasUnplacedGroup(state.projection, placementOf(state)))

/**
 * Whether a change needs a new layout: everything is collapsed, and groups left at their nodes' positions
 * would be tiny and far apart; or a group was just opened.
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

/** Drawn nodes that count as many, and the share of them below which an isolation leaves few. */
const MANY = 200
const THIN_SHARE = 0.5

/**
 * Whether an isolation left few of many nodes: where they were, they would be lost in the space of the others,
 * and are laid out anew.
 */
export const isThinned = (before: SurfaceState, now: SurfaceState): boolean =>
  viewOf(now).isolated !== undefined &&
  viewOf(now).isolated !== viewOf(before).isolated &&
  before.projection.nodes.length > MANY &&
  now.projection.nodes.length < before.projection.nodes.length * THIN_SHARE
