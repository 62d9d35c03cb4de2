import { atOnce, PIECE, type Steps } from '../../app/slices.ts'
import { GROUP_PADDING, GROUP_TITLE } from '../../graph/layout/layout.ts'
import { LabelRoom } from '../../graph/paint/label-room.ts'
import { type Bounds, meets, type Point } from '../../graph/scene/camera.ts'
import {
  CARD_HEIGHT,
  cardWidth,
  COLLAPSED_HEIGHT,
  COLLAPSED_WIDTH,
  MAX_CARD_WIDTH,
} from '../../graph/scene/card.ts'
import { neighbours, type Graph } from '../graph/graph.ts'
import { groupOfPart, isPart } from '../graph/parts.ts'
import type { Projection } from './projection.ts'

/** Positions: centre of each node of the graph (NaN until placed), and of collapsed groups. */
export interface Placement {
  readonly xy: Float32Array
  readonly groups: ReadonlyMap<string, Point>
  /** Edge routes from the last layout, by edge index. */
  readonly ways: ReadonlyMap<number, Float32Array>
}

export const nowhere = (graph: Graph): Placement => ({
  xy: new Float32Array(2 * graph.nodes.length).fill(Number.NaN),
  groups: new Map(),
  ways: new Map(),
})

export const isPlaced = (placement: Placement, node: number): boolean =>
  !Number.isNaN(placement.xy[2 * node] ?? Number.NaN)

/** Maps positions to a changed graph by key. */
export function carryOver(before: Graph, placement: Placement, after: Graph): Placement {
  const { xy } = nowhere(after)
  after.nodes.forEach((node, index) => {
    const old = before.indexOf.get(node.key)
    if (old === undefined) return
    xy[2 * index] = placement.xy[2 * old] ?? Number.NaN
    xy[2 * index + 1] = placement.xy[2 * old + 1] ?? Number.NaN
  })
  return { xy, groups: placement.groups, ways: carriedWays(before, placement.ways, after) }
}

/** Routes by the edge indices of a changed graph. */
function carriedWays(before: Graph, ways: Placement['ways'], after: Graph): Placement['ways'] {
  const carried = new Map<number, Float32Array>()
  if (ways.size === 0) return carried
  const byKey = new Map([...ways].map(([edge, way]) => [before.edges[edge]?.key, way]))
  for (const [edge, { key }] of after.edges.entries()) {
    const way = byKey.get(key)
    if (way) carried.set(edge, way)
  }
  return carried
}

/** Places new collapsed groups at the centroid of their nodes and of their collapsed parts. */
export function placeGroups(projection: Projection, placement: Placement): Placement {
  const groups = new Map<string, Point>(placement.groups)
  for (const { name, nodes } of projection.collapsed) {
    if (groups.has(name)) continue
    const places = nodes.flatMap((node): Point[] =>
      isPlaced(placement, node)
        ? [{ x: placement.xy[2 * node] ?? 0, y: placement.xy[2 * node + 1] ?? 0 }]
        : [],
    )
    for (const [part, place] of placement.groups)
      if (isPart(part) && groupOfPart(part) === name) places.push(place)
    const sum = (axis: 'x' | 'y'): number => places.reduce((total, place) => total + place[axis], 0)
    const count = Math.max(1, places.length)
    groups.set(name, { x: sum('x') / count, y: sum('y') / count })
  }
  return { ...placement, groups }
}

/** Counts drawn nodes without a position. */
export function countUnplaced(projection: Projection, placement: Placement): number {
  let count = 0
  for (const node of projection.nodes) if (!isPlaced(placement, node)) count++
  return count
}

/** Whether a drawn group has no position. */
export const hasUnplacedGroup = ({ collapsed }: Projection, placement: Placement): boolean =>
  collapsed.some(({ name }) => !placement.groups.has(name))

/** Whether something drawn has no position. */
export const lacksPlaces = (projection: Projection, placement: Placement): boolean =>
  countUnplaced(projection, placement) > 0 || hasUnplacedGroup(projection, placement)

/** Step of the search for a free place, and the gap around cards, in world units. */
const STEP_X = MAX_CARD_WIDTH + 24
const STEP_Y = CARD_HEIGHT + 24
const GAP = 20
/** Rings of steps tried around the preferred place. */
const RINGS = 60

/** The placed nodes of a group: their bounds, the sum of their centres, and their number. */
interface Standing extends Bounds {
  readonly x: number
  readonly y: number
  readonly count: number
}

const cardAt = ({ x, y }: Point, width: number): Bounds => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - CARD_HEIGHT / 2,
  bottom: y + CARD_HEIGHT / 2,
})

const around = (a: Bounds, b: Bounds): Bounds => ({
  left: Math.min(a.left, b.left),
  right: Math.max(a.right, b.right),
  top: Math.min(a.top, b.top),
  bottom: Math.max(a.bottom, b.bottom),
})

