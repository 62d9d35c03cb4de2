import { type Remark, showRemark, useRemark } from '../../app/remark-store.ts'
import { inSlices } from '../../app/slices.ts'
import { text } from '../../i18n/text.ts'
import { mergeSteps } from '../graph/graph.ts'
import type { Reach, ReachDirection } from '../graph/reach.ts'
import { shownAlone } from './overview.ts'
import { prepareProjection } from './projection.ts'
import { select } from './selection.ts'
import { viewOf, type Surface } from './surface.ts'
import { setGraph } from './surface-actions.ts'
import * as edit from './view-state.ts'
import type { ViewState } from './view-state.ts'

/** Shows a node and what it reaches within some steps, and nothing else; one step to undo. */
export async function showReach(
  surface: Surface,
  key: string,
  direction: ReachDirection,
  reach: Reach,
  steps: number,
): Promise<void> {
  const found = reach.steps.slice(0, steps).flat()
  const kept = new Set([key, ...found])
  const { graph, size } = surface.getState()
  const isKept = ({ source, target }: { source: string; target: string }): boolean =>
    kept.has(source) && kept.has(target)
  const nodes = reach.nodes.filter((node) => kept.has(node.key))
  const edges = reach.edges.filter(isKept)
  const next = nodes.length + edges.length === 0 ? graph : await inSlices(mergeSteps(graph, nodes, edges))
  const alone = shownAlone(viewOf(surface.getState()), next, kept, size, true)
  const view = edit.reveal({ ...alone, filters: [] }, [...kept])
  await prepareProjection(next, view)
  const values = { name: next.nodes[next.indexOf.get(key) ?? -1]?.label ?? key, steps }
  const step = text(`explorer.step.reach.${direction}`, values)
  setGraph(surface, next, { step, view, fit: true })
  // Otherwise a selected node would dim what is more than one step away.
  surface.setState({ subject: { key, isolated: view.isolated } })
  select(surface, [key])
  sayWhile(
    surface,
    view.isolated,
    text(`explorer.reach.shown.${direction}`, { ...values, count: found.length }),
  )
}

/** Says what is isolated until something else is: after Undo, or with another server, it would be wrong. */
function sayWhile(surface: Surface, isolated: ViewState['isolated'], words: string): void {
  const remark: Remark = { tone: 'info', text: words }
  showRemark(remark)
  const stop = surface.subscribe((state) => {
    if (viewOf(state).isolated === isolated) return
    stop()
    if (useRemark.getState().remark === remark) showRemark(undefined)
  })
}
