import { inSlices } from '../../app/slices.ts'
import { literal } from '#shared/spl/literal.ts'
import type { GraphNode } from '../graph/graph.ts'
import { queryRows } from '../graph/load.ts'
import { elementSteps } from '../graph/model-rows.ts'
import { useExplorer } from '../store/explorer-store.ts'
import { findEntities } from '../topology/find-entities.ts'
import { options } from '../topology/topology-calls.ts'

/** Of elements and of entities each: the best of them are wanted, not a list. */
const MAX_FOUND = 20

/**
 * What the server finds for a text, in elements and in entities, the entities of the chosen time range.
 * @throws WorkbenchError where neither is answered
 */
export async function searchServer(text: string, signal: AbortSignal): Promise<readonly GraphNode[]> {
  const { loaded } = useExplorer.getState()
  if (!loaded) return []
  const limit = MAX_FOUND
  const [elements, entities] = await Promise.allSettled([
    queryRows(loaded, `.${loaded.prefix} with(query=${literal(text)}) | limit ${limit}`, { signal, limit }),
    findEntities(loaded, text, { ...options(signal), limit }),
  ])
  // Some servers search only one of them; what the other says counts.
  if (elements.status === 'rejected' && entities.status === 'rejected') throw elements.reason
  const model = await inSlices(elementSteps(elements.status === 'fulfilled' ? elements.value : []), signal)
  const running = entities.status === 'fulfilled' ? entities.value : []
  return [...running, ...model.graph.nodes.filter((node) => !node.missing)]
}
