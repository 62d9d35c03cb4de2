import { inSlices } from '../../app/slices.ts'
import { wholeElements } from '../graph/load.ts'
import { elementSteps } from '../graph/model-rows.ts'
import { prepareProjection, project } from '../view/projection.ts'
import { viewOf, type Surface, type ViewSnapshot } from '../view/surface.ts'
import { runLayout, settle } from '../view/surface-actions.ts'
import { makeGraph, type Graph } from '../graph/graph.ts'
import { surfaces, useExplorer } from './explorer-store.ts'

/** Whether elements on the model canvas have index entries only. */
export const lacksPayloads = (): boolean => lacksData(surfaces.model.getState().graph)

/**
 * Loads the elements' fields and other data that the index lacks. The scene does not change.
 * @throws WorkbenchError if the server refuses
 */
export async function readPayloads(signal: AbortSignal): Promise<void> {
  const { loaded } = useExplorer.getState()
  const surface = surfaces.model
  if (!loaded || !lacksPayloads()) return
  const elements = await wholeElements(loaded, signal, () => undefined)
  const { graph: whole } = await inSlices(elementSteps(elements), signal)
  const next = withPayloads(surface.getState().graph, whole)
  await prepareProjection(next, viewOf(surface.getState()), signal)
  enrich(surface, next)
}

/** Shows the same nodes and links with their data. Their indices stay, and with them all places and the steps back. */
function enrich(surface: Surface, whole: Graph): void {
  const { graph, history, layout } = surface.getState()
  const withData = (state: ViewSnapshot): ViewSnapshot =>
    state.graph === graph ? { ...state, graph: whole } : state
  const present = withData(history.present)
  const stepsOf = (steps: typeof history.past): typeof history.past =>
    steps.map(({ state, label }) => ({ state: withData(state), label }))
  surface.setState({
    graph: whole,
    projection: project(whole, present.view),
    history: { past: stepsOf(history.past), present, future: stepsOf(history.future) },
  })
  // A layout that runs would be of the graph without data, and no longer be taken.
  void (layout.running ? runLayout(surface) : settle(surface))
}

/** Whether a model node has only its index entry, so that rules on fields cannot match it. */
const lacksData = (graph: Graph): boolean => graph.nodes.some((node) => !node.data && !node.missing)

/** Copies payloads from another graph with the same keys; everything else is unchanged. */
function withPayloads(graph: Graph, whole: Graph): Graph {
  const payload = new Map([...whole.nodes, ...whole.edges].map((part) => [part.key, part.data]))
  const add = <P extends { readonly key: string }>(part: P): P => {
    const data = payload.get(part.key)
    return data === undefined ? part : { ...part, data }
  }
  return makeGraph(graph.nodes.map(add), graph.edges.map(add))
}
