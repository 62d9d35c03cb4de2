import { toFailure } from '#shared/workbench/failure.ts'
import { text } from '../../i18n/text.ts'
import { inSlices, mapSteps, PIECE, type Steps } from '../../app/slices.ts'
import { surfaces, useExplorer } from '../store/explorer-store.ts'
import { emptyGraph, mergeSteps, type GraphEdge, type GraphNode } from '../graph/graph.ts'
import { queryAllRows } from '../graph/load.ts'
import { referenceOf } from '../graph/as-query.ts'
import { freshGroups, isReadable } from '../view/overview.ts'
import { prepareProjection } from '../view/projection.ts'
import { setGraph } from '../view/surface-actions.ts'
import { viewOf } from '../view/surface.ts'
import { collapse, initialView } from '../view/view-state.ts'
import { countSets, setKey } from './count-sets.ts'
import { entityNode, nodeOfKey, relationEdge, unknownEnds } from './entity-graph.ts'
import { entitiesById, entitiesOfSet, everyRelation, PAGE, relationsAmong } from './read-topology.ts'
import { noteLinks, timeRange, useTopology } from './topology-store.ts'

const surface = surfaces.runtime

/** Neighbours an expansion adds without asking (docs/measurements.md#expansion: hubs have too many). */
export const EXPANSION_CAP = 40
/** Maximum entities and relations loaded for the whole topology. */
const WHOLE_CAP = 200_000
/** Maximum entities of the whole topology that are loaded without showing first how many of each set there are. */
const MAX_UNCOUNTED = 2000
/**
 * Adding more entities than this at once is a bulk load: if they would be unreadable, their groups start
 * collapsed.
 */
const BULK = 60

let abort: AbortController | undefined

export const cancelTopology = (): void => abort?.abort()

/** The end of the call that runs. */
let ended = Promise.resolve()

/** Runs a query with progress, cancel and error display; replaces the previous one. */
export function ask(what: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  abort?.abort()
  const own = new AbortController()
  abort = own
  useTopology.setState({
    running: { what, done: 0 },
    failure: undefined,
    truncated: undefined,
    unopened: undefined,
  })
  ended = work(own.signal)
    .catch((error: unknown) => {
      if (!own.signal.aborted) useTopology.setState({ failure: toFailure(error) })
    })
    .finally(() => {
      if (abort === own) useTopology.setState({ running: undefined })
    })
  return ended
}

/** As {@link ask}, for what is added to a canvas: what is being loaded there arrives first. */
export async function askInTurn(what: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const { loaded } = useExplorer.getState()
  while (useTopology.getState().running) await ended
  if (useExplorer.getState().loaded === loaded) await ask(what, work)
}

/** Queries and results do not carry over to another server. */
useExplorer.subscribe(({ loaded }, before) => {
  if (loaded || !before.loaded) return
  abort?.abort()
  useTopology.setState({
    running: undefined,
    failure: undefined,
    truncated: undefined,
    unopened: undefined,
    pending: undefined,
    counted: undefined,
    whole: new Map(),
    links: new Map(),
  })
})

const noteWhole = ({ domain, name }: { readonly domain: string; readonly name: string }): void =>
  useTopology.setState(({ whole }) => ({
    whole: new Map([...whole, [setKey({ domain, name }), { domain, name }]]),
  }))

export const progress = (done: number): void =>
  useTopology.setState(({ running }) => ({ running: running && { ...running, done } }))

export const options = (signal: AbortSignal, range = timeRange()) =>
  range ? { signal, timeRange: range } : { signal }

type Rows = readonly Record<string, unknown>[]

export const nodesOf = (rows: Rows, signal: AbortSignal): Promise<GraphNode[]> =>
  inSlices(mapSteps(rows, entityNode), signal)
export const edgesOf = (rows: Rows, signal: AbortSignal): Promise<GraphEdge[]> =>
  inSlices(mapSteps(rows, relationEdge), signal)

