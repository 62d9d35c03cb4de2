import type { SearchResult } from '../app/bench.ts'
import { openWith } from '../app/intents.ts'
import { connectionOf } from '../app/workbench.ts'
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

/** Searches entities whose fields contain the typed text. */
export async function searchEntities(typed: string, signal: AbortSignal): Promise<readonly SearchResult[]> {
  const connection = connectionOf('model')
  if (connection?.state !== 'ready') return []
  const found = await findEntities({ connection: connection.id }, typed, { limit: MAX_ENTITIES, signal })
  return found.map(({ key, label, kind }): SearchResult => ({
    id: `entity:${key}`,
    title: label,
    group: text('explorer.palette.entities'),
    more: kind,
    run: () => openWith('explorer.entities', { entities: [key], expand: true }),
  }))
}
