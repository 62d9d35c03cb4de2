import { atOnce, inSlices, PIECE, type Steps } from '../../app/slices.ts'
import type { Graph } from '../graph/graph.ts'
import { isThere, wasThere } from '../graph/lifetime.ts'
import { isPart, partsOf, type Part, type Parts } from '../graph/parts.ts'
import { passSteps, relationPasses } from './filter.ts'
import type { ViewState } from './view-state.ts'

/** Why a part of the graph is not drawn, and how much. */
export interface Absence {
  readonly reason: 'filter' | 'hidden' | 'isolated' | 'time' | 'range' | 'collapsed' | 'limit'
  readonly nodes: number
}

/** Several edges drawn as one, because an end is a collapsed group, or because they are too many side by side. */
export interface Bundle {
  readonly from: number
  readonly to: number
  /** Edge indices in the graph. */
  readonly edges: readonly number[]
}

/** Maximum edges from one node to the same other one that are drawn individually. */
const MAX_PARALLEL = 8

/** Prefix of group keys, also in stored data; no element's key has it. */
const GROUP_KEY = 'box:'

/** Selection key of a group, collapsed or open. */
export const groupKey = (name: string): string => GROUP_KEY + name

/** The group name in a key; undefined for a node's key. */
export const groupNameOf = (key: string): string | undefined =>
  key.startsWith(GROUP_KEY) ? key.slice(GROUP_KEY.length) : undefined

/** A group drawn as one item. */
export interface CollapsedGroup {
  readonly group: number
  /** Its name in the view: the group, or a part of it. */
  readonly name: string
  /** The part, if the rest of the group is open. */
  readonly part: Part | undefined
  /** Nodes that would be shown if it were open. */
  readonly nodes: readonly number[]
  /** Edges with both ends inside. */
  readonly inner: number
}

/**
 * The drawn subset of a graph: first nodes (`nodes[i]` is the graph's index), then collapsed groups. Bundles
 * and `edges` refer to items.
 */
export interface Projection {
  readonly nodes: Uint32Array
  readonly collapsed: readonly CollapsedGroup[]
  /** Item of each graph node: its own, its group's, or -1. */
  readonly itemOf: Int32Array
  /** Edges drawn individually, between two nodes, by index in the graph. */
  readonly edges: Uint32Array
  readonly bundles: readonly Bundle[]
  readonly absent: readonly Absence[]
  /** Edges not drawn individually for reasons other than collapse. */
  readonly edgesAbsent: number
}

function stateOf(
  graph: Graph,
  view: ViewState,
  passed: Uint8Array,
  index: number,
  parts: Parts | undefined,
): Absence['reason'] | 'shown' {
  const node = graph.nodes[index]
  const key = node?.key ?? ''
  if (view.hidden.has(key)) return 'hidden'
  if (view.isolated && !view.isolated.has(key)) return 'isolated'
  if (passed[index] !== 1) return 'filter'
  if (node && view.moment !== undefined && !isThere(node, view.moment)) return 'time'
  if (node && view.range && !wasThere(node, view.range)) return 'range'
  if (view.collapsed.has(graph.groups[graph.groupOf[index] ?? 0] ?? '')) return 'collapsed'
  const part = parts?.list[parts.of[index] ?? -1]
  return part && view.collapsed.has(part.name) ? 'collapsed' : 'shown'
}

/** Maximum nodes and edges projected synchronously, in a few milliseconds. */
const AT_ONCE = 5000

/** The latest projection of each graph, with its view. */
const latest = new WeakMap<Graph, { readonly view: ViewState; readonly projection: Projection }>()

/** Whether two views project a graph identically: they may differ in layout, pins and notes. */
const drawsTheSame = (a: ViewState, b: ViewState): boolean =>
  a.filters === b.filters &&
  a.hidden === b.hidden &&
  a.isolated === b.isolated &&
  a.collapsed === b.collapsed &&
  a.moment === b.moment &&
  a.range === b.range &&
  a.nodeLimit === b.nodeLimit

/** Whether {@link project} takes only a few milliseconds: a small graph, or one prepared for this view. */
export function isQuick(graph: Graph, view: ViewState): boolean {
  const known = latest.get(graph)
  if (known && drawsTheSame(known.view, view)) return true
  return graph.nodes.length + graph.edges.length <= AT_ONCE
}

/**
 * Projects a large graph in slices and caches the result for {@link project}.
 * @throws the signal's reason when it fires.
 */
export async function prepareProjection(graph: Graph, view: ViewState, signal?: AbortSignal): Promise<void> {
  if (isQuick(graph, view)) return
  latest.set(graph, { view, projection: await inSlices(projectSteps(graph, view), signal) })
}

/** The edges that a line of the scene stands for, by index in the graph. */
export function edgesOfLine({ edges, bundles }: Projection, line: number): readonly number[] {
  const own = edges[line]
  return own === undefined ? (bundles[line - edges.length]?.edges ?? []) : [own]
}

const oppositesOf = new WeakMap<Projection, ReadonlyMap<number, number>>()

/** By line, that of the links in the opposite direction: between two collapsed groups both are one line. Memoised. */
export function oppositeLines(projection: Projection): ReadonlyMap<number, number> {
  const known = oppositesOf.get(projection) ?? joinedLines(projection)
  oppositesOf.set(projection, known)
  return known
}