/** Placeholder nodes for ends of relations that were not delivered. */
function* missingEnds(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Steps<GraphNode[]> {
  const known = new Set<string>()
  for (const [place, { key }] of nodes.entries()) {
    known.add(key)
    if (place % PIECE === 0) yield
  }
  const missing: GraphNode[] = []
  for (const [place, { source, target }] of edges.entries()) {
    for (const key of [source, target]) {
      if (known.has(key)) continue
      known.add(key)
      missing.push(nodeOfKey(key))
    }
    if (place % PIECE === 0) yield
  }
  return missing
}

/** The entities with these ids, in batches; unknown ids are left out. */
export async function fetchEntities(
  wanted: Iterable<{ domain: string; type: string; ids: readonly string[] }>,
  signal: AbortSignal,
  range = timeRange(),
): Promise<GraphNode[]> {
  const { loaded } = useExplorer.getState()
  if (!loaded) return []
  const found: GraphNode[] = []
  for (const set of wanted) {
    const { rows } = await entitiesById(loaded, set, {
      ...options(signal, range),
      onRows: (count) => progress(found.length + count),
    })
    found.push(...(await nodesOf(rows, signal)))
  }
  return found
}

/** Payloads for ends without a node, by default on the canvas; ends that are not entities become placeholder nodes. */
export async function endsOf(
  edges: readonly GraphEdge[],
  signal: AbortSignal,
  known: Parameters<typeof unknownEnds>[1] = surface.getState().graph.indexOf,
): Promise<GraphNode[]> {
  const wanted = [...unknownEnds(edges, known).values()]
  const found = await fetchEntities(wanted, signal)
  const answered = new Set(found.map(({ key }) => key))
  const missing = wanted
    .flatMap(({ domain, type, ids }) => ids.map((id) => `${domain}/${type}/${id}`))
    .filter((key) => !answered.has(key))
  return [...found, ...missing.map(nodeOfKey)]
}

/** Adds to the canvas; in a large graph groups are collapsed first. */
export async function addToTopology(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  step: string,
  signal?: AbortSignal,
): Promise<void> {
  // An empty addition is not an undo step.
  if (nodes.length + edges.length === 0) return
  const { graph } = surface.getState()
  const next = await inSlices(mergeSteps(graph, nodes, edges), signal)
  const { history } = surface.getState()
  const { view } = history.present
  // A bulk load that would be unreadable is collapsed; open groups stay open.
  const bulk = nodes.length > BULK && !isReadable(next, surface.getState().size)
  const shown = bulk ? collapse(view, freshGroups(graph, next, surface.getState().size)) : view
  await prepareProjection(next, shown, signal)
  setGraph(surface, next, { fit: graph.nodes.length === 0, step, view: shown })
}

/** Reports an empty result, naming the time range if that may be the reason. */
function sayNothingFound(): void {
  const key = timeRange() ? 'explorer.topology.noneInTime' : 'explorer.topology.none'
  useTopology.setState({ truncated: [key] })
}

/** Explains why an expansion added nothing. */
function sayNothingNew(key: string, links: number): void {
  const { nodes, indexOf } = surface.getState().graph
  const name = nodes[indexOf.get(key) ?? -1]?.label ?? key
  const none = timeRange() ? 'noLinksInTime' : 'noLinks'
  useTopology.setState({ truncated: [`explorer.topology.${links > 0 ? 'allLinks' : none}`, { name }] })
}

/** Shows the entities of an entity set on the canvas. */
export function loadEntities(set: { domain: string; name: string; label: string }): Promise<void> {
  const { loaded } = useExplorer.getState()
  const { limit } = useTopology.getState()
  return ask(text('explorer.topology.reading', { what: set.label }), async (signal) => {
    if (!loaded) return
    const { rows, complete } = await entitiesOfSet(loaded, set, {
      ...options(signal),
      page: Math.min(limit, PAGE),
      most: limit,
      onRows: progress,
    })
    const nodes = await nodesOf(rows, signal)
    const links = await linksOf(nodes, signal)
    await addToTopology(nodes, links, text('explorer.step.openSet', { what: set.label }), signal)
    if (rows.length === 0) sayNothingFound()
    if (complete) noteWhole(set)
    else
      useTopology.setState({
        truncated: ['explorer.topology.truncated', { shown: rows.length, what: set.label }],
      })
  })
}

/** Shows entities by key. */
export function showEntities(keys: readonly string[]): Promise<void> {
  return askInTurn(text('explorer.topology.restoring'), async (signal) => {
    const fresh = keys.filter((key) => !surface.getState().graph.indexOf.has(key))
    if (fresh.length === 0) return
    const nodes = await endsOf(pointsAt(fresh), signal)
    const links = await linksOf(nodes, signal)
    await addToTopology(nodes, links, text('explorer.step.openSet', { what: String(fresh.length) }), signal)
  })
}

/**
 * The relations of entities that are to be added, among each other and with what is on the canvas: a picture without
 * them would say that there are none. Not every server has relations.
 */
export async function linksOf(nodes: readonly GraphNode[], signal: AbortSignal): Promise<GraphEdge[]> {
  const { indexOf } = surface.getState().graph
  if (indexOf.size + nodes.length < 2) return []
  const fresh = new Set(nodes.map(({ key }) => key))
  const read = { ...options(signal), page: PAGE, most: PAGE, onRows: progress }
  const among = new Set([...indexOf.keys(), ...fresh])
  try {
    const { rows } = await relationsWithin([...fresh], among, read)
    return await edgesOf(rows, signal)
  } catch (error) {
    if (signal.aborted) throw error
    return []
  }
}

/** Wraps keys as ends of relations, the form used for queries. */
export const pointsAt = (keys: readonly string[]): GraphEdge[] =>
  keys.map((key) => ({ key, kind: '', source: key, target: key, type: '' }))

/**
 * Expands an entity: few neighbours are added at once, many are offered per type. Where nobody asked for them, it goes
 * unsaid that there are none to add.
 */
export const expandEntity = (key: string, isAsked = true): Promise<void> =>
  askInTurn(text('explorer.topology.expanding'), async (signal) => {
    const edges = await relationsAt([key], signal)
    if (!edges) return
    if (edges.every(isLoaded())) return isAsked ? sayNothingNew(key, edges.length) : undefined
    const { indexOf } = surface.getState().graph
    const ends = new Set(edges.flatMap(({ source, target }) => [source, target]))
    const fresh = [...ends].filter((end) => !indexOf.has(end)).length
    const nodes = await endsOf(edges, signal)
    if (fresh <= EXPANSION_CAP) await addToTopology(nodes, edges, text('explorer.step.expand'), signal)
    else useTopology.setState({ pending: { centers: [key], nodes, edges } })
  })

/** Offers the neighbours of entities per type, however few. @returns whether all of them are loaded already */
export async function offerNeighbours(keys: readonly string[]): Promise<boolean> {
  let known = false
  await askInTurn(text('explorer.topology.expanding'), async (signal) => {
    const edges = await relationsAt(keys, signal)
    if (!edges) return
    known = edges.every(isLoaded())
    if (!known)
      useTopology.setState({ pending: { centers: keys, nodes: await endsOf(edges, signal), edges } })
  })
  return known
}

/** All relations of some entities. */
async function relationsAt(keys: readonly string[], signal: AbortSignal): Promise<GraphEdge[] | undefined> {
  const { loaded } = useExplorer.getState()
  if (!loaded) return undefined
  const query = `.topo | graph-call getDirectRelations([${keys.map(referenceOf).join(', ')}])`
  const { rows, complete } = await queryAllRows(loaded, query, {
    ...options(signal),
    page: PAGE,
    most: PAGE,
    onRows: progress,
  })
  const edges = await edgesOf(rows, signal)
  if (complete) noteLinks(keys, edges)
  return edges
}

/** Whether a relation is on the canvas. */
function isLoaded(): (edge: GraphEdge) => boolean {
  const shown = new Set(surface.getState().graph.edges.map(({ key }) => key))
  return ({ key }) => shown.has(key)
}

/** Loads all entities and relations of the workspace; if they are many, the user chooses of the counted sets. */
export function loadWholeTopology(): Promise<void> {
  const { loaded } = useExplorer.getState()
  const { nodes } = surfaces.model.getState().graph
  const sets = nodes.filter((node) => node.kind === 'entity_set')
  return ask(text('explorer.topology.readingAll'), async (signal) => {
    if (!loaded) return
    const counts = await countSets(loaded, options(signal))
    const counted = sets
      .map((set) => ({ set, count: counts?.get(setKey(set)) ?? 0 }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)
    const isLarge = counted.reduce((sum, { count }) => sum + count, 0) > MAX_UNCOUNTED
    if (isLarge) useTopology.setState({ counted })
    else await loadSets(sets, signal)
  })
}

/** Loads the entities of these sets, and the relations `within` them or, of all sets, every relation. */
export const loadTopology = (sets: readonly GraphNode[], within: boolean): Promise<void> =>
  ask(text('explorer.topology.readingAll'), (signal) => loadSets(sets, signal, within))

/** Relations of these entities whose ends are both shown. */
async function relationsWithin(
  keys: readonly string[],
  among: ReadonlySet<string>,
  read: Parameters<typeof everyRelation>[2],
): Promise<Awaited<ReturnType<typeof everyRelation>>> {
  const { loaded } = useExplorer.getState()
  if (!loaded) return { rows: [], complete: true }
  // Of few entities their own relations are fewer than all.
  const { rows, complete } = await (keys.length > PAGE
    ? everyRelation(loaded, keys, read)
    : relationsAmong(loaded, keys, among, read))
  const isWithin = (row: (typeof rows)[number]): boolean => {
    const edge = relationEdge(row)
    return edge !== undefined && among.has(edge.source) && among.has(edge.target)
  }
  return { rows: rows.filter(isWithin), complete }
}

async function loadSets(sets: readonly GraphNode[], signal: AbortSignal, within = false): Promise<void> {
  const { loaded } = useExplorer.getState()
  if (!loaded) return
  const nodes: GraphNode[] = []
  let complete = true
  for (const set of sets) {
    const answer = await entitiesOfSet(loaded, set, {
      ...options(signal),
      page: PAGE,
      most: WHOLE_CAP - nodes.length,
      onRows: (count) => progress(nodes.length + count),
    })
    for (const node of await nodesOf(answer.rows, signal)) nodes.push(node)
    if (answer.complete) noteWhole(set)
    complete &&= answer.complete
  }
  const keys = nodes.map(({ key }) => key)
  const read = {
    ...options(signal),
    page: PAGE,
    most: WHOLE_CAP,
    onRows: (count: number) => progress(nodes.length + count),
  }
  const known = new Set(within ? keys : [])
  const relations = await (within ? relationsWithin(keys, known, read) : everyRelation(loaded, keys, read))
  const edges = await edgesOf(relations.rows, signal)
  const ends = await inSlices(missingEnds(nodes, edges), signal)
  await addToTopology([...nodes, ...ends], edges, text('explorer.step.openAll'), signal)
  if (!within && complete && relations.complete) noteLinks(keys, edges)
  if (nodes.length + edges.length === 0) sayNothingFound()
  if (!complete || !relations.complete)
    useTopology.setState({
      truncated: [
        'explorer.topology.truncatedAll',
        { nodes: nodes.length + ends.length, relations: edges.length },
      ],
    })
}

/** Clears the canvas. */
export function clearTopology(): void {
  const { rules, range } = viewOf(surface.getState())
  setGraph(surface, emptyGraph, { step: text('explorer.step.clear'), view: { ...initialView, rules, range } })
  useTopology.setState({
    failure: undefined,
    truncated: undefined,
    pending: undefined,
    counted: undefined,
    whole: new Map(),
  })
}
