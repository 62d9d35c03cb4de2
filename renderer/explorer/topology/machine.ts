import { inSlices } from '../../app/slices.ts'
import type { StoredViewSnapshot } from '#shared/documents/explorer.ts'
import { showTime } from '../../i18n/moment.ts'
import { text } from '../../i18n/text.ts'
import { endComparison } from '../compare/compare.ts'
import { type Graph, graphSteps, type GraphNode } from '../graph/graph.ts'
import { differenceSteps, isGone, isThere, type TimeRange, wasThere } from '../graph/lifetime.ts'
import { saveBeside } from '../saved-views/persist-view.ts'
import { showTable, surfaces, useExplorer } from '../store/explorer-store.ts'
import { showNodes } from '../view/arrival.ts'
import { prepareProjection } from '../view/projection.ts'
import { changeView, refreshScene, setGraph } from '../view/surface-actions.ts'
import { viewOf } from '../view/surface.ts'
import type { ViewState } from '../view/view-state.ts'
import { countSets, setKey } from './count-sets.ts'
import { entitiesOfSet, PAGE, relationsOf } from './read-topology.ts'
import { EVER, isEver } from './time-range.ts'
import { addToTopology, ask, edgesOf, endsOf, nodesOf, options, progress } from './topology-calls.ts'
import { type OpenMachine, timeRange, useTopology } from './topology-store.ts'

const surface = surfaces.runtime

/** Shows a point in time, or everything; consecutive moves are one undo step. */
export const goToMoment = (moment: number | undefined): void =>
  changeView(surface, text('explorer.machine'), (view) => ({ ...view, moment }), undefined, true)

/** Opens the time machine, loading what no longer exists; optionally at a point in time. */
export async function openTimeMachine(moment?: number): Promise<void> {
  useTopology.setState(({ machine }) => ({
    machine: machine ?? { range: timeRange(), past: new Set(), partial: 0 },
  }))
  changeView(surface, text('explorer.machine'), (view) => ({ ...view, range: EVER }), undefined, true)
  await loadPast()
  if (moment !== undefined) goToMoment(moment)
}

/** An entity set of which entities are on the canvas. */
interface OpenSet {
  readonly domain: string
  readonly name: string
  /** How many of its entities are there. */
  readonly shown: number
}

/** The entity sets on the canvas, with how many of the entities of a time range are there. */
function openSets(nodes: readonly GraphNode[], range: TimeRange | undefined): OpenSet[] {
  const sets = new Map<string, OpenSet>()
  for (const node of nodes) {
    if (node.data === undefined || (range ? !wasThere(node, range) : isGone(node))) continue
    const set = { domain: node.domain, name: node.kind }
    sets.set(setKey(set), { ...set, shown: (sets.get(setKey(set))?.shown ?? 0) + 1 })
  }
  return [...sets.values()]
}

/** Entities that are not on the canvas, of the sets all of whose entities in a time range are. */
async function pastOfWholeSets(
  range: TimeRange | undefined,
  signal: AbortSignal,
): Promise<{ nodes: readonly GraphNode[]; partial: number }> {
  const { loaded } = useExplorer.getState()
  const { nodes: shown, indexOf } = surface.getState().graph
  const sets = openSets(shown, range)
  const counts = loaded && (await countSets(loaded, { signal, ...(range ? { timeRange: range } : {}) }))
  const nodes: GraphNode[] = []
  let partial = 0
  for (const set of sets) {
    if (!loaded || set.shown < (counts?.get(setKey(set)) ?? Infinity)) {
      partial++
      continue
    }
    const { limit } = useTopology.getState()
    const { rows, complete } = await entitiesOfSet(loaded, set, {
      ...options(signal),
      page: PAGE,
      most: set.shown + limit,
      onRows: (count) => progress(nodes.length + count),
    })
    for (const node of await nodesOf(rows, signal)) if (!indexOf.has(node.key)) nodes.push(node)
    if (!complete)
      useTopology.setState({
        truncated: ['explorer.topology.truncated', { shown: rows.length, what: set.name }],
      })
  }
  return { nodes, partial }
}

/**
 * Loads what no longer exists around the entities on the canvas: expired entities of the sets that are wholly open, ended
 * relations, and their other ends.
 */
