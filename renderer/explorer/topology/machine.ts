import { inSlices } from '../../app/slices.ts'
import { text } from '../../i18n/text.ts'
import { endComparison } from '../compare/compare.ts'
import { graphSteps } from '../graph/graph.ts'
import { isThere } from '../graph/lifetime.ts'
import { surfaces, useExplorer } from '../store/explorer-store.ts'
import { prepareProjection } from '../view/projection.ts'
import { changeView, setGraph } from '../view/surface-actions.ts'
import { viewOf } from '../view/surface.ts'
import type { ViewState } from '../view/view-state.ts'
import { PAGE, relationsOf } from './read-topology.ts'
import { EVER } from './time-range.ts'
import { addToTopology, ask, edgesOf, endsOf, options, progress } from './topology-calls.ts'
import { type OpenMachine, setTimeRange, timeRange, useTopology } from './topology-store.ts'

const surface = surfaces.runtime

/** Shows a point in time, or everything; consecutive moves are one undo step. */
export const goToMoment = (moment: number | undefined): void =>
  changeView(surface, text('explorer.machine'), (view) => ({ ...view, moment }), undefined, true)

/** Opens the time machine, loading what no longer exists; optionally at a point in time. */
export async function openTimeMachine(moment?: number): Promise<void> {
  useTopology.setState(({ machine }) => ({ machine: machine ?? { range: timeRange(), past: new Set() } }))
  setTimeRange(EVER)
  await loadPast()
  if (moment !== undefined) goToMoment(moment)
}

/** Loads what no longer exists around the entities on the canvas: ended relations and their other ends. */
function loadPast(): Promise<void> {
  const { loaded } = useExplorer.getState()
  const keys = surface.getState().graph.nodes.map(({ key }) => key)
  return ask(text('explorer.machine.loading'), async (signal) => {
    if (!loaded || keys.length === 0) return
    const { rows } = await relationsOf(loaded, keys, { ...options(signal), page: PAGE, onRows: progress })
    const edges = await edgesOf(rows, signal)
    const { edges: known, indexOf } = surface.getState().graph
    const there = new Set(known.map(({ key }) => key))
    const now = Date.now() / 1000
    const past = edges.filter(
      (edge) =>
        !there.has(edge.key) &&
        (!isThere(edge, now) || (indexOf.has(edge.source) && indexOf.has(edge.target))),
    )
    const ends = await endsOf(past, signal)
    const { machine } = useTopology.getState()
    // Closed meanwhile.
    if (!machine) return
    const added = new Set([...machine.past, ...[...ends, ...past].map(({ key }) => key)])
    useTopology.setState({ machine: { ...machine, past: added } })
    await addToTopology(ends, past, text('explorer.machine.loading'), signal)
  })
}

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
    range: view.range === EVER ? machine.range : view.range,
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
