import { text } from '../../i18n/text.ts'
import { lookName, surfaces, useExplorer } from '../store/explorer-store.ts'
import { makeGraph, type GraphEdge } from '../graph/graph.ts'
import { queryRows } from '../graph/load.ts'
import { lookUnder } from '../keep/persist-view.ts'
import type { readLook } from '../keep/saved-look.ts'
import { entityReference } from '../graph/as-query.ts'
import { prepareProjection } from '../view/projection.ts'
import { restoreLook } from '../view/surface-actions.ts'
import { ask, edgesOf, fetchEntities, options } from './topology-calls.ts'
import { unknownEnds } from './entity-graph.ts'

export type KeptTopology = NonNullable<ReturnType<typeof readLook>>

/** Entities whose relations are asked for in one query, and the rows that it may give. */
const BATCH = 100
const ROWS = 5000

/** Keys of the entities that a look has places for. */
export const keptEntities = (look: KeptTopology): string[] =>
  [...look.positions.keys()].filter((key) => !key.startsWith('box:') && key.split('/').length === 3)

/** What was on the runtime canvas when it was last looked at; undefined when nothing was. */
export async function keptTopology(): Promise<KeptTopology | undefined> {
  const look = await lookUnder(lookName('runtime') ?? '')
  return look && keptEntities(look).length > 0 ? look : undefined
}

/** Brings back the entities that were on the canvas, as the server knows them now, arranged as they were. */
export function restoreTopology(look: KeptTopology): Promise<void> {
  return ask(text('explorer.topology.restoring'), async (signal) => {
    const { loaded } = useExplorer.getState()
    if (!loaded) return
    const keys = keptEntities(look)
    const pseudo = keys.map((key): GraphEdge => ({ key, kind: '', source: key, target: key, type: '' }))
    const nodes = await fetchEntities(unknownEnds(pseudo, new Map()).values(), signal)
    const known = new Set(nodes.map(({ key }) => key))
    const edges: GraphEdge[] = []
    for (let start = 0; start < nodes.length; start += BATCH) {
      const list = nodes.slice(start, start + BATCH).map(({ key }) => entityReference(key))
      const query = `.topo | graph-call getDirectRelations([${list.join(', ')}]) | limit ${ROWS}`
      const rows = await queryRows(loaded, query, { ...options(signal), limit: ROWS })
      edges.push(...(await edgesOf(rows, signal)))
    }
    const graph = makeGraph(
      nodes,
      edges.filter(({ source, target }) => known.has(source) && known.has(target)),
    )
    await prepareProjection(graph, look.view, signal)
    surfaces.runtime.setState({ rules: look.rules })
    restoreLook(surfaces.runtime, graph, look.view, look.positions)
  })
}
