import { parseEntityKey } from '#shared/model/entity.ts'
import { text } from '../../i18n/text.ts'
import { makeGraph, type Graph, type GraphNode } from '../graph/graph.ts'
import type { TimeRange } from '../graph/lifetime.ts'
import { loadView } from '../saved-views/persist-view.ts'
import type { parseView } from '../saved-views/parse-view.ts'
import { viewName, surfaces, useExplorer } from '../store/explorer-store.ts'
import { goToNode, goToNodes, isOnGraph } from '../view/go-to.ts'
import { groupNameOf, prepareProjection } from '../view/projection.ts'
import { viewOf } from '../view/surface.ts'
import { restoreView, setGraph } from '../view/surface-actions.ts'
import { setKey } from './count-sets.ts'
import { unknownEnds } from './entity-graph.ts'
import { compareMoments, reopenTimeMachine } from './machine.ts'
import { entitiesOfSet, PAGE, relationsAmong } from './read-topology.ts'
import {
  addToTopology,
  ask,
  askInTurn,
  edgesOf,
  fetchEntities,
  linksOf,
  nodesOf,
  options,
  pointsAt,
} from './topology-calls.ts'
import { timeRange, useTopology } from './topology-store.ts'

export type SavedTopology = NonNullable<ReturnType<typeof parseView>>

/** Entity keys of a saved view; before 0.2 it stored only those with positions. */
export const savedEntities = ({ entities, positions }: SavedTopology): readonly string[] =>
  entities.length > 0
    ? entities
    : [...positions.keys()].filter((key) => groupNameOf(key) === undefined && key.split('/').length === 3)

/** The last state of the runtime canvas; undefined if there is none. */
export async function savedTopology(): Promise<SavedTopology | undefined> {
  const snapshot = await loadView(viewName('runtime') ?? '')
  return snapshot && savedEntities(snapshot).length > 0 ? snapshot : undefined
}

/** The entities that sets which were opened whole have now; a set of which nothing is on the canvas is open no more. */
async function entitiesOfWholeSets(signal: AbortSignal): Promise<readonly GraphNode[]> {
  const { loaded } = useExplorer.getState()
  const { whole, limit } = useTopology.getState()
  const shown = new Set(
    surfaces.runtime.getState().graph.nodes.map(({ domain, kind }) => setKey({ domain, name: kind })),
  )
  const nodes: GraphNode[] = []
  for (const [key, set] of whole) {
    if (!loaded || !shown.has(key)) continue
    const { rows } = await entitiesOfSet(loaded, set, {
      ...options(signal),
      page: PAGE,
      most: Math.max(limit, PAGE),
    })
    for (const node of await nodesOf(rows, signal)) nodes.push(node)
  }
  return nodes
}

/** Loads entities in their current state, besides those that are, and the relations between all of them. */
async function loadGraph(
  keys: readonly string[],
  signal: AbortSignal,
  range: TimeRange | undefined,
  read: readonly GraphNode[] = [],
): Promise<Graph | undefined> {
  const { loaded } = useExplorer.getState()
  if (!loaded) return undefined
  const ends = unknownEnds(pointsAt(keys), new Set(read.map(({ key }) => key)))
  const nodes = [...read, ...(await fetchEntities(ends.values(), signal, range))]
  const known = new Set(nodes.map(({ key }) => key))
  const { rows } = await relationsAmong(loaded, [...known], known, { ...options(signal, range), page: PAGE })
  const edges = await edgesOf(rows, signal)
  return makeGraph(
    nodes,
    edges.filter(({ source, target }) => known.has(source) && known.has(target)),
  )
}

/**
 * Loads what is on the runtime canvas again, with entities that are not yet on it and those that sets which are open as a whole
 * have got; what no longer exists
 * disappears. An undoable step. What is new is shown and selected: in a large topology nobody would find it.
 */
export function reloadTopology(added: readonly string[] = []): Promise<void> {
  const surface = surfaces.runtime
  const step = text('explorer.outdated.load')
  return ask(text('explorer.topology.restoring'), async (signal) => {
    useExplorer.setState(({ outdated }) => ({ outdated: { ...outdated, runtime: false } }))
    const graph = await loadGraph(
      [...new Set([...surface.getState().graph.nodes.map(({ key }) => key), ...added])],
      signal,
      timeRange(),
      await entitiesOfWholeSets(signal),
    )
    if (!graph) return
    await prepareProjection(graph, viewOf(surface.getState()), signal)
    const fresh = added.filter((key) => graph.indexOf.has(key) && !isOnGraph(surface, key))
    setGraph(surface, graph, { step })
    goToNodes(surface, fresh)
  })
}

async function restore(saved: SavedTopology, signal: AbortSignal): Promise<void> {
  const graph = await loadGraph(savedEntities(saved), signal, saved.view.range)
  if (!graph) return
  await prepareProjection(graph, saved.view, signal)
  const { machine } = saved
  // First, so that the view is not saved without it.
  if (machine) reopenTimeMachine(machine)
  restoreView(surfaces.runtime, graph, saved.view, saved, text('explorer.step.view'))
  if (machine?.compared) await compareMoments(...machine.compared)
}

/** Reloads the saved entities in their current state and restores their positions. */
export const restoreTopology = (saved: SavedTopology): Promise<void> =>
  ask(text('explorer.topology.restoring'), (signal) => restore(saved, signal))

/** Maximum saved entities that an address reopens; more are offered. */
const MAX_UNASKED = 2000

/**
 * Opens what an address names of the topology: on an empty canvas what was last on it, then the entity, which
 * is added if it is not there. @returns a sentence if the server has none of that key
 */
export async function openNamed(key: string | undefined): Promise<string | undefined> {
  const surface = surfaces.runtime
  let missing: string | undefined
  const isEmpty = (): boolean => surface.getState().graph.nodes.length === 0
  if (isEmpty() || (key !== undefined && !isOnGraph(surface, key)))
    await askInTurn(text('explorer.topology.restoring'), async (signal) => {
      const saved = isEmpty() ? await savedTopology() : undefined
      signal.throwIfAborted()
      const isFew = saved !== undefined && savedEntities(saved).length <= MAX_UNASKED
      if (isFew) await restore(saved, signal)
      if (key !== undefined && !isOnGraph(surface, key)) missing = await addNamed(key, signal)
      if (isEmpty()) useTopology.setState({ unopened: saved === undefined ? 'none' : 'many' })
    })
  if (key !== undefined && isOnGraph(surface, key)) goToNode(surface, key)
  return missing
}

/** Adds the entity that an address names. @returns a sentence if the server has none of that key */
async function addNamed(key: string, signal: AbortSignal): Promise<string | undefined> {
  const nodes = parseEntityKey(key)
    ? await fetchEntities(unknownEnds(pointsAt([key]), new Map()).values(), signal)
    : []
  const links = await linksOf(nodes, signal)
  await addToTopology(nodes, links, text('explorer.step.openSet', { what: String(nodes.length) }), signal)
  return nodes.length === 0 ? text('explorer.address.missing', { element: key }) : undefined
}
