import { edgesOf, type Graph } from './graph.ts'

/**
 * Maximum edges tried before a search stops and reports that there may be more; a dense graph has
 * exponentially many paths.
 */
const STEP_BUDGET = 500_000

/** A path: `nodes.length` is `edges.length + 1`. */
export interface Path {
  readonly nodes: readonly number[]
  readonly edges: readonly number[]
}

/** Paths that were found, and which of them is looked at. */
export interface FoundPaths {
  readonly list: readonly Path[]
  readonly chosen: number
  readonly truncated: boolean
}

/** Maps found paths to a graph that was loaded again; undefined if a node or edge of them is gone. */
export function carryPaths(
  before: Graph,
  paths: FoundPaths | undefined,
  after: Graph,
): FoundPaths | undefined {
  if (!paths || before === after) return paths
  const edgeOf = new Map(after.edges.map(({ key }, edge) => [key, edge]))
  const list: Path[] = []
  for (const path of paths.list) {
    const nodes = path.nodes.flatMap((node) => after.indexOf.get(before.nodes[node]?.key ?? '') ?? [])
    const edges = path.edges.flatMap((edge) => edgeOf.get(before.edges[edge]?.key ?? '') ?? [])
    if (nodes.length !== path.nodes.length || edges.length !== path.edges.length) return undefined
    list.push({ nodes, edges })
  }
  return { ...paths, list }
}

interface PathOptions {
  /** Follow edges only from source to target. */
  readonly directed: boolean
  /** Which nodes may be used; all by default. */
  readonly allowed?: (node: number) => boolean
}

function* steps(graph: Graph, node: number, directed: boolean): Generator<readonly [number, number]> {
  for (const edge of edgesOf(graph.outgoing, node)) yield [edge, graph.to[edge] ?? 0]
  if (directed) return
  for (const edge of edgesOf(graph.incoming, node)) yield [edge, graph.from[edge] ?? 0]
}

/** Distance of every node to `target` in edges, by reverse search; -1 if unreachable. */
function distancesTo(graph: Graph, target: number, options: PathOptions): Int32Array {
  const distance = new Int32Array(graph.nodes.length).fill(-1)
  distance[target] = 0
  const queue = [target]
  const reverse = {
    ...graph,
    outgoing: graph.incoming,
    incoming: graph.outgoing,
    from: graph.to,
    to: graph.from,
  }
  for (let head = 0; head < queue.length; head++) {
    const node = queue[head] ?? 0
    for (const [, next] of steps(reverse, node, options.directed)) {
      if (distance[next] !== -1 || (options.allowed && !options.allowed(next))) continue
      distance[next] = (distance[node] ?? 0) + 1
      queue.push(next)
    }
  }
  return distance
}

/**
 * Finds the simple paths from `source` to `target` at most `slack` edges longer than the shortest, shortest
 * first, at most `cap`. `truncated`: there are more.
 */
export function pathsBetween(
  graph: Graph,
  source: number,
  target: number,
  options: PathOptions & { readonly slack?: number; readonly cap?: number },
): { paths: Path[]; truncated: boolean } {
  const { slack = 0, cap = 200 } = options
  const distance = distancesTo(graph, target, options)
  const shortest = distance[source] ?? -1
  if (shortest < 0) return { paths: [], truncated: false }
  const paths: Path[] = []
  let truncated = false
  let tried = 0
  const onPath = new Set<number>([source])

  function walk(node: number, nodes: number[], edges: number[], limit: number): void {
    if (truncated) return
    if (node === target) {
      if (edges.length !== limit) return
      if (paths.length >= cap) truncated = true
      else paths.push({ nodes: [...nodes], edges: [...edges] })
      return
    }
    for (const [edge, next] of steps(graph, node, options.directed)) {
      const left = distance[next] ?? -1
      if (++tried > STEP_BUDGET) truncated = true
      if (left < 0 || onPath.has(next) || edges.length + 1 + left > limit) continue
      onPath.add(next)
      walk(next, [...nodes, next], [...edges, edge], limit)
      onPath.delete(next)
    }
  }
  for (let limit = shortest; limit <= shortest + slack; limit++) walk(source, [source], [], limit)
  return { paths, truncated }
}

/** Finds one shortest path, if any. */
export function shortestPath(
  graph: Graph,
  source: number,
  target: number,
  options: PathOptions,
): Path | undefined {
  return pathsBetween(graph, source, target, { ...options, cap: 1 }).paths[0]
}

/** Nodes within `depth` edges of `start`, itself included, with their distances. */
export function within(
  graph: Graph,
  start: number,
  depth: number,
  direction: 'out' | 'in' | 'both',
  follows: (edge: number) => boolean = () => true,
): Map<number, number> {
  const found = new Map([[start, 0]])
  let frontier = [start]
  for (let level = 1; level <= depth && frontier.length > 0; level++) {
    const next: number[] = []
    const visit = (edge: number, ends: Uint32Array): void => {
      const node = ends[edge] ?? 0
      if (found.has(node) || !follows(edge)) return
      found.set(node, level)
      next.push(node)
    }
    for (const node of frontier) {
      if (direction !== 'in') for (const edge of edgesOf(graph.outgoing, node)) visit(edge, graph.to)
      if (direction !== 'out') for (const edge of edgesOf(graph.incoming, node)) visit(edge, graph.from)
    }
    frontier = next
  }
  return found
}
