import { inSlices } from '../../app/slices.ts'
import { wholeElements } from '../graph/load.ts'
import { elementSteps } from '../graph/model-rows.ts'
import { prepareProjection } from '../view/projection.ts'
import { viewOf } from '../view/surface.ts'
import { setGraph } from '../view/surface-actions.ts'
import { makeGraph, type Graph } from '../graph/graph.ts'
import { surfaces, useExplorer } from './explorer-store.ts'

/** Whether elements of the model on the canvas are known by their index entries only. */
export const lacksPayloads = (): boolean => lacksData(surfaces.model.getState().graph)

/**
 * Reads what the index does not hold of the elements on the canvas: their fields and everything else. The picture stays as it is.
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

/** Whether a node of the model is known by its index entry only, so that rules on its fields cannot see them. */
const lacksData = (graph: Graph): boolean => graph.nodes.some((node) => !node.data && !node.missing)

/** The graph with the payloads of another that has the same keys; everything else stays as it is. */
function withPayloads(graph: Graph, whole: Graph): Graph {
  const payload = new Map([...whole.nodes, ...whole.edges].map((part) => [part.key, part.data]))
  const add = <P extends { readonly key: string }>(part: P): P => {
    const data = payload.get(part.key)
    return data === undefined ? part : { ...part, data }
  }
  return makeGraph(graph.nodes.map(add), graph.edges.map(add))
}
