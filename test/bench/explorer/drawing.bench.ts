import { graphlib, layout } from '@dagrejs/dagre'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import type { Bounds } from '../../../renderer/graph/scene/camera.ts'
import { wayOf, wholeWay, type Way } from '../../../renderer/graph/paint/way.ts'
import type { Scene } from '../../../renderer/graph/scene/scene.ts'
import { elk, pictureOf, randomGraph, rectOf, struck } from '../../renderer/explorer/random-pictures.ts'
import type { Row } from '../row.ts'

/**
 * Compares our layered layout with those of elkjs and dagre on the same graph, each with its own positions
 * and routes: crossings, total length, edges across cards that are not their ends. Cards have our sizes;
 * domains are compound nodes. Edges between distant domains are bundled in ours, as on the screen, and
 * counted as drawn.
 */
const EDGES_PER_NODE = 1.3

export async function bench(): Promise<Row[]> {
  const rows: Row[] = []
  for (const nodes of [30, 80, 120]) {
    const graph = randomGraph(nodes, nodes, EDGES_PER_NODE)
    const started = performance.now()
    const scene = await pictureOf(graph, initialView, true)
    const ours = ofScene(scene, performance.now() - started)
    rows.push(...figures(nodes, 'elkjs', await ofElk(scene)))
    rows.push(...figures(nodes, 'dagre', ofDagre(scene)))
    rows.push(...figures(nodes, 'ours', ours))
  }
  return rows
}

/** Edges and cards as drawn, and the computation time. */
interface Drawing {
  readonly ways: readonly Way[]
  readonly cards: readonly Bounds[]
  readonly milliseconds: number
}

function figures(nodes: number, who: string, { ways, cards, milliseconds }: Drawing): Row[] {
  const found = {
    crossings: { value: crossings(ways), unit: '' },
    'length of lines': { value: Math.round(ways.reduce((sum, way) => sum + lengthOf(way), 0)), unit: 'px' },
    'through other cards': { value: ways.reduce((sum, way) => sum + struck(way, cards), 0), unit: '' },
    'width to height': { value: aspectOf(cards), unit: '' },
    time: { value: milliseconds, unit: 'ms' },
  }
  return Object.entries(found).map(([what, figure]) => ({
    name: `${nodes} elements: ${who}, ${what}`,
    ...figure,
    ...(who === 'ours' ? { baseline: `${nodes} elements: elkjs, ${what}` } : {}),
  }))
}

function aspectOf(cards: readonly Bounds[]): number {
  const [left, right] = [
    Math.min(...cards.map(({ left }) => left)),
    Math.max(...cards.map(({ right }) => right)),
  ]
  const [top, bottom] = [
    Math.min(...cards.map(({ top }) => top)),
    Math.max(...cards.map(({ bottom }) => bottom)),
  ]
  return (right - left) / (bottom - top)
}

function ofScene(scene: Scene, milliseconds: number): Drawing {
  return {
    ways: [
      ...Array.from(scene.from, (_, edge) => wayOf(scene, edge)),
      ...scene.trunks.map(({ points }) => wholeWay(points)),
    ],
    cards: Array.from({ length: scene.count }, (_, item) => rectOf(scene, item)),
    milliseconds,
  }
}

const wayThrough = (points: readonly { readonly x: number; readonly y: number }[]): Way =>
  wholeWay(Float32Array.from(points.flatMap(({ x, y }) => [x, y])))

/** Items of each group; a single item without a frame is separate. */
function groupsOf({ groupOf, count }: Scene): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  for (let item = 0; item < count; item++) {
    const group = groupOf[item] ?? -1
    groups.set(group, [...(groups.get(group) ?? []), item])
  }
  return groups
}

/** A group or card for elkjs. */
type Node = Parameters<typeof elk>[0]

