import { inSlices } from '../app/slices.ts'
import type { LayoutProblem, LayoutProgress, LayoutResult } from '../graph/layout/layout.ts'
import { routeSteps } from '../graph/routing/route.ts'
import { CARD_HEIGHT, cardWidth } from '../graph/scene/card.ts'
import { emphasise } from '../graph/scene/emphasis.ts'
import { ICONS, SHAPES } from '../graph/scene/icons.ts'
import { domainHue, kindFacts } from '../graph/scene/kinds.ts'
import { emptyScene, MARK, type Scene, type SceneTable } from '../graph/scene/scene.ts'
import type { GraphNode, ResultGraph } from './graph-of-rows.ts'

/** Time limit of a result's layout in milliseconds, after which the quick layers are used. */
const DEADLINE_MS = 8000
/** Maximum relations drawn individually; with more, only those of the selected node. */
const MAX_ROUTED = 900

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ')
const domainOf = (node: GraphNode): string => node.key.split('/')[0] ?? ''

/** Labels, types and icons of a result's nodes. */
export function tableOf({ nodes }: ResultGraph): SceneTable {
  return {
    labels: nodes.map(({ label }) => plain(label)).join('\n'),
    details: nodes.map(({ type }) => plain(type)).join('\n'),
    icons: Uint8Array.from(nodes, ({ type }) => Math.max(0, ICONS.indexOf(kindFacts(type).icon))),
    shapes: Uint8Array.from(nodes, ({ type }) => Math.max(0, SHAPES.indexOf(kindFacts(type).shape))),
  }
}

/** Node positions of a graph. */
type Layout = (
  problem: LayoutProblem,
  signal: AbortSignal,
  onProgress: (progress: LayoutProgress) => void,
) => Promise<LayoutResult>

/** Lays out a graph as the explorer does without domains, for a view's aspect ratio. */
export async function layRows(
  { nodes, edges }: ResultGraph,
  signal: AbortSignal,
  layout: Layout,
  aspect?: number,
): Promise<Scene> {
  const count = nodes.length
  const cards = {
    width: Float32Array.from(nodes, ({ label, type }) => cardWidth(label, plain(type))),
    height: new Float32Array(count).fill(CARD_HEIGHT),
    from: Uint32Array.from(edges, ({ from }) => from),
    to: Uint32Array.from(edges, ({ to }) => to),
  }
  const { xy, ways } = await layout(
    {
      ...cards,
      algorithm: 'layered',
      count,
      groupOf: new Uint32Array(count),
      groups: 1,
      title: new Float32Array(1),
      order: Uint32Array.from(nodes.keys()),
      fixed: new Float32Array(2 * count).fill(Number.NaN),
      root: -1,
      deadline: DEADLINE_MS,
      aspect,
    },
    signal,
    () => undefined,
  )
  const scene: Scene = {
    ...emptyScene,
    ...cards,
    count,
    nodes: Uint32Array.from(nodes.keys()),
    x: Float32Array.from(nodes, (_, node) => xy[2 * node] ?? 0),
    y: Float32Array.from(nodes, (_, node) => xy[2 * node + 1] ?? 0),
    hue: Uint8Array.from(nodes, ({ type }) => kindFacts(type).hue),
    tint: Uint8Array.from(nodes, (node) => domainHue(domainOf(node))),
    mark: new Uint8Array(count),
    groupOf: new Int32Array(count).fill(-1),
    edgeMark: new Uint8Array(edges.length),
    weight: new Uint32Array(edges.length).fill(1),
    shared: new Uint8Array(edges.length),
    edgeLabels: edges.map(({ label }) => plain(label)).join('\n'),
  }
  return withWays(scene, signal, ways)
}

/** Adds relation routes to a scene; if there are too many, only marked ones. */
async function withWays(
  scene: Scene,
  signal: AbortSignal,
  proposed?: ReadonlyMap<number, Float32Array>,
): Promise<Scene> {
  const tooMany = scene.from.length > MAX_ROUTED
  const { start, points } = await inSlices(
    routeSteps({
      ...scene,
      frames: [],
      frameOf: scene.groupOf,
      flowing: true,
      leftOut: tooMany ? (line) => ((scene.edgeMark[line] ?? 0) & MARK.highlighted) === 0 : undefined,
      proposed: proposed && ((line) => proposed.get(line)),
    }),
    signal,
  )
  let leftOut = 0
  for (let line = 0; line < scene.from.length; line++) if (start[line] === start[line + 1]) leftOut++
  return { ...scene, wayStart: start, wayPoints: points, leftOut }
}

/** Marks one node and its neighbours in a scene. */
export async function chooseIn(
  scene: Scene,
  chosen: number | undefined,
  signal: AbortSignal,
): Promise<Scene> {
  const marked = { ...scene, mark: new Uint8Array(scene.count), edgeMark: new Uint8Array(scene.from.length) }
  if (chosen !== undefined) marked.mark[chosen] = MARK.selected
  emphasise(marked)
  return scene.from.length > MAX_ROUTED ? withWays(marked, signal) : marked
}

/** Maximum nodes laid out; the table has all. */
const MAX_DRAWN = 3000

/** The drawn part of a graph: its first nodes and the relations among them. */
export function capped(graph: ResultGraph): ResultGraph {
  if (graph.nodes.length <= MAX_DRAWN) return graph
  const nodes = graph.nodes.slice(0, MAX_DRAWN)
  return { nodes, edges: graph.edges.filter(({ from, to }) => from < MAX_DRAWN && to < MAX_DRAWN) }
}
