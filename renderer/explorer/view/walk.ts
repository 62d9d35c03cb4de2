import { neighbours } from '../graph/graph.ts'
import { itemOfKey, keyOfItem } from './selection.ts'
import { viewOf, type SurfaceState } from './surface.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

const UNIT: Readonly<Record<Direction, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
}

/** Cost of a position in a direction: smaller is better, undefined is behind. */
function cost(dx: number, dy: number, direction: Direction): number | undefined {
  const [ux, uy] = UNIT[direction]
  const ahead = dx * ux + dy * uy
  if (ahead <= 1) return undefined
  const sideways = Math.abs(dx * uy) + Math.abs(dy * ux)
  return ahead + 2.2 * sideways
}

/** Drawn neighbours of a node, each edge once, in the order of the `[` and `]` keys. */
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
 * The target of an arrow key: along an edge to the item best in that direction; without one, the nearest item
 * there. Without a current item, the first.
 */
export function step(
  state: SurfaceState,
  from: string | undefined,
  direction: Direction,
): string | undefined {
  const { scene } = state
  const start = from === undefined ? undefined : startOf(state, from)
  if (!start) return scene.count === 0 ? undefined : keyOfItem(state, 0)
  const best = (items: Iterable<number>): number | undefined => {
    let found: number | undefined
    let least = Infinity
    for (const item of items) {
      if (item === start.item) continue
      const price = cost((scene.x[item] ?? 0) - start.x, (scene.y[item] ?? 0) - start.y, direction)
      if (price === undefined || price >= least) continue
      least = price
      found = item
    }
    return found
  }
  const found = best(linkedWith(state, start.item)) ?? best(Array(scene.count).keys())
  return found === undefined ? undefined : keyOfItem(state, found)
}

/** The start position: an item, or the centre of an open group. */
function startOf(
  state: SurfaceState,
  key: string,
): { readonly item: number | undefined; readonly x: number; readonly y: number } | undefined {
  const { scene } = state
  const item = itemOfKey(state, key)
  if (item !== undefined) return { item, x: scene.x[item] ?? 0, y: scene.y[item] ?? 0 }
  const group = scene.groups.find((known) => known.key === key)
  return group && { item, x: group.x + group.width / 2, y: group.y + group.height / 2 }
}

/** The items linked with an item. */
function linkedWith({ scene }: SurfaceState, item: number | undefined): ReadonlySet<number> {
  const found = new Set<number>()
  if (item === undefined) return found
  scene.from.forEach((from, edge) => {
    const to = scene.to[edge] ?? from
    if (from === item) found.add(to)
    else if (to === item) found.add(from)
  })
  return found
}

/** Visible nodes and collapsed groups, nearest to the centre first, for the screen reader list. */
export function nodesInView(state: SurfaceState, cap: number): { keys: string[]; total: number } {
  const { camera, size, scene } = state
  const [w, h] = [size.width / 2 / camera.zoom, size.height / 2 / camera.zoom]
  // The nearest so far, sorted: of very many in view few are nearer than all before them.
  const nearest: { readonly item: number; readonly distance: number }[] = []
  let total = 0
  for (let item = 0; item < scene.count; item++) {
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
  return { keys: nearest.map(({ item }) => keyOfItem(state, item)), total }
}

/** The node at which a walk through the graph begins: the current one while it is drawn, else the one nearest to the middle of the view. */
export function startOfWalk(state: SurfaceState): string | undefined {
  const { current, scene } = state
  if (scene.count === 0) return undefined
  if (current !== undefined && itemOfKey(state, current) !== undefined) return current
  return nodesInView(state, 1).keys[0] ?? keyOfItem(state, 0)
}

/** Names of open groups, which can be collapsed: also those that are open to their parts, unless it is the only group. */
export function openGroups(state: SurfaceState): string[] {
  const { collapsed } = viewOf(state)
  const seen = new Set<number>()
  for (const node of state.projection.nodes) seen.add(state.graph.groupOf[node] ?? 0)
  if (state.graph.groups.length > 1)
    for (const { group, part } of state.projection.collapsed) if (part) seen.add(group)
  return [...seen].map((group) => state.graph.groups[group] ?? '').filter((name) => !collapsed.has(name))
}
