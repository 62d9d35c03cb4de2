import { showTime, text } from '../../i18n/text.ts'
import { inSlices } from '../../app/slices.ts'
import { surfaces, useExplorer } from '../store/explorer-store.ts'
import type { Graph } from '../graph/graph.ts'
import { wholeElements } from '../graph/load.ts'
import { elementSteps } from '../graph/model-rows.ts'
import { prepareProjection } from '../view/projection.ts'
import { viewOf } from '../view/surface.ts'
import { setGraph } from '../view/surface-actions.ts'
import { diffSteps } from './diff.ts'

/** The graph that a comparison set aside, or the one that is shown. */
function plainGraph(): Graph {
  const { comparison, graph } = surfaces.model.getState()
  return comparison?.plain ?? graph
}

/** Shows the current model beside an earlier (or another) one: added, removed and changed on graph and list. */
export async function compareWith(
  title: string,
  elements: readonly unknown[],
  signal: AbortSignal,
  onRows: (count: number) => void,
): Promise<void> {
  const { loaded } = useExplorer.getState()
  if (!loaded) return
  const { graph: now } = await inSlices(elementSteps(await wholeElements(loaded, signal, onRows)), signal)
  const { graph: before } = await inSlices(elementSteps(elements), signal)
  const { differences, union } = await inSlices(diffSteps(before, now), signal)
  await prepareProjection(union, viewOf(surfaces.model.getState()), signal)
  const plain = plainGraph()
  surfaces.model.setState({ comparison: { title, differences, plain, before } })
  setGraph(surfaces.model, union)
  useExplorer.setState({ table: true })
}

/** Ends the comparison and shows the model alone. */
export async function endComparison(): Promise<void> {
  const { comparison } = surfaces.model.getState()
  if (!comparison) return
  await prepareProjection(comparison.plain, viewOf(surfaces.model.getState()))
  // Another comparison, or another model, has come meanwhile.
  if (surfaces.model.getState().comparison !== comparison) return
  surfaces.model.setState({ comparison: undefined })
  setGraph(surfaces.model, comparison.plain)
}

/** How a comparison is titled when it is with a moment. */
export const momentTitle = (title: string, at: number): string =>
  text('explorer.compare.moment', { title, time: showTime(at, true) })
