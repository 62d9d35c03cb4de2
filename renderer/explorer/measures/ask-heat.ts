import { parseEntityKey } from '#shared/model/entity.ts'
import type { SeriesAnswer } from '#shared/telemetry/answer.ts'
import type { Span } from '#shared/telemetry/requests.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { create } from 'zustand'
import { inSlices } from '../../app/slices.ts'
import { text } from '../../i18n/text.ts'
import { fetchPlan } from '../../telemetry/fetch-plan.ts'
import { reduced } from '../../telemetry/reduce.ts'
import { planIn } from '../../spl/envelope.ts'
import { momentSteps } from '../graph/lifetime.ts'
import { queryRows } from '../graph/load.ts'
import { surfaces, useExplorer } from '../store/explorer-store.ts'
import { entityNode } from '../topology/entity-graph.ts'
import { EVER } from '../topology/time-range.ts'
import { ask } from '../topology/topology-calls.ts'
import { setTimeRange, useTopology } from '../topology/topology-store.ts'
import { heatOf } from '../view/heat.ts'
import { withRoom } from '../view/room.ts'
import { changeView } from '../view/surface-actions.ts'
import { type DataSet, dataSetsOf, entitiesAt, type Metric, metricsQuery } from './data-sets.ts'
import { narrowed } from './measure-store.ts'
import { spanNow } from './open-plan.ts'
import { rangeOfSpan, spansAround, timesOf } from './span.ts'

/** Maximum entities queried: each costs a plan and a request. */
export const MAX_ASKED = 500
/** Maximum concurrent queries, to spare the endpoint. */
const AT_ONCE = 4

/** Entities whose beginnings say when something happened. */
const LATEST = 50
/** Entities asked for other times where none has a value. */
const PROBED = 3

/** A metric available for a heat map of an entity set. */
export interface HeatChoice {
  readonly type: string
  readonly set: DataSet
  readonly metric: Metric
}

/** Aggregation per entity. */
export type HeatValue = 'last' | 'mean'

const surface = surfaces.runtime

/** Runs work for each item with limited concurrency; the first failure aborts. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]()
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const item of queue) await work(item)
  })
  await Promise.all(workers)
}

const typeOf = (key: string): string => parseEntityKey(key)?.type ?? ''

/**
 * Available metrics of the entities on the canvas, golden ones first; per set, those defined for any of its
 * entities.
 */
export async function heatChoices(signal: AbortSignal): Promise<HeatChoice[]> {
  const { loaded } = useExplorer.getState()
  const byType = new Map<string, string[]>()
  for (const { key, missing } of surface.getState().graph.nodes) {
    const type = typeOf(key)
    if (missing || type === '') continue
    const keys = byType.get(type)
    if (keys) keys.push(key)
    else byType.set(type, [key])
  }
  const found: HeatChoice[] = []
  if (loaded)
    await eachOf([...byType], async ([type, keys]) => {
      for (const set of await dataSetsOf(loaded, keys.slice(0, MAX_ASKED), signal))
        found.push(...set.metrics.map((metric) => ({ type, set, metric })))
    })
  return found.sort(
    (a, b) =>
      Number(b.metric.golden) - Number(a.metric.golden) || (a.type === b.type ? 0 : a.type < b.type ? -1 : 1),
  )
}

/** The series of an entity's metric. @throws WorkbenchError if refused */
async function seriesOf(
  key: string,
  { set, metric }: HeatChoice,
  span: Span,
  signal: AbortSignal,
): Promise<SeriesAnswer | undefined> {
  const { loaded } = useExplorer.getState()
  if (!loaded) return undefined
  const query = metricsQuery(key, set, metric.name)
  const entities = entitiesAt([key])
  const rows = await queryRows(loaded, query, { signal, timeRange: rangeOfSpan(span), entities })
  const plan = narrowed(planIn(rows), { metrics: new Set([metric.name]) })
  const brought = await fetchPlan(plan, { ...span, signal })
  if (brought.state === 'unconnected')
    throw new WorkbenchError({
      code: 'NOT_CONNECTED',
      message: text('explorer.measures.unconnected', { storage: brought.storage }),
    })
  return brought.answer.kind === 'series' ? brought.answer : undefined
}

