import { graphlib, layout } from '@dagrejs/dagre'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import type { Bounds } from '../../../renderer/graph/scene/camera.ts'
import { wayOf, wholeWay, type Way } from '../../../renderer/graph/paint/way.ts'
import type { Scene } from '../../../renderer/graph/scene/scene.ts'
import { crossings, lengthOf } from '../../renderer/explorer/drawn-lines.ts'
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
