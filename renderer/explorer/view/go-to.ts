import { lookAt } from './arrival.ts'
import { viewCommands } from './commands-on-view.ts'
import { select } from './selection.ts'
import type { Surface } from './surface.ts'

/**
 * Selects one node and moves the camera so that it is seen, close enough to be read. A collapsed group around it opens; where that
 * needs a layout, the camera goes there when the node has its place.
 */
export function goToNode(surface: Surface, key: string, step = false): void {
  viewCommands(surface).openAround(key)
  select(surface, [key])
  surface.setState({ awaited: lookAt(surface, key, step) ? undefined : key })
}
