import { inSlices } from '../../app/slices.ts'
import { applyLayout, layoutProblemSteps } from './layout-problem.ts'
import { layoutsOf } from './layouts.ts'
import { nowhere } from './placement.ts'
import { groupKey, prepareProjection, project } from './projection.ts'
import { viewOf, type SurfaceState } from './surface.ts'

/** Above this number of elements a page of all would be slow to lay out, and too large to send. */
const MAX_OPENED = 6000

/**
 * The state with everything in collapsed groups laid out, for a page that must hold all of it: from afar it shows the
 * groups, too. What is pinned stays where it is.
 */
export async function withAllOpen(state: SurfaceState, signal: AbortSignal): Promise<SurfaceState> {
  const { graph, size, history } = state
  if (state.projection.collapsed.length === 0 || graph.nodes.length > MAX_OPENED) return state
  const view = { ...viewOf(state), collapsed: new Set<string>() }
  await prepareProjection(graph, view, signal)
  const projection = project(graph, view)
  const problem = await inSlices(layoutProblemSteps(graph, view, projection, size), signal)
  let placement = nowhere(graph)
  for await (const { result } of layoutsOf(problem, signal, () => undefined))
    placement = applyLayout(projection, placement, result)
  return {
    ...state,
    projection,
    // The page routes no links: all of a group are there when one comes near.
    near: { groups: new Set(graph.groups.map(groupKey)), within: undefined },
    history: { ...history, present: { ...history.present, view, placement } },
  }
}
