import { inSlices } from '../../app/slices.ts'
import { lacksData, withPayloads } from '../graph/enrich.ts'
import { wholeElements } from '../graph/load.ts'
import { elementSteps } from '../graph/model-rows.ts'
import { prepareProjection } from '../view/projection.ts'
import { viewOf } from '../view/surface.ts'
import { setGraph } from '../view/surface-actions.ts'
import { surfaces, useExplorer } from './explorer-store.ts'

/** Whether elements of the model on the canvas are known by their index entries only. */
export const lacksPayloads = (): boolean => lacksData(surfaces.model.getState().graph)

/**
 * Reads what the index does not tell of the elements on the canvas: their fields and everything else. The picture stays as it is.
 * @throws WorkbenchError as the server refuses
 */
export async function readPayloads(signal: AbortSignal): Promise<void> {
  const { loaded } = useExplorer.getState()
  const surface = surfaces.model
  if (!loaded || !lacksPayloads()) return
  const elements = await wholeElements(loaded, signal, () => undefined)
  const { graph: whole } = await inSlices(elementSteps(elements), signal)
  const next = withPayloads(surface.getState().graph, whole)
  await prepareProjection(next, viewOf(surface.getState()), signal)
  setGraph(surface, next)
}
