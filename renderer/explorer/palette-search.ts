import type { SearchResult } from '../app/bench.ts'
import { openWith } from '../app/intents.ts'
import { chooseConnection, connectionOf, useWorkbench } from '../app/workbench.ts'
import { text } from '../i18n/text.ts'
import type { GraphNode } from './graph/graph.ts'
import { loadModel } from './graph/load.ts'
import { allViews, loadViews } from './saved-views/saved-views.ts'
import { surfaces } from './store/explorer-store.ts'
import { findEntities } from './topology/find-entities.ts'

/** Maximum entities listed; Query can list more. */
const MAX_ENTITIES = 12

/** The model as loaded before the Explorer was opened. */
let read: { readonly connection: string; readonly nodes: readonly GraphNode[] } | undefined

/** The elements of the current model, even before the Explorer shows it. */
async function nodesOfModel(): Promise<readonly GraphNode[]> {
  const { nodes } = surfaces.model.getState().graph
  if (nodes.length > 0) return nodes
  const connection = connectionOf('model')
  if (connection?.state !== 'ready') return []
  if (read?.connection !== connection.id) {
    const source = { connection: connection.id, prefix: connection.prefix ?? 'model' }
    const { graph } = await loadModel(source, new AbortController().signal, () => undefined)
    read = { connection: connection.id, nodes: graph.nodes }
  }
  return read.nodes
}

/** Searches elements of the model and saved views. */
export async function searchElements(): Promise<readonly SearchResult[]> {
  const [nodes] = await Promise.all([nodesOfModel(), loadViews()])
  const elements = nodes.map(({ key, label, name }): SearchResult => ({
    id: `explorer:${key}`,
    title: label,
    group: text('explorer.palette.elements'),
    more: name === label ? undefined : name,
    run: () => openWith('explorer.select', { element: key }),
  }))
  const views = allViews().map(({ id, title }): SearchResult => ({
    id: `explorer-view:${id}`,
    title,
    group: text('explorer.views.title'),
    run: () => openWith('explorer.view', { view: id }),
  }))
  return [...elements, ...views]
}

/** Searches entities whose fields contain the typed text, on every model server that runs; the one in use first. */
export async function searchEntities(typed: string, signal: AbortSignal): Promise<readonly SearchResult[]> {
  const used = connectionOf('model')
  const servers = useWorkbench
    .getState()
    .connections.filter((one) => one.kind === 'model' && one.state === 'ready' && one.prefix !== undefined)
    .toSorted((a, b) => Number(b.id === used?.id) - Number(a.id === used?.id))
  const lists = await Promise.allSettled(
    servers.map(async (server): Promise<readonly SearchResult[]> => {
      const found = await findEntities({ connection: server.id }, typed, { limit: MAX_ENTITIES, signal })
      const isUsed = server.id === used?.id
      return found.map(({ key, label, kind }) => ({
        id: `entity:${server.id}:${key}`,
        title: label,
        group: text('explorer.palette.entities'),
        more: isUsed ? kind : `${kind} · ${server.name}`,
        dormant: !isUsed,
        run: async () => {
          if (connectionOf('model')?.id !== server.id) await chooseConnection(server)
          await openWith('explorer.entities', { entities: [key], expand: true })
        },
      }))
    }),
  )
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
}
