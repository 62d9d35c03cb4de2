import { ICONS, SHAPES } from '../../graph/scene/icons.ts'
import { MARK, type Scene, type SceneBox, type SceneTable } from '../../graph/scene/scene.ts'
import type { Graph } from '../graph/graph.ts'
import { HUES, kindFacts, missingKind } from '../../graph/scene/kinds.ts'
import {
  BOX_PADDING,
  BOX_TITLE,
  COLLAPSED_HEIGHT,
  COLLAPSED_WIDTH,
  NODE_HEIGHT,
  NODE_WIDTH,
} from '../../graph/layout/layout.ts'
import type { Placement } from './placement.ts'
import type { Projection } from './projection.ts'
import { atOnce, PIECE, type Steps } from '../../app/slices.ts'
import { hueOf, type StyleRule } from './style-rule.ts'
import type { ViewState } from './view-state.ts'

/** What stands out for a while: selection, a path, a comparison. Not part of the saved view. */
export interface Emphasis {
  readonly selection: ReadonlySet<string>
  /** Nodes and edges (by key) that are lit while the rest is dimmed. */
  readonly lit?: { readonly nodes: ReadonlySet<string>; readonly edges: ReadonlySet<string> } | undefined
  /** What a comparison found, for nodes and edges by key. */
  readonly differences?: ReadonlyMap<string, 'added' | 'removed' | 'changed'> | undefined
}

