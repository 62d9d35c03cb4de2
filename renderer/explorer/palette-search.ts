import type { Intents, SearchResult } from '../app/bench.ts'
import { openWith } from '../app/intents.ts'
import { chooseConnection, connectionOf, useWorkbench } from '../app/workbench.ts'
import { text } from '../i18n/text.ts'
import type { GraphNode } from './graph/graph.ts'
import { loadModel } from './graph/load.ts'
import { allViews, loadViews } from './saved-views/saved-views.ts'
import { surfaces } from './store/explorer-store.ts'
import { findElements } from './search/find-elements.ts'
import { findEntities } from './topology/find-entities.ts'
import { kindName } from './view/words.ts'

/** Maximum entities, and elements, listed of a server; Query can list more. */
const MAX_FOUND = 12

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

/** The model servers that run; the one in use first. */
function runningServers(): readonly Server[] {
  const used = connectionOf('model')
  return useWorkbench
    .getState()
    .connections.flatMap((one) =>
      one.kind === 'model' && one.state === 'ready' && one.prefix !== undefined
        ? [{ id: one.id, name: one.name, prefix: one.prefix, isUsed: one.id === used?.id }]
        : [],
    )
    .toSorted((a, b) => Number(b.isUsed) - Number(a.isUsed))
}

interface Server {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly isUsed: boolean
}

/** Opens something of a server's model, which is chosen first. */
async function openOn<K extends keyof Intents>(id: string, intent: K, payload: Intents[K]): Promise<void> {
  if (connectionOf('model')?.id !== id) await chooseConnection({ kind: 'model', id })
  await openWith(intent, payload)
}

/** Searches elements of the model and saved views; a view of another server's model says so. */
export async function searchElements(): Promise<readonly SearchResult[]> {
  const [nodes] = await Promise.all([nodesOfModel(), loadViews()])
  const elements = nodes.map(({ key, label, name }): SearchResult => ({
    id: `explorer:${key}`,
    title: label,
    group: text('explorer.palette.elements'),
    more: name === label ? undefined : name,
    run: () => openWith('explorer.select', { element: key }),
  }))
  const used = connectionOf('model')?.id
  const { connections } = useWorkbench.getState()
  const views = allViews().map(({ id, title, connection }): SearchResult => {
    const server = connections.find((one) => one.id === connection && one.id !== used)
    return {
      id: `explorer-view:${id}`,
      title,
      group: text('explorer.views.title'),
      more: server?.name,
      run: () =>
        server ? openOn(server.id, 'explorer.view', { view: id }) : openWith('explorer.view', { view: id }),
    }
  })
  return [...elements, ...views]
}

/**
 * Searches entities whose fields contain the typed text on every model server that runs, and elements on those that are not
 * in use, whose model is not here.
 */
export async function searchServers(typed: string, signal: AbortSignal): Promise<readonly SearchResult[]> {
  const limit = MAX_FOUND
  const lists = await Promise.allSettled(
    runningServers().flatMap((server) => {
      const source = { connection: server.id, prefix: server.prefix }
      const entities = findEntities(source, typed, { limit, signal }).then((found) =>
        found.map((node) => entityResult(server, node)),
      )
      const elements = (): Promise<readonly SearchResult[]> =>
        findElements(source, typed, { limit, signal }).then((found) =>
          found.map((node) => elementResult(server, node)),
        )
      return server.isUsed ? [entities] : [entities, elements()]
    }),
  )
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
}

const entityResult = ({ id, name, isUsed }: Server, { key, label, kind }: GraphNode): SearchResult => ({
  id: `entity:${id}:${key}`,
  title: label,
  group: text('explorer.palette.entities'),
  more: isUsed ? kind : `${kind} · ${name}`,
  dormant: !isUsed,
  run: () => openOn(id, 'explorer.entities', { entities: [key], expand: true }),
})

const elementResult = ({ id, name }: Server, { key, label, kind }: GraphNode): SearchResult => ({
  id: `explorer:${id}:${key}`,
  title: label,
  group: text('explorer.palette.elements'),
  more: `${kindName(kind)} · ${name}`,
  dormant: true,
  run: () => openOn(id, 'explorer.select', { element: key }),
})
