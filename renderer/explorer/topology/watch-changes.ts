import { surfaces, useExplorer } from '../store/explorer-store.ts'
import { useTopology } from './topology-store.ts'

/** Marks what is shown as outdated. */
export function noteChange(): void {
  const isShown = surfaces.runtime.getState().graph.nodes.length > 0
  useExplorer.setState({ outdated: { model: true, runtime: isShown } })
  // Links may have been added since they were counted.
  useTopology.setState({ links: new Map() })
}
