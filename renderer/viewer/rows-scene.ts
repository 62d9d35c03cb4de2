import { shownName } from '../ui/shown-name.ts'
import { inSlices } from '../app/slices.ts'
import {
  GROUP_PADDING,
  GROUP_TITLE,
  type LayoutProblem,
  type LayoutProgress,
  type LayoutResult,
} from '../graph/layout/layout.ts'
import { routeSteps, type Routes } from '../graph/routing/route.ts'
import { bundled, MAX_DRAWN as MAX_ROUTED } from '../graph/routing/bundles.ts'
import { fit, type Size, textZoom } from '../graph/scene/camera.ts'
import { CARD_HEIGHT, cardWidth, leastGroupWidth, textWidth, titleWidth } from '../graph/scene/card.ts'
import { emphasise } from '../graph/scene/emphasis.ts'
import { ICONS, SHAPES } from '../graph/scene/icons.ts'
import { domainHue, kindFacts } from '../graph/scene/kinds.ts'
import {
  emptyScene,
  MARK,
  NAME_ZOOM,
  type Scene,
  sceneBounds,
  type SceneGroup,
  type SceneTable,
} from '../graph/scene/scene.ts'
import type { GraphNode, ResultGraph } from './graph-of-rows.ts'

/** Time limit of a result's layout in milliseconds, after which the quick layers are used. */
const DEADLINE_MS = 8000

const plain = (text: string): string => shownName(text.replaceAll(/\s+/g, ' '))
const domainOf = (node: GraphNode): string => node.key.split('/')[0] ?? ''

/** How a type is called on cards: the page has its names in every language, a page inside a chat has none of them. */
type NameOf = (type: string) => string
export const inBlanks: NameOf = (type) => (type.includes('.') ? type : type.replaceAll('_', ' '))

