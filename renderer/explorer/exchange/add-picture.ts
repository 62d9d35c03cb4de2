import { MAX_TEXT_CHARACTERS } from '#shared/investigations/cell.ts'
import { sendIntent } from '../../app/intents.ts'
import { text as say } from '../../i18n/text.ts'
import { storedGraph } from '../../spl/stored-result.ts'
import { useExplorer } from '../store/explorer-store.ts'
import { shownSentence } from '../view/commands-on-view.ts'
import { edgesAmongNodes } from '../view/projection.ts'
import type { SurfaceState } from '../view/surface.ts'

/** Adds a snapshot of the graph to an investigation. */
export async function addPicture(state: SurfaceState): Promise<void> {
  const { graph, projection, id } = state
  const places = new Map(Array.from(projection.nodes, (node, place) => [node, place]))
  const nodes = Array.from(projection.nodes, (node) => {
    const { key = '', kind = '', label = '' } = graph.nodes[node] ?? {}
    return { key, type: kind, label, isNamed: true, fields: {} }
  })
  const edges = edgesAmongNodes(projection).flatMap((edge) => {
    const [from, to] = [places.get(graph.from[edge] ?? -1), places.get(graph.to[edge] ?? -1)]
    return from === undefined || to === undefined ? [] : [{ from, to, label: graph.edges[edge]?.type ?? '' }]
  })
  if (nodes.length === 0) return
  const workspace = useExplorer.getState().loaded?.workspace
  const words = [workspace, say(`explorer.tab.${id}`), shownSentence(state)]
  const text = words.filter(Boolean).join(' · ').slice(0, MAX_TEXT_CHARACTERS)
  await sendIntent('investigations.add', {
    kind: 'graph',
    text,
    result: storedGraph({ nodes, edges }, Date.now()),
  })
}