/** The layered layout of elkjs across domains, with polyline edges. */
async function ofElk(scene: Scene): Promise<Drawing> {
  const started = performance.now()
  const card = (item: number) => ({
    id: `n${item}`,
    width: scene.width[item] ?? 0,
    height: scene.height[item] ?? 0,
  })
  const children = [...groupsOf(scene)].flatMap(([group, items]): Node[] =>
    group < 0 ? items.map(card) : [{ id: `b${group}`, children: items.map(card) }],
  )
  const drawn: Node = await elk({
    id: 'all',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.edgeRouting': 'POLYLINE',
    },
    children,
    edges: Array.from(scene.from, (from, edge) => ({
      id: `e${edge}`,
      sources: [`n${from}`],
      targets: [`n${scene.to[edge] ?? 0}`],
    })),
  })
  const milliseconds = performance.now() - started
  const cards = new Map<string, Bounds>()
  const origins = new Map([['all', { x: 0, y: 0 }]])
  const place = (node: Node, x: number, y: number): void => {
    const [left, top] = [x + (node.x ?? 0), y + (node.y ?? 0)]
    origins.set(node.id, { x: left, y: top })
    if (node.id.startsWith('n'))
      cards.set(node.id, { left, top, right: left + (node.width ?? 0), bottom: top + (node.height ?? 0) })
    for (const child of node.children ?? []) place(child, left, top)
  }
  for (const child of drawn.children ?? []) place(child, 0, 0)
  const ways = (drawn.edges ?? []).flatMap(({ sections = [], ...edge }) => {
    // Edge coordinates are relative to the group that contains both ends.
    const origin = origins.get((edge as { container?: string }).container ?? 'all') ?? { x: 0, y: 0 }
    return sections.map(({ startPoint, bendPoints = [], endPoint }) =>
      wayThrough(
        [startPoint, ...bendPoints, endPoint].map(({ x, y }) => ({ x: x + origin.x, y: y + origin.y })),
      ),
    )
  })
  return { ways, cards: [...cards.values()], milliseconds }
}

/** The left-to-right layout of dagre. */
function ofDagre(scene: Scene): Drawing {
  const started = performance.now()
  const graph = new graphlib.Graph({ compound: true, multigraph: true })
  graph.setGraph({ rankdir: 'LR' })
  for (const [group, items] of groupsOf(scene)) {
    if (group >= 0) graph.setNode(`b${group}`, {})
    for (const item of items) {
      graph.setNode(`n${item}`, { width: scene.width[item] ?? 0, height: scene.height[item] ?? 0 })
      if (group >= 0) graph.setParent(`n${item}`, `b${group}`)
    }
  }
  scene.from.forEach((from, edge) =>
    graph.setEdge({ v: `n${from}`, w: `n${scene.to[edge] ?? 0}`, name: String(edge) }, {}),
  )
  layout(graph)
  const milliseconds = performance.now() - started
  const cards = Array.from({ length: scene.count }, (_, item) => {
    const { x = 0, y = 0, width = 0, height = 0 } = graph.node(`n${item}`) as Record<string, number>
    return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }
  })
  const ways = graph
    .edges()
    .map((edge) => wayThrough((graph.edge(edge) as { points?: { x: number; y: number }[] }).points ?? []))
  return { ways, cards, milliseconds }
}

function lengthOf({ points, first, last }: Way): number {
  let length = 0
  for (let at = first + 2; at < last; at += 2)
    length += Math.hypot(
      (points[at] ?? 0) - (points[at - 2] ?? 0),
      (points[at + 1] ?? 0) - (points[at - 1] ?? 0),
    )
  return length
}

type Segment = readonly [x1: number, y1: number, x2: number, y2: number]

const segmentsOf = ({ points, first, last }: Way): Segment[] =>
  Array.from({ length: Math.max(0, (last - first) / 2 - 1) }, (_, place) => {
    const at = first + 2 * place
    return [points[at] ?? 0, points[at + 1] ?? 0, points[at + 2] ?? 0, points[at + 3] ?? 0]
  })

/** On which side of a line a point lies. */
const side = ([x1, y1, x2, y2]: Segment, x: number, y: number): number =>
  Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1))

/** Whether two segments cross; touching or overlapping does not count. */
const cross = (a: Segment, b: Segment): boolean =>
  side(a, b[0], b[1]) * side(a, b[2], b[3]) < 0 && side(b, a[0], a[1]) * side(b, a[2], a[3]) < 0

/** Crossings closer than this in px look like one, such as those of a bundle, which is drawn as one edge. */
const ONE_PLACE = 12

/** The grid cell in which two segments cross. */
function placeOf([x1, y1, x2, y2]: Segment, [x3, y3, x4, y4]: Segment): string {
  const share =
    ((x1 - x3) * (y3 - y4) - (y1 - y3) * (x3 - x4)) / ((x1 - x2) * (y3 - y4) - (y1 - y2) * (x3 - x4))
  return [x1 + share * (x2 - x1), y1 + share * (y2 - y1)].map((at) => Math.round(at / ONE_PLACE)).join()
}

/** Distinct places where edges cross. */
function crossings(ways: readonly Way[]): number {
  const lines = ways.map(segmentsOf)
  const places = new Set<string>()
  lines.forEach((line, place) => {
    for (const other of lines.slice(place + 1))
      for (const a of line) for (const b of other) if (cross(a, b)) places.add(placeOf(a, b))
  })
  return places.size
}
