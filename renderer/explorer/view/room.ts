import { hasUnplacedGroup, isPlaced, lacksPlaces } from './placement.ts'
import { GROUP_PADDING, GROUP_TITLE } from '../../graph/layout/layout.ts'
import type { Point, Size } from '../../graph/scene/camera.ts'
import { CARD_HEIGHT, cardWidth, COLLAPSED_HEIGHT, COLLAPSED_WIDTH } from '../../graph/scene/card.ts'
import type { Graph, GraphNode } from '../graph/graph.ts'
import { type Heat, shareOf } from './heat.ts'
import { hasGroups } from './scene-builder.ts'
import { styleOf } from './style-rule.ts'
import type { ViewState } from './view-state.ts'
import { placementOf, viewOf, type SurfaceState } from './surface.ts'

/** Whether a layout is pending that will place unplaced items; until then the scene does not change. */
export const awaitsPlaces = (state: SurfaceState): boolean =>
  state.layout.running && lacksPlaces(state.projection, placementOf(state))

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
  if (!hasGroups(viewOf(state), projection)) return false
  const standing = new Set<number>()
  for (const node of projection.nodes) if (isPlaced(placement, node)) standing.add(graph.groupOf[node] ?? 0)
  return projection.nodes.some(
    (node) => !isPlaced(placement, node) && !standing.has(graph.groupOf[node] ?? 0),
  )
}

/** World units between two cards; between cards of two groups their frames and a title are, too. */
const GAP = 16
const FRAMES_GAP = 2 * GROUP_PADDING + GAP

/** Cards that are compared with each other; of more the view shows no detail that one would remember. */
const MAX_COMPARED = 600

/** A card where it is, at its usual size times `size`; or a collapsed group, whose size does not change. */
interface Card extends Point, Size {
  readonly group: number | undefined
  readonly size: number
}

function cardsOf(state: SurfaceState, sizeOf: (node: GraphNode) => number): Card[] {
  const { projection, graph } = state
  const { xy, groups } = placementOf(state)
  const cards = Array.from(projection.nodes, (node): Card => {
    const data = graph.nodes[node] as GraphNode
    const [x, y] = [xy[2 * node] ?? Number.NaN, xy[2 * node + 1] ?? Number.NaN]
    const width = cardWidth(data.label, data.kind)
    return { x, y, width, height: CARD_HEIGHT, group: graph.groupOf[node], size: sizeOf(data) }
  })
  for (const { name, group } of projection.collapsed) {
    const { x, y } = groups.get(name) ?? { x: Number.NaN, y: Number.NaN }
    cards.push({ x, y, width: COLLAPSED_WIDTH, height: COLLAPSED_HEIGHT, group, size: 1 })
  }
  return cards
}

/** The room between two cards of their usual size beyond the least, across and down. */
function roomBetween(a: Card, b: Card, grouped: boolean): readonly [across: number, down: number] {
  const apart = grouped && a.group !== b.group
  return [
    Math.abs(a.x - b.x) - (a.width + b.width) / 2 - (apart ? FRAMES_GAP : GAP),
    Math.abs(a.y - b.y) - (a.height + b.height) / 2 - (apart ? FRAMES_GAP + GROUP_TITLE : GAP),
  ]
}

/** Whether a room is less than this much in both directions, so that the cards lie on each other. */
const isTaken = ([across, down]: ReturnType<typeof roomBetween>, least = 0): boolean =>
  across < least && down < least

/**
 * Whether the cards that a change of the view made larger have room where they are: then all places stay, which the user
 * knows.
 */
