import { atOnce, PIECE, type Steps } from '../../app/slices.ts'
import { CARD_HEIGHT, MAX_CARD_WIDTH } from '../../graph/scene/card.ts'
import type { Point } from '../../graph/scene/camera.ts'
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

/** Grid cell for finding a free position, in world units. */
const CELL_X = MAX_CARD_WIDTH + 24
const CELL_Y = CARD_HEIGHT + 24
/** Rings of cells tried around the preferred position. */
const RINGS = 60

/**
 * Places new nodes beside their placed neighbours, in the nearest free cell; in grouped layouts inside their
 * group, with new groups at the right. Placed items do not move.
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
  const taken = new Set<string>()
  const cell = (x: number, y: number): string => `${Math.round(x / CELL_X)}:${Math.round(y / CELL_Y)}`
  const groupSum = new Map<number, { x: number; y: number; count: number; bottom: number }>()
  for (const [item, node] of projection.nodes.entries()) {
    if (item % PIECE === PIECE - 1) yield
    const [x, y] = [xy[2 * node] ?? Number.NaN, xy[2 * node + 1] ?? Number.NaN]
    if (Number.isNaN(x)) continue
    taken.add(cell(x, y))
    const group = graph.groupOf[node] ?? 0
    const sum = groupSum.get(group) ?? { x: 0, y: 0, count: 0, bottom: -Infinity }
    groupSum.set(group, { x: sum.x + x, y: sum.y + y, count: sum.count + 1, bottom: Math.max(sum.bottom, y) })
  }
  let [right, top] = [-Infinity, Infinity]
  for (const node of projection.nodes) {
    if (!isPlaced(placement, node)) continue
    right = Math.max(right, xy[2 * node] ?? 0)
    top = Math.min(top, xy[2 * node + 1] ?? 0)
  }
  for (const node of unplaced) {
    yield
    const group = graph.groupOf[node] ?? 0
    if (grouped && !groupSum.has(group) && right > -Infinity) {
      right += 4 * CELL_X
      groupSum.set(group, { x: right, y: top, count: 1, bottom: top - CELL_Y })
    }
    const sum = groupSum.get(group)
    const wanted =
      grouped && sum ? { x: sum.x / sum.count, y: sum.y / sum.count } : wantedPlace(graph, node, xy, groupSum)
    const free = freeCell(wanted, taken, cell)
    taken.add(cell(free.x, free.y))
    xy[2 * node] = free.x
    xy[2 * node + 1] = free.y
  }
  return { ...placement, xy }
}

function wantedPlace(
  graph: Graph,
  node: number,
  xy: Float32Array,
  groups: ReadonlyMap<number, { x: number; y: number; count: number; bottom: number }>,
): Point {
  let [x, y, count] = [0, 0, 0]
  for (const near of neighbours(graph, node)) {
    const nx = xy[2 * near.node] ?? Number.NaN
    if (Number.isNaN(nx)) continue
    x += nx + (near.outgoing ? -CELL_X : CELL_X)
    y += xy[2 * near.node + 1] ?? 0
    count++
  }
  if (count > 0) return { x: x / count, y: y / count }
  const group = groups.get(graph.groupOf[node] ?? 0)
  return group ? { x: group.x / group.count, y: group.bottom + CELL_Y } : { x: 0, y: 0 }
}

function freeCell(wanted: Point, taken: ReadonlySet<string>, cell: (x: number, y: number) => string): Point {
  for (let ring = 0; ring < RINGS; ring++)
    for (let column = -ring; column <= ring; column++)
      for (let row = -ring; row <= ring; row++) {
        if (Math.max(Math.abs(column), Math.abs(row)) !== ring) continue
        const place = { x: wanted.x + column * CELL_X, y: wanted.y + row * CELL_Y }
        if (!taken.has(cell(place.x, place.y))) return place
      }
  return wanted
}
