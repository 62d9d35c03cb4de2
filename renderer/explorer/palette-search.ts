import { literal } from '#shared/spl/literal.ts'
import type { Intents, SearchResult } from '../app/bench.ts'
import { openWith } from '../app/intents.ts'
import { asked } from '../app/palette-rank.ts'
import { chooseConnection, connectionOf, useWorkbench } from '../app/workbench.ts'
import { text } from '../i18n/text.ts'
import type { GraphNode } from './graph/graph.ts'
import { stateOf } from './graph/entity-state.ts'
import { loadModel, queryRows } from './graph/load.ts'
import { allViews, loadViews } from './saved-views/saved-views.ts'
import { surfaces } from './store/explorer-store.ts'
import { type Question, questionOf, stateQuery } from './search/asked-state.ts'
import { findElements } from './search/find-elements.ts'
import { hitOf } from './search/search-nodes.ts'
import { entityNode } from './topology/entity-graph.ts'
import { findEntities } from './topology/find-entities.ts'
import { typeName } from './graph/set-names.ts'

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

/** The entities that a question is about: by their state if it asks for one, or by any of their fields. */
async function entitiesFor(
  { id }: Server,
  { words, states, of }: Question,
  signal: AbortSignal,
): Promise<readonly GraphNode[]> {
  const source = { connection: id }
  if (states.length === 0) return findEntities(source, words, { limit: MAX_FOUND, signal })
  const rows = await queryRows(source, stateQuery(states), { limit: MAX_FOUND * 4, signal })
  return rows
    .flatMap((row) => entityNode(row) ?? [])
    .filter(({ kind, label }) => of.every((word) => `${kind} ${label}`.toLowerCase().includes(word)))
    .slice(0, MAX_FOUND)
}

/**
 * Elements that say what is asked for: “who is on call” is answered by teams, which have a field `on_call`. Names of the
 * model in use are here already.
 */
async function elementsFor(
  { id, prefix, isUsed }: Server,
  { words, states, isSentence, way }: Question,
  signal: AbortSignal,
): Promise<readonly GraphNode[]> {
  if (way || states.length > 0 || (isUsed && !isSentence)) return []
  const source = { connection: id, prefix }
  const asked = isSentence ? [words.replaceAll(' ', '_'), ...(isUsed ? [] : [words])] : [words]
  const lists = await Promise.all(asked.map((one) => findElements(source, one, { limit: MAX_FOUND, signal })))
  return [...new Map(lists.flat().map((node) => [node.key, node])).values()]
}

/** Searches entities and elements on a server; the question itself is among their words, for it may be in any field. */
async function searchServer(
  server: Server,
  question: Question,
  typed: string,
  signal: AbortSignal,
): Promise<SearchResult[]> {
  const [entities, elements] = await Promise.all([
    entitiesFor(server, question, signal),
    elementsFor(server, question, signal),
  ])
  const { words, states, isSentence, way } = question
  // A question names what it asks about; the palette ranks by what was typed.
  if (way)
    return calledLike(entities, words)
      .slice(0, MAX_ASKED)
      .map((node) => wayResult(server, node, way, typed))
  const isAsked = states.length > 0
  return [
    ...elements.map((node) => elementResult(server, node, words)),
    ...entities.map((node) => entityResult(server, node, isAsked ? stateOf(node) : mentionOf(node, words))),
  ].map((result) => ({
    ...result,
    terms: words,
    // It is what was asked for; if it shows none of the words, the server may have found it for another reason, or for none.
    name: isSentence && (isAsked || isSaidIn(result, words)) ? words : undefined,
  }))
}

/** Whether what is shown of a result has any of the words. */
function isSaidIn({ title, more = '' }: SearchResult, words: string): boolean {
  const shown = `${title} ${more}`.toLowerCase()
  return words.split(' ').some((word) => shown.includes(word.toLowerCase()))
}

/** Where to search on: the same search as a query, which lists all that it finds. */
function inQuery(typed: string, { words, states }: Question): SearchResult {
  const query = states.length > 0 ? stateQuery(states) : `.entity with(query=${literal(words)})`
  return {
    id: 'entity-query',
    title: text(states.length > 0 ? 'explorer.palette.stateQuery' : 'explorer.palette.query', { typed }),
    group: text('explorer.palette.further'),
    last: true,
    run: () => openWith('query.open', { text: `${query}\n| limit 100` }),
  }
}

/** Searches the typed text or question on every model server that runs; the one in use first. */
export async function searchServers(typed: string, signal: AbortSignal): Promise<readonly SearchResult[]> {
  const question = questionOf(typed)
  const servers = runningServers()
  const lists = await Promise.allSettled(
    servers.map((server) => searchServer(server, question, typed, signal)),
  )
  const found = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
  return servers[0]?.isUsed ? [...found, inQuery(typed.trim(), question)] : found
}

/** Most entities of that name of which a question may be meant. */
const MAX_ASKED = 6

/** Those that are called as asked, the closest first; all if none is. */
function calledLike(entities: readonly GraphNode[], words: string): readonly GraphNode[] {
  const called = entities.filter(({ label }) => label.toLowerCase().includes(words))
  return called.length === 0 ? entities : called.toSorted((a, b) => a.label.length - b.label.length)
}

/** Answers what depends on an entity, or the other way round: step by step in the Explorer, as a node's menu does. */
function wayResult(
  { id, name, isUsed }: Server,
  { key, label, kind }: GraphNode,
  way: 'dependents' | 'dependencies',
  typed: string,
): SearchResult {
  return {
    id: `way:${id}:${key}`,
    title: text(`explorer.palette.${way}`, { name: label }),
    // It is what was asked.
    name: asked(typed),
    group: text('explorer.palette.entities'),
    more: [kind, !isUsed && name].filter(Boolean).join(' · '),
    dormant: !isUsed,
    run: () =>
      openOn(id, 'explorer.entities', { entities: [key], reach: way === 'dependents' ? 'in' : 'out' }),
  }
}

/** Where a node has the words, if not in its name. */
function mentionOf(node: GraphNode, words: string): string | undefined {
  const { mention } = hitOf(node, words)
  return mention && text(`explorer.search.in.${mention.in}`, { text: mention.text })
}

/** @param why what makes it an answer */
function entityResult(
  { id, name, isUsed }: Server,
  { key, label, kind }: GraphNode,
  why: string | undefined,
): SearchResult {
  return {
    id: `entity:${id}:${key}`,
    title: label,
    group: text('explorer.palette.entities'),
    more: [kind, why, !isUsed && name].filter(Boolean).join(' · '),
    dormant: !isUsed,
    run: () => openOn(id, 'explorer.entities', { entities: [key], expand: true }),
  }
}

const elementResult = ({ id, name, isUsed }: Server, node: GraphNode, words: string): SearchResult => ({
  id: `explorer:${id}:${node.key}`,
  title: node.label,
  group: text('explorer.palette.elements'),
  more: [typeName(node.kind), mentionOf(node, words), !isUsed && name].filter(Boolean).join(' · '),
  dormant: !isUsed,
  run: () => openOn(id, 'explorer.select', { element: node.key }),
})