/** Words that the scene needs; they come from the message catalogue. */
export interface SceneWords {
  /** Second line of a card. */
  detail(kind: string, fields: number | undefined): string
  boxTitle(group: string): string
  boxDetail(nodes: number, edges: number): string
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** The part of the picture that depends on the graph alone. */
export const sceneTable = (graph: Graph, words: SceneWords): SceneTable =>
  atOnce(sceneTableSteps(graph, words))

/** {@link sceneTable} with pauses. */
export function* sceneTableSteps(graph: Graph, words: SceneWords): Steps<SceneTable> {
  const labels: string[] = []
  const details: string[] = []
  const icons = new Uint8Array(graph.nodes.length)
  const shapes = new Uint8Array(graph.nodes.length)
  for (const [index, node] of graph.nodes.entries()) {
    const { icon, shape } = node.missing ? missingKind : kindFacts(node.kind)
    labels.push(plain(node.label))
    details.push(words.detail(node.kind, node.fields))
    icons[index] = Math.max(0, ICONS.indexOf(icon))
    shapes[index] = Math.max(0, SHAPES.indexOf(shape))
    if (index % PIECE === 0) yield
  }
  return { labels: labels.join('\n'), details: details.join('\n'), icons, shapes }
}

export interface SceneInput {
  readonly graph: Graph
  readonly view: ViewState
  readonly projection: Projection
  readonly placement: Placement
  readonly rules: readonly StyleRule[]
  readonly emphasis: Emphasis
}

/**
 * The hue of a box's ground: that of the kind where a box holds one kind, as at run time; else steady by its place among the
 * graph's boxes.
 */
function boxHue(graph: Graph, group: number, member: number | undefined): number {
  const kind = graph.nodes[member ?? -1]?.kind
  return kind !== undefined && kind === graph.groups[group] ? kindFacts(kind).hue : 1 + (group % HUES)
}

/** Everything the painter draws, from what is projected and where it is. */
export function* sceneSteps(input: SceneInput, words: SceneWords): Steps<Scene> {
  const { graph, projection } = input
  const nodes = projection.nodes.length
  const count = nodes + projection.boxes.length
  const x = new Float32Array(count)
  const y = new Float32Array(count)
  const width = new Float32Array(count).fill(NODE_WIDTH)
  const height = new Float32Array(count).fill(NODE_HEIGHT)
  const hue = new Uint8Array(count)
  const mark = new Uint8Array(count)
  for (const [item, node] of projection.nodes.entries()) {
    if (item % PIECE === 0) yield
    x[item] = input.placement.xy[2 * node] ?? 0
    y[item] = input.placement.xy[2 * node + 1] ?? 0
    hue[item] = hueOf(input.rules, graph.nodes[node] as NonNullable<(typeof graph.nodes)[number]>)
    mark[item] = markOf(input, graph.nodes[node]?.key ?? '')
  }
  projection.boxes.forEach((box, i) => {
    const item = nodes + i
    const group = graph.groups[box.group] ?? ''
    const place = input.placement.boxes.get(group) ?? { x: 0, y: 0 }
    x[item] = place.x
    y[item] = place.y
    width[item] = COLLAPSED_WIDTH
    height[item] = COLLAPSED_HEIGHT
    hue[item] = boxHue(graph, box.group, box.nodes[0])
    mark[item] =
      (input.emphasis.selection.has(boxKey(group)) ? MARK.selected : 0) |
      (input.emphasis.lit ? MARK.dimmed : 0)
  })
  const boxes = hasBoxes(input.view) ? yield* sceneBoxes(input, words) : []
  const edges = yield* sceneEdges(input)
  return {
    count,
    nodes: projection.nodes,
    x,
    y,
    width,
    height,
    hue,
    mark,
    collapsed: projection.boxes.map((box) => ({
      label: words.boxTitle(graph.groups[box.group] ?? ''),
      detail: words.boxDetail(box.nodes.length, box.inner),
    })),
    boxes,
    ...edges,
    flowing: input.view.layout === 'layered',
  }
}

/** Selection key of a collapsed box; no element's key begins so. */
export const boxKey = (group: string): string => `box:${group}`

/** Boxes are rectangles only where the layout keeps their nodes together. */
export const hasBoxes = (view: ViewState): boolean => view.layout === 'layered' || view.layout === 'grid'

function markOf({ emphasis, view }: SceneInput, key: string): number {
  let mark = 0
  if (emphasis.selection.has(key)) mark |= MARK.selected
  if (emphasis.lit) mark |= emphasis.lit.nodes.has(key) ? MARK.highlighted : MARK.dimmed
  if (emphasis.differences) {
    const difference = emphasis.differences.get(key)
    mark |= difference ? MARK[difference] : MARK.dimmed
  }
  if (view.pins.has(key)) mark |= MARK.pinned
  if (view.notes.has(key)) mark |= MARK.noted
  return mark
}

type SceneEdges = Pick<Scene, 'from' | 'to' | 'edgeMark' | 'weight' | 'lane' | 'edgeLabels'>

function* sceneEdges({ graph, projection, emphasis }: SceneInput): Steps<SceneEdges> {
  const count = projection.edges.length + projection.bundles.length
  const from = new Uint32Array(count)
  const to = new Uint32Array(count)
  const edgeMark = new Uint8Array(count)
  const weight = new Uint32Array(count).fill(1)
  const lane = new Uint8Array(count)
  const labels: string[] = []
  const lanes = new Map<number, number>()
  const items = projection.nodes.length + projection.boxes.length
  const nextLane = (a: number, b: number): number => {
    const key = Math.min(a, b) * items + Math.max(a, b)
    const used = lanes.get(key) ?? 0
    lanes.set(key, used + 1)
    return Math.min(255, used)
  }
  for (const [i, edge] of projection.edges.entries()) {
    if (i % PIECE === 0) yield
    from[i] = projection.itemOf[graph.from[edge] ?? 0] ?? 0
    to[i] = projection.itemOf[graph.to[edge] ?? 0] ?? 0
    lane[i] = nextLane(from[i] ?? 0, to[i] ?? 0)
    const data = graph.edges[edge]
    if (data) edgeMark[i] = edgeMarkOf(emphasis, data)
    labels.push(plain(data?.type ?? ''))
  }
  for (const [i, bundle] of projection.bundles.entries()) {
    if (i % PIECE === 0) yield
    const place = projection.edges.length + i
    from[place] = bundle.from
    to[place] = bundle.to
    weight[place] = bundle.edges.length
    lane[place] = nextLane(bundle.from, bundle.to)
    edgeMark[place] = emphasis.lit ? MARK.dimmed : 0
    labels.push(plain(graph.edges[bundle.edges[0] ?? 0]?.type ?? ''))
  }
  return { from, to, edgeMark, weight, lane, edgeLabels: labels.join('\n') }
}

function edgeMarkOf(emphasis: Emphasis, edge: { key: string; source: string; target: string }): number {
  if (emphasis.lit) return emphasis.lit.edges.has(edge.key) ? MARK.highlighted : MARK.dimmed
  const difference = emphasis.differences?.get(edge.key)
  if (emphasis.differences)
    return difference ? MARK[difference === 'changed' ? 'highlighted' : difference] : MARK.dimmed
  return emphasis.selection.has(edge.key) ||
    emphasis.selection.has(edge.source) ||
    emphasis.selection.has(edge.target)
    ? MARK.highlighted
    : 0
}

function* sceneBoxes({ graph, projection, placement }: SceneInput, words: SceneWords): Steps<SceneBox[]> {
  const rectangles = new Map<
    number,
    { left: number; top: number; right: number; bottom: number; nodes: number; member: number }
  >()
  for (const [item, node] of projection.nodes.entries()) {
    if (item % PIECE === 0) yield
    const group = graph.groupOf[node] ?? 0
    const [x, y] = [placement.xy[2 * node] ?? 0, placement.xy[2 * node + 1] ?? 0]
    const known = rectangles.get(group) ?? {
      left: Infinity,
      top: Infinity,
      right: -Infinity,
      bottom: -Infinity,
      nodes: 0,
      member: node,
    }
    known.left = Math.min(known.left, x - NODE_WIDTH / 2)
    known.right = Math.max(known.right, x + NODE_WIDTH / 2)
    known.top = Math.min(known.top, y - NODE_HEIGHT / 2)
    known.bottom = Math.max(known.bottom, y + NODE_HEIGHT / 2)
    known.nodes++
    rectangles.set(group, known)
  }
  const inner = new Map<number, number>()
  for (const [place, edge] of projection.edges.entries()) {
    if (place % PIECE === 0) yield
    const group = graph.groupOf[graph.from[edge] ?? 0] ?? 0
    if (group === graph.groupOf[graph.to[edge] ?? 0]) inner.set(group, (inner.get(group) ?? 0) + 1)
  }
  return [...rectangles].map(([group, box]) => ({
    x: box.left - BOX_PADDING,
    y: box.top - BOX_PADDING - BOX_TITLE,
    width: box.right - box.left + 2 * BOX_PADDING,
    height: box.bottom - box.top + 2 * BOX_PADDING + BOX_TITLE,
    label: words.boxTitle(graph.groups[group] ?? ''),
    detail: words.boxDetail(box.nodes, inner.get(group) ?? 0),
    hue: boxHue(graph, group, box.member),
  }))
}
