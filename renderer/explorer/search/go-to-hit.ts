import type { GraphNode } from '../graph/graph.ts'
import { surfaces, useExplorer } from '../store/explorer-store.ts'
import { openEntityKeys } from '../topology/open-entities.ts'
import { expandEntity } from '../topology/topology-calls.ts'
import { viewCommands } from '../view/commands-on-view.ts'
import { goToNode } from '../view/go-to.ts'

/** Shows what was found where it belongs, alone with its neighbours if these are wanted, and gives the graph the keyboard. */
export async function goToHit({ key }: GraphNode, withNeighbours: boolean): Promise<void> {
  const id = (['model', 'runtime'] as const).find((one) => surfaces[one].getState().graph.indexOf.has(key))
  if (id === undefined) {
    focusCanvas('runtime')
    return openEntityKeys([key], withNeighbours)
  }
  useExplorer.setState({ tab: id })
  const surface = surfaces[id]
  const { graph, projection } = surface.getState()
  const isDrawn = (projection.itemOf[graph.indexOf.get(key) ?? -1] ?? -1) >= 0
  if (!isDrawn) viewCommands(surface).showAll()
  goToNode(surface, key)
  focusCanvas(id)
  if (!withNeighbours) return
  if (id === 'runtime') await expandEntity(key)
  else viewCommands(surface).isolateNeighbourhood()
}

/** The canvas may come only with the next rendering. */
function focusCanvas(id: 'model' | 'runtime'): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-explorer-canvas="${id}"]`)?.focus())
}
