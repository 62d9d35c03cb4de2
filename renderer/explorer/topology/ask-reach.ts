import { inSlices } from '../../app/slices.ts'
import { graphSteps, type GraphEdge } from '../graph/graph.ts'
import type { Ground, ReachDirection } from '../graph/reach.ts'
import { surfaces, useExplorer } from '../store/explorer-store.ts'
import { PAGE, relationsOf } from './read-topology.ts'
import { edgesOf, endsOf, options } from './topology-calls.ts'

/** Maximum entities that are counted; with more, no picture would answer the question. */
const MAX_COUNTED = 2000

/** The links that can be followed from an entity of the server's topology, in the time range. */
export async function askReach(
  key: string,
  direction: ReachDirection,
  signal: AbortSignal,
  onStep: (found: number) => void = () => undefined,
): Promise<Ground> {
  const { loaded } = useExplorer.getState()
  const seen = new Set([key])
  const edges = new Map<string, GraphEdge>()
  let isCut = false
  let last = [key]
  while (loaded && last.length > 0 && seen.size <= MAX_COUNTED) {
    const { rows, complete } = await relationsOf(loaded, last, { ...options(signal), page: PAGE })
    isCut ||= !complete
    const asked = new Set(last)
    last = []
    for (const edge of await edgesOf(rows, signal)) {
      edges.set(edge.key, edge)
      const [from, to] = direction === 'in' ? [edge.target, edge.source] : [edge.source, edge.target]
      if (!asked.has(from) || seen.has(to)) continue
      seen.add(to)
      last.push(to)
    }
    onStep(seen.size - 1)
  }
  // Whichever way they lead: a picture without the links between what was found would say that there are none.
  const between = [...edges.values()].filter(({ source, target }) => seen.has(source) && seen.has(target))
  const nodes = await endsOf(between, signal)
  const { nodes: shown } = surfaces.runtime.getState().graph
  const ends = [...shown.filter((node) => seen.has(node.key)), ...nodes]
  const graph = await inSlices(graphSteps(ends, between), signal)
  return { graph, nodes, edges: between, unread: new Set(last), isCut }
}
