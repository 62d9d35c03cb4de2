import type { Intents } from '../../app/bench.ts'
import { surfaces, useExplorer, showTable } from '../store/explorer-store.ts'
import { goToNode } from '../view/go-to.ts'
import type { GraphNode } from '../graph/graph.ts'
import { openTimeMachine } from './machine.ts'
import { setTimeRange } from './topology-store.ts'
import { expandEntity, loadEntities, showEntities } from './topology-calls.ts'

/** Shows the entities of an entity set on the topology canvas, with its table. */
export function openEntities(node: Pick<GraphNode, 'domain' | 'name' | 'label'>): void {
  useExplorer.setState({ tab: 'runtime' })
  showTable('runtime', true)
  void loadEntities(node)
}

/** Shows and selects entities requested by another bench, with their neighbours if requested. */
export async function openEntityKeys({
  entities: keys,
  expand = false,
  timeRange: range,
  moment,
}: Intents['explorer.entities']): Promise<void> {
  useExplorer.setState({ tab: 'runtime' })
  if (range) setTimeRange(range)
  await showEntities(keys)
  const [first] = keys
  if (first === undefined) return moment === undefined ? undefined : openTimeMachine(moment)
  if (expand) for (const key of keys) await expandEntity(key)
  goToNode(surfaces.runtime, first)
  if (moment !== undefined) await openTimeMachine(moment)
}
