import { useConnection } from '../../app/workbench.ts'
import { useExplorer } from '../store/explorer-store.ts'
import { useTopology } from '../topology/topology-store.ts'
import { useSurfaceState } from '../view/surface-context.ts'

/** Whether an empty graph's content is still on its way, so that nothing can be said of it yet. */
export function useIsArriving(): boolean {
  const isEmpty = useSurfaceState(({ graph }) => graph.nodes.length === 0)
  const id = useSurfaceState((state) => state.id)
  const load = useExplorer((state) => state.load.state)
  const hasFailed = useConnection('model')?.state === 'failed'
  const isAsked = useTopology(({ running }) => running !== undefined)
  if (!isEmpty || load === 'failed') return false
  if (load === 'ready') return id === 'runtime' && isAsked
  return load === 'loading' || !hasFailed
}