const framed = ({ left, right, top, bottom }: Bounds): Bounds => ({
  left: left - GROUP_PADDING,
  right: right + GROUP_PADDING,
  top: top - GROUP_PADDING - GROUP_TITLE,
  bottom: bottom + GROUP_PADDING,
})

/**
 * Places new nodes on free ground beside their placed neighbours; in grouped layouts inside their group, whose
 * frame grows over no other, with new groups at the right. Placed items do not move.
 */
export const placeNewcomers = (...of: Parameters<typeof newcomerSteps>): Placement =>
  atOnce(newcomerSteps(...of))

/** {@link placeNewcomers} as a pausable computation. */
export function* newcomerSteps(
  graph: Graph,
  projection: Projection,
  placement: Placement,
  grouped = false,
): Steps<Placement> {
  const unplaced = [...projection.nodes].filter((node) => !isPlaced(placement, node))
  if (unplaced.length === 0) return placement
  const xy = placement.xy.slice()
  const room = new LabelRoom()
  const standing = new Map<number, Standing>()
  let [right, top] = [-Infinity, Infinity]
  const widthOf = (node: number): number => cardWidth(graph.nodes[node]?.label ?? '', graph.nodes[node]?.kind)
  const stand = (node: number, place: Point): void => {
    const card = cardAt(place, widthOf(node))
    room.block(place.x, place.y, card.right - card.left + GAP, CARD_HEIGHT + GAP)
    const group = graph.groupOf[node] ?? 0
    const known = standing.get(group)
    const sum = { x: (known?.x ?? 0) + place.x, y: (known?.y ?? 0) + place.y, count: (known?.count ?? 0) + 1 }
    standing.set(group, { ...(known ? around(known, card) : card), ...sum })
    right = Math.max(right, place.x)
    top = Math.min(top, place.y)
  }
  for (const [item, node] of projection.nodes.entries()) {
    if (item % PIECE === PIECE - 1) yield
    const [x, y] = [xy[2 * node] ?? Number.NaN, xy[2 * node + 1] ?? Number.NaN]
    if (!Number.isNaN(x)) stand(node, { x, y })
  }
  for (const { name } of projection.collapsed) {
    const place = placement.groups.get(name)
    if (place) room.block(place.x, place.y, COLLAPSED_WIDTH + GAP, COLLAPSED_HEIGHT + GAP)
  }
  for (const node of unplaced) {
    yield
    const group = graph.groupOf[node] ?? 0
    const own = standing.get(group)
    const others = grouped
      ? [...standing].flatMap(([other, bounds]) => (other === group ? [] : [framed(bounds)]))
      : []
    const wanted =
      grouped && !own && right > -Infinity
        ? { x: right + 4 * STEP_X, y: top }
        : wantedPlace(graph, node, xy, own, grouped)
    const place = freePlace(wanted, widthOf(node), room, (card) => {
      const frame = framed(own ? around(own, card) : card)
      return !others.some((other) => meets(frame, other))
    })
    stand(node, place)
    xy.set([place.x, place.y], 2 * node)
  }
  return { ...placement, xy }
}

/** Beside the placed neighbours, in a grouped layout those of the own group; else in the middle of the group, or below it. */
function wantedPlace(
  graph: Graph,
  node: number,
  xy: Float32Array,
  own: Standing | undefined,
  grouped: boolean,
): Point {
  let [x, y, count] = [0, 0, 0]
  for (const near of neighbours(graph, node)) {
    const nx = xy[2 * near.node] ?? Number.NaN
    if (Number.isNaN(nx) || (grouped && graph.groupOf[near.node] !== graph.groupOf[node])) continue
    x += nx + (near.outgoing ? -STEP_X : STEP_X)
    y += xy[2 * near.node + 1] ?? 0
    count++
  }
  if (count > 0) return { x: x / count, y: y / count }
  if (!own) return { x: 0, y: 0 }
  const middle = { x: own.x / own.count, y: own.y / own.count }
  return grouped ? middle : { ...middle, y: own.bottom + STEP_Y }
}

/** The nearest place without a card where the frame has room; if there is none, the nearest without a card. */
function freePlace(wanted: Point, width: number, room: LabelRoom, hasRoom: (card: Bounds) => boolean): Point {
  let second: Point | undefined
  for (let ring = 0; ring < RINGS; ring++)
    for (let column = -ring; column <= ring; column++)
      for (let row = -ring; row <= ring; row++) {
        if (Math.max(Math.abs(column), Math.abs(row)) !== ring) continue
        const place = { x: wanted.x + column * STEP_X, y: wanted.y + row * STEP_Y }
        if (!room.isFree(place.x, place.y, width, CARD_HEIGHT)) continue
        if (hasRoom(cardAt(place, width))) return place
        second ??= place
      }
  return second ?? wanted
}
