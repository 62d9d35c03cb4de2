import { labelled } from '../../i18n/text.ts'
import type { Span } from '#shared/telemetry/requests.ts'
import { openWith } from '../../app/intents.ts'
import { useExplorer } from '../store/explorer-store.ts'
import type { Surface } from '../view/surface.ts'
import { viewOf } from '../view/surface.ts'
import { dataSetsOf, entitiesAt, errorsQuery, metricsQuery } from './data-sets.ts'
import { measuredSpan, rangeOfSpan } from './span.ts'

/**
 * Opens a query about an entity in Query and runs it together with its plan: the same plan as in its details.
 */
export const openPlan = (key: string, text: string, title: string, span: Span): void =>
  void openWith('query.open', {
    text,
    title,
    timeRange: rangeOfSpan(span),
    run: 'plan',
    entities: entitiesAt([key]),
  })

/** The time range of measurements shown with a topology. */
export function spanNow(surface: Surface): Span {
  const { moment, range } = viewOf(surface.getState())
  return measuredSpan(moment, range, Math.floor(Date.now() / 1000))
}

/** Opens an entity's metrics in Query, or its logs if it has no metrics. */
export async function openMeasures(surface: Surface, key: string): Promise<void> {
  const { loaded } = useExplorer.getState()
  const state = surface.getState()
  const node = state.graph.nodes[state.graph.indexOf.get(key) ?? -1]
  if (!loaded || !node) return
  const sets = await dataSetsOf(loaded, [key], new AbortController().signal)
  const set = sets.find(({ kind }) => kind === 'metric_set') ?? sets[0]
  if (!set) return
  const text = set.kind === 'metric_set' ? metricsQuery(key, set) : errorsQuery(key, set)
  openPlan(key, text, labelled(node.label, set.title), spanNow(surface))
}
