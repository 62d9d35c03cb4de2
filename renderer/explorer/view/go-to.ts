import { bringIntoView } from '../../graph/scene/camera.ts'
import { focusWhenPlaced, lookAt } from './arrival.ts'
import { viewCommands } from './commands-on-view.ts'
import { groupNameOf } from './projection.ts'
import { itemOfKey, select } from './selection.ts'
import type { Surface } from './surface.ts'

/**
 * Selects a node and moves the camera so that it is visible and readable. Opens a collapsed group around it;
 * if that needs a layout, the camera follows when the node has a position.
 */
export function goToNode(surface: Surface, key: string, step = false): void {
  if (groupNameOf(key) !== undefined) return goToGroup(surface, key)
  viewCommands(surface).openAround(key)
  select(surface, [key])
  surface.setState({ awaited: lookAt(surface, key, step) ? undefined : key })
}

/** Selects nodes, for example new ones, and shows all of them, in collapsed groups as well. */
export function goToNodes(surface: Surface, keys: readonly string[]): void {
  const [first, ...others] = keys
  if (first === undefined) return
  if (others.length === 0) return goToNode(surface, first)
  for (const key of keys) viewCommands(surface).openAround(key)
  select(surface, keys)
  showWhenPlaced(surface, keys)
}

/** Moves the camera to all of these nodes; a layout that is pending does when it is done. */
function showWhenPlaced(surface: Surface, keys: readonly string[]): void {
  surface.setState({ awaited: keys })
  if (!surface.getState().layout.running) focusWhenPlaced(surface)
}

/** Whether a graph has a node, a link or a group with this key. */
export function isOnGraph(surface: Surface, key: string): boolean {
  const { graph } = surface.getState()
  return (
    groupNameOf(key) !== undefined || graph.indexOf.has(key) || graph.edges.some((edge) => edge.key === key)
  )
}

/** Selects a link, and moves the camera so that both of its ends are visible. */
export function goToEdge(surface: Surface, key: string): void {
  const edge = surface.getState().graph.edges.find((known) => known.key === key)
  if (!edge) return
  const ends = [edge.source, edge.target]
  for (const end of ends) viewCommands(surface).openAround(end)
  select(surface, [key])
  showWhenPlaced(surface, ends)
}

/** Selects a collapsed group with minimal camera movement: its name is readable at any zoom. */
function goToGroup(surface: Surface, key: string): void {
  select(surface, [key])
  const state = surface.getState()
  const item = itemOfKey(state, key)
  if (item === undefined) return
  const { scene, camera, size } = state
  const place = { x: scene.x[item] ?? 0, y: scene.y[item] ?? 0 }
  surface.setState({ camera: bringIntoView(camera, size, place), awaited: undefined })
}
