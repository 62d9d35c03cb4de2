import { useExplorer } from '../store/explorer-store.ts'
import type { GraphNode } from '../graph/graph.ts'
import { loadEntities } from './topology-calls.ts'

/** From an entity set of the model to its entities, on the topology canvas with its table beside it. */
export function openEntities(node: Pick<GraphNode, 'domain' | 'name' | 'label'>): void {
  useExplorer.setState({ tab: 'runtime', table: true })
  void loadEntities(node)
}
