import { shownName } from '../../ui/shown-name.ts'
import { atOnce, PIECE, type Steps } from '../../app/slices.ts'

/** A node of an explorer graph: a model element, or an entity. */
export interface GraphNode {
  /** `domain/name/kind` for elements, `domain/type/id` for entities. */
  readonly key: string
  readonly kind: string
  readonly domain: string
  readonly name: string
  /** Display name, or the name if there is none. */
  readonly label: string
  /** The group it is drawn in: an element's domain, an entity's type. */
  readonly group: string
  readonly description?: string
  /** Number of declared fields, if known. */
  readonly fields?: number
  /** The whole payload, if delivered. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Referenced by a link but not delivered. */
  readonly missing?: boolean
}

export interface GraphEdge {
  readonly key: string
  /** The link's element kind, or `relation` at run time. */
  readonly kind: string
  readonly source: string
  readonly target: string
  /** The relation type: `runs`, `contains`, … */
  readonly type: string
  readonly data?: Readonly<Record<string, unknown>>
}

/**
 * Edges of each node in compressed sparse rows: those of node `i` are `list[start[i]] … list[start[i + 1] -
 * 1]`.
 */
export interface Adjacency {
  readonly start: Uint32Array
  readonly list: Uint32Array
}

/** An immutable graph with precomputed lookups. Indices are positions in `nodes` and `edges`. */
export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly indexOf: ReadonlyMap<string, number>
  /** Node indices of each edge's ends. */
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly outgoing: Adjacency
  readonly incoming: Adjacency
  /** Group names in order of first appearance, and the group of each node. */
  readonly groups: readonly string[]
  readonly groupOf: Uint32Array
}

function adjacency(count: number, ends: Uint32Array): Adjacency {
  const start = new Uint32Array(count + 1)
  for (const end of ends) start[end + 1] = (start[end + 1] ?? 0) + 1
  for (let i = 0; i < count; i++) start[i + 1] = (start[i + 1] ?? 0) + (start[i] ?? 0)
  const next = start.slice(0, count)
  const list = new Uint32Array(ends.length)
  ends.forEach((end, edge) => {
    const place = next[end] ?? 0
    list[place] = edge
    next[end] = place + 1
  })
  return { start, list }
}

const KEY = /^([^/]*)\/(.*)\/([^/]*)$/

/** A placeholder for an undelivered end of a link, so that no link is dropped silently. */
function missingNode(key: string): GraphNode {
  const [, domain = '', name = key, kind = 'unknown'] = KEY.exec(key) ?? []
  return { key, kind, domain, name, label: name, group: domain, missing: true }
}

/** Sanitises a node's label: no invisible or bidirectional characters. */
function legible(node: GraphNode): GraphNode {
  const label = shownName(node.label.replaceAll(/\s+/g, ' '))
  return label === node.label ? node : { ...node, label }
}

/** Builds a graph. For duplicate keys the last node wins; unknown ends become nodes marked `missing`. */
export const makeGraph = (nodes: Iterable<GraphNode>, edges: Iterable<GraphEdge>): Graph =>
  atOnce(graphSteps(nodes, edges))

/** {@link makeGraph} as a pausable computation, for large graphs. */
export function* graphSteps(nodes: Iterable<GraphNode>, edges: Iterable<GraphEdge>): Steps<Graph> {
  let done = 0
  const byKey = new Map<string, GraphNode>()
  for (const node of nodes) {
    byKey.set(node.key, legible(node))
    if (++done % PIECE === 0) yield
  }
  const edgeByKey = new Map<string, GraphEdge>()
  for (const edge of edges) {
    edgeByKey.set(edge.key, edge)
    if (!byKey.has(edge.source)) byKey.set(edge.source, missingNode(edge.source))
    if (!byKey.has(edge.target)) byKey.set(edge.target, missingNode(edge.target))
    if (++done % PIECE === 0) yield
  }
  const nodeList = [...byKey.values()]
  const indexOf = new Map<string, number>()
  const groups: string[] = []
  const groupIndex = new Map<string, number>()
  const groupOf = new Uint32Array(nodeList.length)
  for (const [index, { key, group }] of nodeList.entries()) {
    indexOf.set(key, index)
    const place = groupIndex.get(group) ?? groups.push(group) - 1
    groupIndex.set(group, place)
    groupOf[index] = place
    if (++done % PIECE === 0) yield
  }
  const edgeList = [...edgeByKey.values()]
  const [from, to] = [new Uint32Array(edgeList.length), new Uint32Array(edgeList.length)]
  for (const [edge, { source, target }] of edgeList.entries()) {
    from[edge] = indexOf.get(source) ?? 0
    to[edge] = indexOf.get(target) ?? 0
    if (++done % PIECE === 0) yield
  }
  yield
  const outgoing = adjacency(nodeList.length, from)
  yield
  const incoming = adjacency(nodeList.length, to)
  return { nodes: nodeList, edges: edgeList, indexOf, from, to, outgoing, incoming, groups, groupOf }
}

export const emptyGraph: Graph = makeGraph([], [])

/** The edges leaving (`outgoing`) or entering (`incoming`) a node, by index. */
export function edgesOf(adjacency: Adjacency, node: number): Uint32Array {
  return adjacency.list.subarray(adjacency.start[node], adjacency.start[node + 1])
}

/** All edges at a node with their other ends; a loop is listed once. */
export function neighbours(graph: Graph, node: number): { edge: number; node: number; outgoing: boolean }[] {
  const found: { edge: number; node: number; outgoing: boolean }[] = []
  for (const edge of edgesOf(graph.outgoing, node))
    found.push({ edge, node: graph.to[edge] ?? 0, outgoing: true })
  for (const edge of edgesOf(graph.incoming, node))
    if (graph.from[edge] !== node) found.push({ edge, node: graph.from[edge] ?? 0, outgoing: false })
  return found
}

/** Adds nodes and edges to a graph; those with an existing key are replaced. */
export const mergeSteps = (
  graph: Graph,
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
): Steps<Graph> => graphSteps([...graph.nodes, ...nodes], [...graph.edges, ...edges])

/** Nodes of each kind, the most first, and by name where there are as many. */
export function kindCounts(kinds: Iterable<string>): [kind: string, count: number][] {
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}