export function hasRoom(before: ViewState, state: SurfaceState): boolean {
  const { projection, graph } = state
  const view = viewOf(state)
  const [then, now] = [
    styleOf(before.rules, graph.nodes, before.heat),
    styleOf(view.rules, graph.nodes, view.heat),
  ]
  const grown = Array.from(projection.nodes, (node) => {
    const data = graph.nodes[node] as GraphNode
    return now(data).size > then(data).size
  })
  if (!grown.includes(true)) return true
  if (grown.length + projection.collapsed.length > MAX_COMPARED) return false
  const cards = cardsOf(state, (node) => now(node).size)
  const grouped = hasGroups(view, projection)
  const more = (length: number, { size }: Card): number => (length * (size - 1)) / 2
  return grown.every(
    (isGrown, place) =>
      !isGrown ||
      cards.every((other) => {
        const one = cards[place] as Card
        const [across, down] = roomBetween(one, other, grouped)
        return (
          one === other ||
          across >= more(one.width, one) + more(other.width, other) ||
          down >= more(one.height, one) + more(other.height, other)
        )
      }),
  )
}

/** A heat map whose cards grow no more than they have room for where they are, so that all places stay. */
export function withRoom(heat: Heat, state: SurfaceState): Heat {
  const { projection } = state
  if (projection.nodes.length + projection.collapsed.length > MAX_COMPARED) return { ...heat, growth: 1 }
  const cards = cardsOf(state, ({ key }) => {
    const value = heat.values.get(key)
    return value === undefined ? 0 : shareOf(heat, value)
  }).map((card, place) => (place < projection.nodes.length ? card : { ...card, size: 0 }))
  const grouped = hasGroups(viewOf(state), projection)
  let most = heat.growth - 1
  for (const [place, one] of cards.entries())
    for (const other of cards.slice(place + 1)) {
      if (one.size + other.size === 0) continue
      const [across, down] = roomBetween(one, other, grouped)
      const grows = (a: number, b: number): number => (a * one.size + b * other.size) / 2
      const growth = Math.max(across / grows(one.width, other.width), down / grows(one.height, other.height))
      if (!Number.isNaN(growth)) most = Math.min(most, growth)
    }
  // Slightly less, for places are rounded.
  return { ...heat, growth: 1 + Math.max(0, most) * 0.99 }
}

/** Share of drawn cards with another width from which all places are those of another picture. */
const OTHER_SHARE = 0.3

/**
 * Whether the names of a graph that is shown again need other places: in another language most cards have another width, and even
 * a single longer name may lie on its neighbour.
 */
export function hasOutgrown(before: Graph, state: SurfaceState): boolean {
  const { projection, graph } = state
  const placement = placementOf(state)
  const widthOf = ({ label, kind }: GraphNode): number => cardWidth(label, kind)
  const others: number[] = []
  for (const [item, index] of projection.nodes.entries()) {
    const node = graph.nodes[index] as GraphNode
    const old = before.nodes[before.indexOf.get(node.key) ?? -1]
    if (old && old.label !== node.label && widthOf(old) !== widthOf(node) && isPlaced(placement, index))
      others.push(item)
  }
  if (others.length > projection.nodes.length * OTHER_SHARE) return true
  if (others.length === 0 || projection.nodes.length > MAX_COMPARED) return false
  const cards = cardsOf(state, () => 1)
  return others.some((item) =>
    cards.some(
      (other, place) =>
        place !== item &&
        isTaken(roomBetween(cards[item] as Card, other, hasGroups(viewOf(state), projection))),
    ),
  )
}

/**
 * Whether cards of a restored view lie on each other where nobody put them: its places were those of names in another
 * language. What was dragged is pinned.
 */
export function hasOverlap(state: SurfaceState): boolean {
  const { projection, graph } = state
  if (projection.nodes.length > MAX_COMPARED) return false
  const { pins } = viewOf(state)
  const free = cardsOf(state, () => 1).filter((_, place) => {
    const node = projection.nodes[place]
    return node !== undefined && !pins.has(graph.nodes[node]?.key ?? '')
  })
  return free.some((one, place) =>
    // The gap beside a card may be taken by hand.
    free.slice(place + 1).some((other) => isTaken(roomBetween(one, other, false), -GAP)),
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
