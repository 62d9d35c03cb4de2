import { create } from 'zustand'
import type { Graph } from '../graph/graph.ts'
import { type History } from '../view/history.ts'
import { prepareProjection, project } from '../view/projection.ts'
import { onGraph, type Surface, type ViewSnapshot } from '../view/surface.ts'
import { requestFit } from '../view/arrival.ts'
import { settle } from '../view/surface-actions.ts'

/** A server's data that is shown. */
export interface Shown {
  readonly connection: string
  readonly workspace: string
  readonly prefix: string
}

/** The topology of a server that is not shown at present, with its steps. */
interface LeftTopology extends Shown {
  readonly history: History<ViewSnapshot>
  /** Whether the server's data changed since it was loaded. */
  readonly isOutdated: boolean
}

/** Maximum graphs kept; those left longest ago are forgotten, and opened anew from what is saved of them. */
export const MAX_LEFT = 4
/** Maximum nodes of a graph to keep in memory. */
export const MAX_NODES = 30_000

export const useLeft = create<{ readonly left: readonly LeftTopology[] }>(() => ({ left: [] }))

const isOf =
  ({ connection, workspace }: Shown) =>
  (one: Shown): boolean =>
    one.connection === connection && one.workspace === workspace

/** Keeps a server's topology when another server is chosen. */
export function leaveTopology(server: Shown, surface: Surface, isOutdated: boolean): void {
  const { graph, history } = surface.getState()
  const others = useLeft.getState().left.filter((one) => !isOf(server)(one))
  const isEmpty = graph.nodes.length === 0 && history.past.length === 0
  const isKept = !isEmpty && graph.nodes.length <= MAX_NODES
  const left = isKept ? [...others, { ...server, history: onGraph(history, graph), isOutdated }] : others
  useLeft.setState({ left: left.slice(-MAX_LEFT) })
}

/**
 * Shows a server's topology as it was left, with its steps.
 * @returns whether its data changed since it was loaded; undefined if none was kept
 */
export async function returnToTopology(
  server: Shown,
  surface: Surface,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const { left } = useLeft.getState()
  const found = left.find(isOf(server))
  const graph = found?.history.present.graph
  if (!found || !graph) return undefined
  await showAsLeft(surface, graph, found.history, signal)
  useLeft.setState({ left: left.filter((one) => one !== found) })
  return found.isOutdated
}

/** Shows a graph as it was left, with its steps. */
export async function showAsLeft(
  surface: Surface,
  graph: Graph,
  history: History<ViewSnapshot>,
  signal: AbortSignal,
): Promise<void> {
  await prepareProjection(graph, history.present.view, signal)
  signal.throwIfAborted()
  surface.setState({
    graph,
    history,
    projection: project(graph, history.present.view),
    paths: undefined,
    comparison: undefined,
    selection: [],
    current: undefined,
  })
  void settle(surface).then(() => requestFit(surface))
}

/** Notes that a server's data changed while another is shown. */
export const noteLeftChange = (connection: string): void =>
  useLeft.setState(({ left }) => ({
    left: left.map((one) => (one.connection === connection ? { ...one, isOutdated: true } : one)),
  }))
