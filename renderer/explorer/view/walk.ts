import { neighbours } from '../graph/graph.ts'
import { placementOf, viewOf, type SurfaceState } from './surface.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

const UNIT: Readonly<Record<Direction, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
}

/** How well a place lies in a direction: smaller is better, undefined is behind. */
function cost(dx: number, dy: number, direction: Direction): number | undefined {
  const [ux, uy] = UNIT[direction]
  const ahead = dx * ux + dy * uy
  if (ahead <= 1) return undefined
  const aside = Math.abs(dx * uy) + Math.abs(dy * ux)
  return ahead + 2.2 * aside
}

/** Drawn neighbours of a node, each edge once, in the order in which `[` and `]` cycle them. */
export function drawnNeighbours(
  state: SurfaceState,
  key: string,
): { node: string; edge: number; outgoing: boolean }[] {
  const index = state.graph.indexOf.get(key)
  if (index === undefined) return []
  return neighbours(state.graph, index)
    .filter(({ node }) => (state.projection.itemOf[node] ?? -1) >= 0)
    .map(({ node, edge, outgoing }) => ({ node: state.graph.nodes[node]?.key ?? '', edge, outgoing }))
}

/**
 * Where an arrow key leads: along an edge to the neighbour that lies best in that direction; where no edge leads there, to the
 * nearest drawn node that does.
 */
export function step(
  state: SurfaceState,
  from: string | undefined,
  direction: Direction,
): string | undefined {
  const { graph, projection } = state
  const { xy } = placementOf(state)
  const index = from === undefined ? undefined : graph.indexOf.get(from)
  const first = projection.nodes[0]
  if (index === undefined) return first === undefined ? undefined : graph.nodes[first]?.key
  const [x, y] = [xy[2 * index] ?? 0, xy[2 * index + 1] ?? 0]
  const best = (nodes: Iterable<number>): string | undefined => {
    let found: number | undefined
    let least = Infinity
    for (const node of nodes) {
      if (node === index || (projection.itemOf[node] ?? -1) < 0 || projection.itemOf[node] === undefined)
        continue
      const price = cost((xy[2 * node] ?? 0) - x, (xy[2 * node + 1] ?? 0) - y, direction)
      if (price === undefined || price >= least) continue
      least = price
      found = node
    }
    return found === undefined ? undefined : graph.nodes[found]?.key
  }
  return best(neighbours(graph, index).map(({ node }) => node)) ?? best(projection.nodes)
}

/** Nodes whose card meets the view, nearest to its middle first; what the screen reader's mirror lists. */
export function nodesInView(state: SurfaceState, cap: number): { keys: string[]; total: number } {
  const { camera, size, graph, projection, scene } = state
  const [w, h] = [size.width / 2 / camera.zoom, size.height / 2 / camera.zoom]
  // The nearest so far, in order: of very many in view few are nearer than all before them.
  const nearest: { readonly item: number; readonly distance: number }[] = []
  let total = 0
  for (let item = 0; item < projection.nodes.length; item++) {
    const dx = (scene.x[item] ?? 0) - camera.x
    const dy = (scene.y[item] ?? 0) - camera.y
    if (Math.abs(dx) > w || Math.abs(dy) > h) continue
    total++
    const distance = dx * dx + dy * dy
    if (nearest.length === cap && distance >= (nearest[cap - 1]?.distance ?? 0)) continue
    const place = nearest.findLastIndex((other) => other.distance <= distance) + 1
    nearest.splice(place, 0, { item, distance })
    if (nearest.length > cap) nearest.pop()
  }
  return { keys: nearest.map(({ item }) => graph.nodes[projection.nodes[item] ?? 0]?.key ?? ''), total }
}

/** Names of groups that are drawn open, so that they can be collapsed. */
export function openGroups(state: SurfaceState): string[] {
  const { collapsed } = viewOf(state)
  const seen = new Set<number>()
  for (const node of state.projection.nodes) seen.add(state.graph.groupOf[node] ?? 0)
  return [...seen].map((group) => state.graph.groups[group] ?? '').filter((name) => !collapsed.has(name))
}
