import type { Intents } from '../../app/bench.ts'
import { surfaces, useExplorer, showTable } from '../store/explorer-store.ts'
import { text } from '../../i18n/text.ts'
import { requestFit } from '../view/arrival.ts'
import { goToNode } from '../view/go-to.ts'
import type { History } from '../view/history.ts'
import { select } from '../view/selection.ts'
import { onGraph, type ViewSnapshot } from '../view/surface.ts'
import type { GraphNode } from '../graph/graph.ts'
import { openTimeMachine } from './machine.ts'
import { setTimeRange } from './topology-store.ts'
import { clearTopology, expandEntity, loadEntities, showEntities } from './topology-calls.ts'

/** Shows the entities of an entity set on the topology canvas, with its table. */
export function openEntities(node: Pick<GraphNode, 'domain' | 'name' | 'label'>): void {
  useExplorer.setState({ tab: 'runtime' })
  showTable('runtime', true)
  void loadEntities(node)
}

/** Shows and selects entities requested by another bench, with their neighbours if requested. */
export async function openEntityKeys(intent: Intents['explorer.entities']): Promise<void> {
  useExplorer.setState({ tab: 'runtime' })
  if (!intent.alone) return showKeys(intent)
  const { graph, history } = surfaces.runtime.getState()
  const left = onGraph(history, graph)
  clearTopology()
  await showKeys(intent)
  asOneStep(left, text('explorer.step.clear'))
  requestFit(surfaces.runtime)
}

/** Makes one undo step of what was done since: it leads back to the canvas that was left. */
function asOneStep(left: History<ViewSnapshot>, label: string): void {
  const past = left.present.graph?.nodes.length ? [...left.past, { state: left.present, label }] : left.past
  surfaces.runtime.setState(({ history }) => ({ history: { ...history, past } }))
}

async function showKeys({
  entities: keys,
  expand = false,
  timeRange: range,
  moment,
  alone = false,
}: Intents['explorer.entities']): Promise<void> {
  if (range) setTimeRange(range)
  await showEntities(keys)
  const [first] = keys
  if (first === undefined) return moment === undefined ? undefined : openTimeMachine(moment)
  if (expand) for (const key of keys) await expandEntity(key, false)
  // A picture of its own is fitted as a whole.
  if (alone) select(surfaces.runtime, [first])
  else goToNode(surfaces.runtime, first)
  if (moment !== undefined) await openTimeMachine(moment)
}
