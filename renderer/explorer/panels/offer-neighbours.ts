import { offerNeighbours as askServer } from '../topology/topology-calls.ts'
import { selectedNodes } from '../view/commands-on-view.ts'
import type { Surface } from '../view/surface.ts'
import { openDialog } from './dialog-store.ts'

/** Offers the neighbours of nodes by type with counts: the model has them all, for entities the server is asked. */
export async function offerNeighbours(
  surface: Surface,
  keys = selectedNodes(surface.getState()),
): Promise<void> {
  if (keys.length === 0) return
  if (surface.getState().id === 'model' || (await askServer(keys))) openDialog({ type: 'expand', keys })
}