function loadPast(): Promise<void> {
  const { loaded } = useExplorer.getState()
  const shown = surface.getState().graph.nodes
  return ask(text('explorer.machine.loading'), async (signal) => {
    if (!loaded || shown.length === 0) return
    const { nodes, partial } = await pastOfWholeSets(useTopology.getState().machine?.range, signal)
    const keys = [...shown, ...nodes].map(({ key }) => key)
    const { rows } = await relationsOf(loaded, keys, { ...options(signal), page: PAGE, onRows: progress })
    const edges = await edgesOf(rows, signal)
    const there = new Set(surface.getState().graph.edges.map(({ key }) => key))
    const known = new Set(keys)
    const now = Date.now() / 1000
    const past = edges.filter(
      (edge) =>
        !there.has(edge.key) && (!isThere(edge, now) || (known.has(edge.source) && known.has(edge.target))),
    )
    const ends = await endsOf(past, signal, known)
    const { machine } = useTopology.getState()
    // Closed meanwhile.
    if (!machine) return
    const found = [...nodes, ...ends]
    const added = new Set([...machine.past, ...[...found, ...past].map(({ key }) => key)])
    useTopology.setState({ machine: { ...machine, past: added, partial } })
    await addToTopology(found, past, text('explorer.machine'), signal)
  })
}

/** Chooses the moment to compare others with. */
export const compareFrom = (from: number | undefined): void =>
  useTopology.setState(({ machine }) => ({ machine: machine && { ...machine, from } }))

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))

/** Shows what appeared and disappeared between two times, on canvas and table. */
export async function compareMoments(before: number, after: number): Promise<void> {
  const { graph } = surface.getState()
  const differences = await inSlices(differenceSteps(graph, before, after))
  if (surface.getState().graph !== graph) return
  const sentence = () =>
    text('explorer.machine.changed', { from: showTime(before * 1000), to: showTime(after * 1000) })
  goToMoment(undefined)
  const moments = [before, after] as const
  surface.setState({ comparison: { sentence, differences, plain: graph, before: graph, moments } })
  await refreshScene(surface)
  showTable('runtime', true)
  // The table takes room from the canvas first.
  await nextFrame()
  await nextFrame()
  showNodes(surface, endsOfChanges(graph, differences))
}

/** The nodes that differ, and the ends of links that do. */
const endsOfChanges = (graph: Graph, differences: ReadonlyMap<string, unknown>): number[] => [
  ...graph.nodes.flatMap(({ key }, index) => (differences.has(key) ? [index] : [])),
  ...graph.edges.flatMap(({ key }, edge) =>
    differences.has(key) ? [graph.from[edge] ?? 0, graph.to[edge] ?? 0] : [],
  ),
]

/** Closes the time machine: the time range is the one before, and what was loaded for it goes. */
export async function closeTimeMachine(): Promise<void> {
  const { machine } = useTopology.getState()
  if (!machine) return
  useTopology.setState({ machine: undefined })
  await endComparison(surface)
  const { graph } = surface.getState()
  // A range that was chosen meanwhile stays.
  const closed = (view: ViewState): ViewState => ({
    ...view,
    moment: undefined,
    range: isEver(view.range) ? machine.range : view.range,
  })
  const isKept = ({ key }: { readonly key: string }): boolean => !machine.past.has(key)
  const kept = new Set(graph.nodes.filter(isKept).map(({ key }) => key))
  const edges = graph.edges.filter((edge) => isKept(edge) && kept.has(edge.source) && kept.has(edge.target))
  if (kept.size === graph.nodes.length && edges.length === graph.edges.length)
    return changeView(surface, text('explorer.machine'), closed, undefined, true)
  const next = await inSlices(graphSteps(graph.nodes.filter(isKept), edges))
  const view = closed(viewOf(surface.getState()))
  await prepareProjection(next, view)
  // Another graph was set meanwhile.
  if (surface.getState().graph !== graph) return
  setGraph(surface, next, { step: text('explorer.machine.close'), view })
}

/** Time machines of topologies that were left open, by server. */
const left = new Map<string, OpenMachine>()

// What it has loaded and the range that it returns to belong to one server's topology.
useExplorer.subscribe(({ loaded }, { loaded: before }) => {
  const [name, former] = [loaded, before].map(
    (server) => server && `${server.connection} ${server.workspace}`,
  )
  if (name === former) return
  const { machine } = useTopology.getState()
  if (former !== undefined && machine) left.set(former, machine)
  useTopology.setState({ machine: name === undefined ? undefined : left.get(name) })
  if (name !== undefined) left.delete(name)
})

type SavedMachine = NonNullable<StoredViewSnapshot['machine']>

// It comes back with the view, as it was.
const save = saveBeside(surface, () => {
  const { machine } = useTopology.getState()
  const compared = surface.getState().comparison?.moments
  if (!machine) return {}
  return {
    machine: { ...machine, past: [...machine.past], ...(compared ? { compared: [...compared] } : {}) },
  }
})
useTopology.subscribe((state, before) => {
  if (state.machine !== before.machine) save()
})

/** Opens the time machine as it was saved, over a view whose graph has what was loaded for it. */
export const reopenTimeMachine = ({ range, past, partial, from }: SavedMachine): void =>
  useTopology.setState({ machine: { range, past: new Set(past), partial, from } })
