import { countUnplaced, hasUnplacedGroup, isPlaced } from './placement.ts'
import { GROUP_PADDING, GROUP_TITLE } from '../../graph/layout/layout.ts'
import { CARD_HEIGHT, cardWidth } from '../../graph/scene/card.ts'
import type { GraphNode } from '../graph/graph.ts'
import { hasGroups } from './scene-builder.ts'
import { styleOf } from './style-rule.ts'
import type { ViewState } from './view-state.ts'
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

/** World units between two cards; between cards of two groups their frames and a title are, too. */
const GAP = 16
const FRAMES_GAP = 2 * GROUP_PADDING + GROUP_TITLE + GAP

/**
 * Whether the cards that a change of the view made larger, such as a heat map, have room where they are: then all places
 * stay, which the user knows.
 */
export function hasRoom(before: ViewState, state: SurfaceState): boolean {
  const { projection, graph } = state
  const view = viewOf(state)
  const { xy } = placementOf(state)
  const [then, now] = [
    styleOf(before.rules, graph.nodes, before.heat),
    styleOf(view.rules, graph.nodes, view.heat),
  ]
  const isGrown = (node: number): boolean => {
    const data = graph.nodes[node] as GraphNode
    return now(data).size > then(data).size
  }
  const grown = projection.nodes.filter(isGrown)
  if (grown.length === 0) return true
  if (projection.nodes.length > MAX_COMPARED || projection.collapsed.length > 0) return false
  const cards = new Map(
    Array.from(projection.nodes, (node) => {
      const data = graph.nodes[node] as GraphNode
      const { size } = now(data)
      const [x, y] = [xy[2 * node] ?? Number.NaN, xy[2 * node + 1] ?? Number.NaN]
      const width = cardWidth(data.label, data.kind) * size
      return [node, { x, y, width, height: CARD_HEIGHT * size, group: graph.groupOf[node] }] as const
    }),
  )
  const grouped = hasGroups(view)
  return [...grown]
    .flatMap((node) => cards.get(node) ?? [])
    .every((one) =>
      [...cards.values()].every((other) => {
        const gap = grouped && one.group !== other.group ? FRAMES_GAP : GAP
        const beside = Math.abs(one.x - other.x) - (one.width + other.width) / 2
        const above = Math.abs(one.y - other.y) - (one.height + other.height) / 2
        return one === other || Math.max(beside, above) >= gap
      }),
    )
}

/** Cards that are compared with each other; of more the view shows no detail that one would remember. */
const MAX_COMPARED = 400

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