/** Labels, types and icons of a result's nodes. */
export function tableOf({ nodes }: ResultGraph, nameOf: NameOf = inBlanks): SceneTable {
  return {
    labels: nodes.map(({ label }) => plain(label)).join('\n'),
    details: nodes.map(({ type }) => plain(nameOf(type))).join('\n'),
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

/** The view that a graph is laid out for. */
interface View {
  readonly size: Size
  /** The contents of a group in words. */
  detail(nodes: number, edges: number): string
}

interface Drawing {
  /** Without one nothing is grouped. */
  readonly view?: View | undefined
  readonly nameOf?: NameOf
}

/**
 * Lays out a graph as the explorer does without domains. In a view where the names would not be readable, the
 * nodes are grouped by type, so that from afar the groups stand for them.
 */
export async function layRows(
  graph: ResultGraph,
  signal: AbortSignal,
  layout: Layout,
  { view, nameOf = inBlanks }: Drawing = {},
): Promise<Scene> {
  const titleOf = titlesBy(nameOf)
  const lay = (groups?: readonly Group[]): Promise<Scene> =>
    layGroups(graph, signal, layout, groups, { view, nameOf })
  const zoomOf = (scene: Scene, { size }: View): number => {
    const bounds = sceneBounds(scene)
    return bounds ? textZoom(fit(bounds, size)) : 1
  }
  const count = graph.nodes.length
  if (!view) return lay()
  if (count <= MAX_FLAT) {
    const flat = await lay()
    if (zoomOf(flat, view) >= NAME_ZOOM) return flat
  }
  const titles = [...new Set(graph.nodes.map(titleOf))].sort()
  const { width, height } = view.size
  const zoom =
    count <= MAX_FLAT
      ? zoomOf(await lay(groupsOf(titles, 1)), view)
      : Math.sqrt((width * height) / (count * NODE_AREA))
  return lay(groupsOf(titles, zoom))
}

/** Nodes up to which it is tried whether their names fit. */
const MAX_FLAT = 250
/** Area that a node of a group takes, with the channels around the groups, in world units. */
const NODE_AREA = 130_000

/** A group of nodes to lay out. */
interface Group {
  readonly title: string
  readonly width: number
}

/** Font size of a group's name from afar in CSS pixels, and the room that it needs at its sides. */
const FAR_NAME_PX = 12
const FAR_ROOM_PX = 22

/** Groups that are wide enough for their names when all of them are seen at this zoom. */
const groupsOf = (titles: readonly string[], zoom: number): Group[] =>
  titles.map((title) => ({
    title,
    width: Math.max(leastGroupWidth(title), (textWidth(title, FAR_NAME_PX) + FAR_ROOM_PX) / zoom),
  }))

/** The title of a node's group: its type, or the domain of one without. */
const titlesBy =
  (nameOf: NameOf) =>
  (node: GraphNode): string =>
    plain(nameOf(node.type || domainOf(node) || '–'))

async function layGroups(
  { nodes, edges }: ResultGraph,
  signal: AbortSignal,
  layout: Layout,
  groups: readonly Group[] | undefined,
  { view, nameOf }: Drawing & { readonly nameOf: NameOf },
): Promise<Scene> {
  const titleOf = titlesBy(nameOf)
  const count = nodes.length
  const cards = {
    width: Float32Array.from(nodes, ({ label, type }) => cardWidth(plain(label), plain(nameOf(type)))),
    height: new Float32Array(count).fill(CARD_HEIGHT),
    from: Uint32Array.from(edges, ({ from }) => from),
    to: Uint32Array.from(edges, ({ to }) => to),
  }
  const places = new Map(groups?.map(({ title }, place) => [title, place]))
  const groupOf = Int32Array.from(nodes, (node) => places.get(titleOf(node)) ?? -1)
  const { xy, ways } = await layout(
    {
      ...cards,
      algorithm: 'layered',
      count,
      groupOf: Uint32Array.from(groupOf, (group) => Math.max(0, group)),
      groups: groups?.length ?? 1,
      title: groups ? Float32Array.from(groups, ({ width }) => width) : new Float32Array(1),
      order: Uint32Array.from(nodes.keys()),
      fixed: new Float32Array(2 * count).fill(Number.NaN),
      root: -1,
      deadline: DEADLINE_MS,
      aspect: view && view.size.height > 0 ? view.size.width / view.size.height : undefined,
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
    groupOf,
    edgeMark: new Uint8Array(edges.length),
    weight: new Uint32Array(edges.length).fill(1),
    shared: new Uint8Array(edges.length),
    edgeLabels: edges.map(({ label }) => plain(label)).join('\n'),
  }
  const framed = groups && view ? { ...scene, groups: framesOf(scene, groups, view) } : scene
  return withWays(framed, signal, ways)
}

/** The frames around the nodes of each group. */
function framesOf(scene: Scene, groups: readonly Group[], view: View): SceneGroup[] {
  const inner = new Uint32Array(groups.length)
  scene.from.forEach((from, line) => {
    const group = scene.groupOf[from] ?? -1
    if (group >= 0 && group === scene.groupOf[scene.to[line] ?? 0]) inner[group] = (inner[group] ?? 0) + 1
  })
  return groups.map(({ title: label, width: least }, group): SceneGroup => {
    const items = [...scene.nodes.keys()].filter((item) => scene.groupOf[item] === group)
    const reach = (axis: 'x' | 'y', size: 'width' | 'height', sign: 1 | -1): number =>
      sign *
      items.reduce(
        (most, item) => Math.max(most, sign * (scene[axis][item] ?? 0) + (scene[size][item] ?? 0) / 2),
        -Infinity,
      )
    const [left, top] = [reach('x', 'width', -1), reach('y', 'height', -1)]
    const detail = view.detail(items.length, inner[group] ?? 0)
    const width = Math.max(reach('x', 'width', 1) - left + 2 * GROUP_PADDING, least)
    const both = titleWidth(label) + textWidth(detail, 17)
    return {
      key: label,
      x: left - GROUP_PADDING,
      y: top - GROUP_PADDING - GROUP_TITLE,
      width,
      height: reach('y', 'height', 1) - top + 2 * GROUP_PADDING + GROUP_TITLE,
      label,
      detail,
      kinds: [],
      hue: scene.tint[items[0] ?? 0] ?? 0,
      // The detail beside the name takes room only if edges can still enter at the top.
      titleWidth: Math.min(width, both + 60 <= width ? both : titleWidth(label)),
    }
  })
}

/** The routes of each scene, for one with other marks. */
const routesOf = new WeakMap<Scene, Routes>()

/** Adds relation routes to a scene; if there are too many, only marked ones and bundles. */
async function withWays(
  scene: Scene,
  signal: AbortSignal,
  proposed?: ReadonlyMap<number, Float32Array>,
): Promise<Scene> {
  const tooMany = scene.from.length > MAX_ROUTED
  const routes = await inSlices(
    routeSteps({
      ...scene,
      frames: scene.groups.map((group) => ({
        left: group.x,
        top: group.y,
        right: group.x + group.width,
        bottom: group.y + group.height,
        titleWidth: group.titleWidth,
        titleHeight: GROUP_TITLE,
      })),
      frameOf: scene.groupOf,
      flowing: true,
      leftOut: tooMany ? (line) => ((scene.edgeMark[line] ?? 0) & MARK.highlighted) === 0 : undefined,
      proposed: proposed && ((line) => proposed.get(line)),
    }),
    signal,
  )
  return withRoutes(scene, routes)
}

function withRoutes(scene: Scene, routes: Routes): Scene {
  const routed = {
    ...scene,
    ...bundled(routes, scene, {
      nameOf: (group) => scene.groups[group]?.label ?? '',
      hueOf: (group) => scene.groups[group]?.hue ?? 0,
      isSelected: () => false,
    }),
  }
  routesOf.set(routed, routes)
  return routed
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
  const routes = scene.from.length > MAX_ROUTED ? undefined : routesOf.get(scene)
  return routes ? withRoutes(marked, routes) : withWays(marked, signal)
}

/** Maximum nodes laid out; the table has all. */
const MAX_DRAWN = 3000

/** The drawn part of a graph: its first nodes and the relations among them. */
export function capped(graph: ResultGraph): ResultGraph {
  if (graph.nodes.length <= MAX_DRAWN) return graph
  const nodes = graph.nodes.slice(0, MAX_DRAWN)
  return { nodes, edges: graph.edges.filter(({ from, to }) => from < MAX_DRAWN && to < MAX_DRAWN) }
}