/** The heat map that was asked for last, and, where its range has no values, the times that have some. */
export const useLastHeat = create<{
  readonly asked?: { readonly choice: HeatChoice; readonly of: HeatValue } | undefined
  readonly known?: Span | undefined
}>(() => ({}))

/** When the topology changed last, the latest at the end. */
async function latestMoments(now: number, signal: AbortSignal): Promise<readonly number[]> {
  const { loaded } = useExplorer.getState()
  if (!loaded) return []
  const query = '.entity | sort __first_observed_time__ desc'
  const rows = await queryRows(loaded, query, { limit: LATEST, signal, timeRange: EVER })
  const nodes = rows.flatMap((row) => entityNode(row) ?? [])
  return inSlices(momentSteps({ nodes, edges: [] }, now), signal)
}

/** Looks for values around the latest changes of the topology: what was recorded once has none in the last hour. */
async function timesWithValues(
  keys: readonly string[],
  choice: HeatChoice,
  signal: AbortSignal,
): Promise<Span | undefined> {
  const now = Date.now() / 1000
  const moments = await latestMoments(now, signal)
  for (const span of spansAround(moments, now)) {
    const answers = await Promise.all(keys.slice(0, PROBED).map((key) => seriesOf(key, choice, span, signal)))
    const times = answers.flatMap((answer) => timesOf(answer?.series ?? []))
    if (times.length > 0) return { from: Math.min(...times), to: Math.max(...times) }
  }
  return undefined
}

/** Shows the last heat map for the times that have values. */
export function showKnownTimes(): void {
  const { asked, known } = useLastHeat.getState()
  if (!asked || !known) return
  setTimeRange(rangeOfSpan(known))
  void showHeat(asked.choice, asked.of)
}

/** Shows a metric as a heat map: colour and, with room, size of each entity by its value in the current time range. */
export function showHeat(choice: HeatChoice, of: HeatValue): Promise<void> {
  const { metric, type } = choice
  return ask(text('explorer.heat.running', { name: metric.title, done: 0, of: 0 }), async (signal) => {
    const state = surface.getState()
    const own = state.graph.nodes.filter((node) => !node.missing && typeOf(node.key) === type)
    const queried = own.slice(0, MAX_ASKED)
    const span = spanNow(surface)
    const values = new Map<string, number>()
    let done = 0
    await eachOf(queried, async ({ key }) => {
      const series = await seriesOf(key, choice, span, signal)
      const value = series && reduced(series, 0)?.[of]
      if (value !== undefined) values.set(key, value)
      done++
      const what = text('explorer.heat.running', { name: metric.title, done, of: queried.length })
      if (!signal.aborted) useTopology.setState({ running: { what, done: 0 } })
    })
    if (own.length > queried.length)
      useTopology.setState({
        truncated: ['explorer.heat.most', { asked: queried.length, all: own.length }],
      })
    const keys = queried.map(({ key }) => key)
    const known = values.size > 0 ? undefined : await timesWithValues(keys, choice, signal)
    useLastHeat.setState({ asked: { choice, of }, known })
    const title = text(`explorer.heat.of.${of}`, { name: metric.title })
    const heat = withRoom(heatOf(title, metric.unit, values), surface.getState())
    changeView(surface, text('explorer.step.heat', { name: metric.title }), (view) => ({
      ...view,
      heat: { ...heat, ...span },
    }))
  })
}

/** Removes the heat map. */
export const endHeat = (): void =>
  changeView(surface, text('explorer.step.noHeat'), (view) => ({ ...view, heat: undefined }))
