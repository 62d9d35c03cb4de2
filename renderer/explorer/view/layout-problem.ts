import type { LayoutProblem, LayoutResult } from '../../graph/layout/layout.ts'
import {
  CARD_HEIGHT,
  cardWidth,
  COLLAPSED_HEIGHT,
  COLLAPSED_WIDTH,
  leastGroupWidth,
} from '../../graph/scene/card.ts'
import { PIECE, sortSteps, type Steps } from '../../app/slices.ts'
import { fittingAspect, naturalHeight, type Point, type Size } from '../../graph/scene/camera.ts'
import type { Graph, GraphNode } from '../graph/graph.ts'
import type { Placement } from './placement.ts'
import { edgesOfLine, type Projection } from './projection.ts'
import { hasGroups } from './scene-builder.ts'
import { stoodOf } from './stood.ts'
import { styleOf } from './style-rule.ts'
import type { ViewState } from './view-state.ts'
import { groupNameIn } from './words.ts'

/** Time limit of a layout in milliseconds, after which the rest falls back to the grid. */
const LAYOUT_TIMEOUT_MS = 15_000

/**
 * Builds the layout problem: the drawn nodes, and each collapsed group as an item in its own group, shaped for a
 * view of this size. With places, what stands there stays as far as it can.
 */
export function* layoutProblemSteps(
  graph: Graph,
  view: ViewState,
  projection: Projection,
  size?: Size,
  kept?: Placement,
): Steps<LayoutProblem> {
  const nodes = projection.nodes.length
  const count = nodes + projection.collapsed.length
  const fixed = new Float32Array(2 * count).fill(Number.NaN)
  const groupOf = new Uint32Array(count)
  const renamed = new Map<number, number>()
  const local = (group: number): number => {
    const known = renamed.get(group)
    if (known !== undefined) return known
    renamed.set(group, renamed.size)
    return renamed.size - 1
  }
  const names: string[] = []
  for (const [item, node] of projection.nodes.entries()) {
    if (item % PIECE === 0) yield
    const key = graph.nodes[node]?.key ?? ''
    names.push(key)
    groupOf[item] = local(graph.groupOf[node] ?? 0)
    const pinned = view.pins.get(key)
    if (!pinned) continue
    fixed[2 * item] = pinned.x
    fixed[2 * item + 1] = pinned.y
  }
  projection.collapsed.forEach(({ group }, i) => (groupOf[nodes + i] = local(group)))
  const sorted = yield* sortSteps(
    Uint32Array.from({ length: nodes }, (_, item) => item),
    (a, b) => ((names[a] ?? '') < (names[b] ?? '') ? -1 : 1),
  )
  const order = new Uint32Array(count)
  sorted.forEach((item, place) => (order[item] = place))
  for (let item = nodes; item < count; item++) order[item] = item
  const title = new Float32Array(renamed.size)
  for (const [group, place] of renamed)
    title[place] = leastGroupWidth(groupNameIn(graph, graph.groups[group]))
  for (const { group, part } of projection.collapsed) if (!part) title[local(group)] = 0
  const root = view.root === undefined ? undefined : graph.indexOf.get(view.root)
  const { edges, bundles, itemOf } = projection
  const [from, to] = [
    new Uint32Array(edges.length + bundles.length),
    new Uint32Array(edges.length + bundles.length),
  ]
  for (const [place, edge] of edges.entries()) {
    if (place % PIECE === 0) yield
    from[place] = itemOf[graph.from[edge] ?? 0] ?? 0
    to[place] = itemOf[graph.to[edge] ?? 0] ?? 0
  }
  for (const [i, bundle] of bundles.entries()) {
    from[edges.length + i] = bundle.from
    to[edges.length + i] = bundle.to
  }
  const width = new Float32Array(count).fill(COLLAPSED_WIDTH)
  const height = new Float32Array(count).fill(COLLAPSED_HEIGHT)
  const style = styleOf(view.rules, graph.nodes, view.heat)
  for (const [item, place] of projection.nodes.entries()) {
    const node = graph.nodes[place] as GraphNode
    const { size } = style(node)
    width[item] = cardWidth(node.label, node.kind) * size
    height[item] = CARD_HEIGHT * size
  }
  const stood = kept && stoodOf(graph, projection, kept, { width, height })
  return {
    algorithm: view.layout,
    isFramed: hasGroups(view, projection),
    count,
    width,
    height,
    from,
    to,
    groupOf,
    groups: renamed.size,
    title,
    order,
    fixed,
    root: root === undefined ? -1 : (projection.itemOf[root] ?? -1),
    ...(size && size.width > 0 && size.height > 0
      ? { aspect: fittingAspect(size), tall: naturalHeight(size) }
      : {}),
    ...(stood && { stood: { ...stood, ways: waysOf(projection, kept) } }),
    deadline: LAYOUT_TIMEOUT_MS,
  }
}

/** The routes that there are, by line. */
function waysOf({ edges }: Projection, { ways }: Placement): Map<number, Float32Array> {
  const known = new Map<number, Float32Array>()
  if (ways.size > 0)
    for (const [line, edge] of edges.entries()) {
      const way = ways.get(edge)
      if (way) known.set(line, way)
    }
  return known
}

/**
 * Applies a layout result. Items that are not drawn keep their position; nodes inside collapsed groups, and collapsed
 * positions of open groups, are dropped: they belong to an earlier layout and would overlap this one.
 */
export function applyLayout(projection: Projection, placement: Placement, result: LayoutResult): Placement {
  const xy = placement.xy.slice()
  projection.nodes.forEach((node, item) => {
    xy[2 * node] = result.xy[2 * item] ?? 0
    xy[2 * node + 1] = result.xy[2 * item + 1] ?? 0
  })
  const groups = new Map<string, Point>()
  projection.collapsed.forEach(({ name, nodes }, i) => {
    const item = projection.nodes.length + i
    for (const node of nodes) xy.fill(Number.NaN, 2 * node, 2 * node + 2)
    groups.set(name, {
      x: result.xy[2 * item] ?? 0,
      y: result.xy[2 * item + 1] ?? 0,
    })
  })
  const ways = new Map<number, Float32Array>()
  for (const [line, way] of result.ways) {
    const [edge] = edgesOfLine(projection, line)
    if (edge !== undefined) ways.set(edge, way)
  }
  return { xy, groups, ways }
}

/** Group names by index in the problem, to report fallbacks. */
export function problemGroups(graph: Graph, projection: Projection): string[] {
  const seen = new Set<number>()
  for (const node of projection.nodes) seen.add(graph.groupOf[node] ?? 0)
  for (const { group } of projection.collapsed) seen.add(group)
  return [...seen].map((group) => graph.groups[group] ?? '')
}