function joinedLines({ nodes, edges, bundles }: Projection): ReadonlyMap<number, number> {
  const lines = new Map<string, number>()
  const opposite = new Map<number, number>()
  for (const [place, { from, to }] of bundles.entries()) {
    if (Math.min(from, to) < nodes.length) continue
    const line = edges.length + place
    lines.set(`${from} ${to}`, line)
    const other = lines.get(`${to} ${from}`)
    if (other === undefined) continue
    opposite.set(line, other)
    opposite.set(other, line)
  }
  return opposite
}

/** All edges between two drawn nodes: those drawn individually, and those bundled beside each other. */
export function edgesAmongNodes({ nodes, edges, bundles }: Projection): number[] {
  const parallel = bundles.filter(({ from, to }) => from < nodes.length && to < nodes.length)
  return [...edges, ...parallel.flatMap((bundle) => bundle.edges)]
}

/** Computes what is drawn. Synchronous and linear in the graph; see {@link isQuick}. */
export function project(graph: Graph, view: ViewState): Projection {
  const known = latest.get(graph)
  if (known && drawsTheSame(known.view, view)) return known.projection
  const projection = atOnce(projectSteps(graph, view))
  latest.set(graph, { view, projection })
  return projection
}

/** {@link project} as a pausable computation. */
export function* projectSteps(graph: Graph, view: ViewState): Steps<Projection> {
  const passed = yield* passSteps(graph, view.filters)
  const absent = new Map<Absence['reason'], number>()
  const shown: number[] = []
  const members = new Map<string, number[]>()
  const parts = [...view.collapsed].some(isPart) ? partsOf(graph) : undefined
  const itemOf = new Int32Array(graph.nodes.length).fill(-1)
  for (let index = 0; index < graph.nodes.length; index++) {
    if (index % PIECE === 0) yield
    let state = stateOf(graph, view, passed, index, parts)
    if (state === 'shown' && shown.length >= view.nodeLimit) state = 'limit'
    if (state === 'shown') {
      itemOf[index] = shown.length
      shown.push(index)
      continue
    }
    absent.set(state, (absent.get(state) ?? 0) + 1)
    if (state !== 'collapsed') continue
    const group = graph.groups[graph.groupOf[index] ?? 0] ?? ''
    const name = view.collapsed.has(group) ? group : (parts?.list[parts.of[index] ?? -1]?.name ?? group)
    const list = members.get(name)
    if (list) list.push(index)
    else members.set(name, [index])
  }
  const inner = new Map<number, number>()
  let place = shown.length
  for (const list of members.values()) {
    for (const index of list) itemOf[index] = place
    place++
  }
  const drawn = yield* projectEdges(graph, view, itemOf, shown.length, inner)
  return {
    nodes: Uint32Array.from(shown),
    collapsed: [...members].map(([name, nodes], i) => ({
      group: graph.groupOf[nodes[0] ?? 0] ?? 0,
      name,
      part: isPart(name) ? parts?.list[parts.of[nodes[0] ?? 0] ?? -1] : undefined,
      nodes,
      inner: inner.get(shown.length + i) ?? 0,
    })),
    itemOf,
    ...drawn,
    absent: [...absent].map(([reason, nodes]) => ({ reason, nodes })),
  }
}

function* projectEdges(
  graph: Graph,
  view: ViewState,
  itemOf: Int32Array,
  firstGroup: number,
  inner: Map<number, number>,
): Steps<Pick<Projection, 'edges' | 'bundles' | 'edgesAbsent'>> {
  const edges: number[] = []
  const bundles = new Map<number, { from: number; to: number; edges: number[] }>()
  const parallel = new Map<number, number>()
  const { start } = graph.outgoing
  let most = 0
  let edgesAbsent = 0
  for (let edge = 0; edge < graph.edges.length; edge++) {
    if (edge % PIECE === 0) yield
    const from = itemOf[graph.from[edge] ?? 0] ?? -1
    const to = itemOf[graph.to[edge] ?? 0] ?? -1
    const known = graph.edges[edge]
    const isPast =
      known !== undefined &&
      ((view.moment !== undefined && !isThere(known, view.moment)) ||
        (view.range !== undefined && !wasThere(known, view.range)))
    if (from < 0 || to < 0 || isPast || !relationPasses(view.filters, known?.type ?? '')) {
      edgesAbsent++
    } else if (from < firstGroup && to < firstGroup) {
      edges.push(edge)
      const source = graph.from[edge] ?? 0
      if ((start[source + 1] ?? 0) - (start[source] ?? 0) <= MAX_PARALLEL) continue
      const pair = from * graph.nodes.length + to
      const count = (parallel.get(pair) ?? 0) + 1
      parallel.set(pair, count)
      most = Math.max(most, count)
    } else if (from === to) {
      inner.set(from, (inner.get(from) ?? 0) + 1)
    } else {
      bundle(from, to, edge)
    }
  }
  const single = most > MAX_PARALLEL ? edges.filter(isSingle) : edges
  return { edges: Uint32Array.from(single), bundles: [...bundles.values()], edgesAbsent }

  function bundle(from: number, to: number, edge: number): void {
    const key = from * graph.nodes.length + to
    const known = bundles.get(key)
    if (known) known.edges.push(edge)
    else bundles.set(key, { from, to, edges: [edge] })
  }

  /** Bundles an edge with too many beside it. */
  function isSingle(edge: number): boolean {
    const [from, to] = [itemOf[graph.from[edge] ?? 0] ?? 0, itemOf[graph.to[edge] ?? 0] ?? 0]
    if ((parallel.get(from * graph.nodes.length + to) ?? 0) <= MAX_PARALLEL) return true
    bundle(from, to, edge)
    return false
  }
}
