import { showTime } from '../../i18n/moment.ts'
import { text } from '../../i18n/text.ts'
import { inSlices } from '../../app/slices.ts'
import { surfaces, useExplorer, showTable } from '../store/explorer-store.ts'
import type { Graph } from '../graph/graph.ts'
import { wholeElements } from '../graph/load.ts'
import { elementSteps } from '../graph/model-rows.ts'
import { prepareProjection } from '../view/projection.ts'
import { type Comparison, type Surface, viewOf } from '../view/surface.ts'
import { refreshScene, setGraph } from '../view/surface-actions.ts'
import { diffSteps, type GraphDiff } from './diff.ts'

/** The graph replaced by the comparison, or the current one. */
function plainGraph(): Graph {
  const { comparison, graph } = surfaces.model.getState()
  return comparison?.plain ?? graph
}

/**
 * Compares the current model with an earlier (or another) one: marks added, removed and changed parts on
 * graph and list.
 */
export async function compareWith(
  title: () => string,
  elements: readonly unknown[],
  signal: AbortSignal,
  onRows: (count: number) => void,
): Promise<void> {
  const { loaded } = useExplorer.getState()
  if (!loaded) return
  const { graph: now } = await inSlices(elementSteps(await wholeElements(loaded, signal, onRows)), signal)
  const { graph: before } = await inSlices(elementSteps(elements), signal)
  const difference = await inSlices(diffSteps(before, now), signal)
  await show(() => text('explorer.compare.with', { title: title() }), before, difference, signal)
}

/** Marks what an import of these elements would add and change; what they lack stays as it is. */
export async function compareImport(
  title: () => string,
  elements: readonly unknown[],
  signal: AbortSignal,
): Promise<void> {
  const { loaded } = useExplorer.getState()
  if (!loaded) return
  const { graph: now } = await inSlices(
    elementSteps(await wholeElements(loaded, signal, () => undefined)),
    signal,
  )
  const { graph: after } = await inSlices(elementSteps(elements), signal)
  const { differences, union } = await inSlices(diffSteps(now, after), signal)
  const imported = new Map([...differences].filter(([, difference]) => difference !== 'removed'))
  await show(
    () => text('explorer.compare.import', { title: title() }),
    now,
    { differences: imported, union },
    signal,
  )
}

async function show(
  sentence: Comparison['sentence'],
  before: Graph,
  { differences, union }: GraphDiff,
  signal: AbortSignal,
): Promise<void> {
  await prepareProjection(union, viewOf(surfaces.model.getState()), signal)
  const plain = plainGraph()
  surfaces.model.setState({ comparison: { sentence, differences, plain, before } })
  setGraph(surfaces.model, union)
  showTable('model', true)
}

/** Ends the comparison and restores the graph. */
export async function endComparison(surface: Surface): Promise<void> {
  const { comparison, graph } = surface.getState()
  if (!comparison) return
  await prepareProjection(comparison.plain, viewOf(surface.getState()))
  // Another comparison or graph has replaced this one meanwhile.
  if (surface.getState().comparison !== comparison) return
  surface.setState({ comparison: undefined })
  if (comparison.plain === graph) await refreshScene(surface)
  else setGraph(surface, comparison.plain)
}

/** Title of a comparison with a point in time. */
export const momentTitle = (title: string, at: number): string =>
  text('explorer.compare.moment', { title, time: showTime(at) })
