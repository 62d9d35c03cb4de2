import type { Graph } from '../graph/graph.ts'
import type { History } from '../view/history.ts'
import type { Surface, ViewSnapshot } from '../view/surface.ts'
import { MAX_LEFT, MAX_NODES, showAsLeft, type Shown } from './left-topologies.ts'

/** A model that is not shown at present, with the steps that somebody took in it. */
interface LeftModel {
  readonly graph: Graph
  readonly history: History<ViewSnapshot>
}

/** By server; those left last are last. */
const left = new Map<string, LeftModel>()

const nameOf = ({ connection, workspace }: Shown): string => `${connection}\n${workspace}`

/** Keeps the steps taken in a server's model when another server is chosen. */
export function leaveModel(server: Shown, surface: Surface): void {
  const { graph, history } = surface.getState()
  left.delete(nameOf(server))
  if (history.past.length + history.future.length === 0 || graph.nodes.length > MAX_NODES) return
  left.set(nameOf(server), { graph, history })
  for (const oldest of [...left.keys()].slice(0, -MAX_LEFT)) left.delete(oldest)
}

/**
 * Shows a server's model, which has been read again, as it was left, with its steps.
 * @returns whether there were any, and it is still the same model
 */
export async function returnToModel(
  server: Shown,
  surface: Surface,
  graph: Graph,
  signal: AbortSignal,
): Promise<boolean> {
  const found = left.get(nameOf(server))
  left.delete(nameOf(server))
  if (!found || !isSame(found.graph, graph)) return false
  const isOfModel = ({ graph: own }: ViewSnapshot): boolean => own === undefined || own === found.graph
  // Places are those of a graph: steps beyond one that changed it are left out.
  const { past, present, future } = found.history
  const first = past.findLastIndex(({ state }) => !isOfModel(state)) + 1
  const last = future.findIndex(({ state }) => !isOfModel(state))
  const onModel = ({ view, placement }: ViewSnapshot): ViewSnapshot => ({ view, placement })
  const steps = (all: typeof past): typeof past =>
    all.map(({ state, label }) => ({ state: onModel(state), label }))
  const history = {
    past: steps(past.slice(first)),
    present: onModel(present),
    future: steps(last < 0 ? future : future.slice(0, last)),
  }
  await showAsLeft(surface, graph, history, signal)
  return true
}

/** Whether two graphs have the same elements and links in the same order, so that places of one are those of the other. */
const isSame = (a: Graph, b: Graph): boolean =>
  a.nodes.length === b.nodes.length &&
  a.edges.length === b.edges.length &&
  a.nodes.every(({ key, label }, place) => key === b.nodes[place]?.key && label === b.nodes[place].label) &&
  a.edges.every(({ key }, place) => key === b.edges[place]?.key)
