import { explorerSettings, settingValue } from '#shared/workbench/settings/index.ts'
import { useSettings } from '../../app/settings-store.ts'
import { useWorkbench } from '../../app/workbench.ts'
import type { Size } from '../../graph/scene/camera.ts'
import { text } from '../../i18n/text.ts'
import type { Graph } from '../graph/graph.ts'
import { overviewOf } from './overview.ts'
import { NO_PLACES } from './positions.ts'
import { prepareProjection } from './projection.ts'
import { type Surface, viewOf } from './surface.ts'
import { restoreView } from './surface-actions.ts'
import { initialView, type ViewState } from './view-state.ts'

/** The view of a model that nobody has looked at yet: in the layout of the settings, and as an overview if it is large. */
export function openingView(graph: Graph, size: Size): ViewState {
  const given = useWorkbench.getState().capabilities?.givenSettings
  const layout = settingValue(explorerSettings.layout, { ...useSettings.getState().values, ...given })
  return { ...initialView, layout, collapsed: overviewOf(graph, size) }
}

/** Shows a model as it opens, as one step: what was written and styled stays. */
export async function showAsOpened(surface: Surface): Promise<void> {
  const { graph, size } = surface.getState()
  const { notes, rules } = viewOf(surface.getState())
  const view = { ...openingView(graph, size), notes, rules }
  await prepareProjection(graph, view)
  if (surface.getState().graph !== graph) return
  restoreView(surface, graph, view, NO_PLACES, text('explorer.step.view'))
}
