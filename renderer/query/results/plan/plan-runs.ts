import { create } from 'zustand'
import type {
  Exchange,
  LogRow,
  LogsAnswer,
  PlanRun,
  SeriesAnswer,
  TelemetryAnswer,
} from '#shared/telemetry/answer.ts'
import { readPlan, type TelemetryPlan } from '#shared/telemetry/plan.ts'
import type { Span } from '#shared/telemetry/requests.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import type { Tab } from '#shared/documents/query.ts'
import { useWorkbench, workbench } from '../../../app/workbench.ts'
import { connectionsFor } from '../../../telemetry/connections.ts'
import type { QueryResult, Row } from '../../../spl/result.ts'
import { planOf, unfold } from '../../../spl/plan.ts'
import type { Run } from '../../run/run.ts'
import { runStatements, shownRun, useRuns } from '../../run/run-store.ts'
import { useTabs } from '../../tabs/tabs-store.ts'
import { chooseView } from '../views.ts'

/** State and last answer of running a result's plan. */
export interface PlanState {
  /** While running: queries answered, and their total. */
  readonly running: { readonly done: number; readonly of: number } | undefined
  /** The connection used last. */
  readonly connection: string
  readonly exchanges: readonly Exchange[]
  readonly answer: TelemetryAnswer | undefined
  readonly failure: Failure | undefined
  /** Live mode is on. */
  readonly following?: boolean
}

/** By id of the run that returned the plan. */
export const usePlanRuns = create<Readonly<Record<string, PlanState>>>(() => ({}))

const IDLE: PlanState = {
  running: undefined,
  connection: '',
  exchanges: [],
  answer: undefined,
  failure: undefined,
}
/** Maximum requests kept per plan. */
const MAX_EXCHANGES = 40
const controllers = new Map<string, AbortController>()

export function changePlanState(run: string, part: Partial<PlanState>): void {
  usePlanRuns.setState((state) => ({ [run]: { ...(state[run] ?? IDLE), ...part } }))
}

/** The runnable plan in a result, if any. */
export function runnablePlan(result: QueryResult): TelemetryPlan | undefined {
  const plan = planOf(result)
  return plan && readPlan(plan.raw)
}

export interface PlanRequest {
  /** Id of the run that returned the plan. */
  readonly run: string
  readonly tab: string
  readonly plan: unknown
}

interface ConnectedPlan extends PlanRequest {
  readonly connection: string
}

/** Runs a plan, or loads its next page of documents, and shows the answer. */
export async function runPlan({ run, tab, plan, connection }: ConnectedPlan, offset = 0): Promise<void> {
  controllers.get(run)?.abort()
  const controller = new AbortController()
  controllers.set(run, controller)
  const before = usePlanRuns.getState()[run]
  changePlanState(run, {
    connection,
    running: { done: 0, of: 0 },
    failure: undefined,
    ...(offset === 0 ? { answer: undefined } : {}),
  })
  let isShown = false
  try {
    const options = {
      signal: controller.signal,
      onProgress: ({ part, ...running }: { done: number; of: number; part?: SeriesAnswer | undefined }) => {
        if (controllers.get(run) !== controller) return
        const so = usePlanRuns.getState()[run]?.answer
        changePlanState(run, { running, ...(part ? { answer: withPart(so, part) } : {}) })
        // Shows the first part while the rest is loading, unless the user switched to another view.
        if (part && !isShown) chooseView(tab, 'series')
        isShown ||= part !== undefined
      },
    }
    const came = await workbench.call('telemetry.run', { connection, plan, offset }, options)
    const exchanges = offset === 0 ? came.exchanges : [...(before?.exchanges ?? []), ...came.exchanges]
    const answer = offset === 0 ? came.answer : joined(before?.answer, came)
    changePlanState(run, { running: undefined, exchanges, answer, failure: came.failure })
    if (came.answer && offset === 0 && !isShown) chooseView(tab, came.answer.kind)
  } catch (error) {
    const failure = controller.signal.aborted ? undefined : toFailure(error)
    const part = offset === 0 ? { answer: undefined } : {}
    if (controllers.get(run) === controller) changePlanState(run, { running: undefined, failure, ...part })
  } finally {
    if (controllers.get(run) === controller) controllers.delete(run)
  }
}

/** Runs the plan shown in a tab if a connection is assigned to its storage. */
export async function runShownPlan({ id: tab }: Tab): Promise<void> {
  const run = shownRun(useRuns.getState(), tab)
  if (run?.state.kind !== 'answered' || run.state.outcome.kind !== 'rows') return
  const { result } = run.state.outcome
  const plan = runnablePlan(result)
  const { matched } = plan
    ? connectionsFor(plan, useWorkbench.getState().connections)
    : { matched: undefined }
  if (matched) await runPlan({ run: run.id, tab, plan: planOf(result)?.raw, connection: matched.id })
}

const sameRange = (a: Tab['timeRange'], b: Tab['timeRange']): boolean =>
  a?.preset === b?.preset && a?.from === b?.from && a?.to === b?.to

/** Whether a tab has another time range than when a run started. */
export const isOtherRange = ({ range }: Run, { timeRange }: Tab): boolean => !sameRange(range, timeRange)

/**
 * If a tab's time range changed since a run, repeats the run and then its plan, which holds the time.
 * @returns whether it did: not when the statement has moved or was edited
 */
export async function runPlanAnew(run: Run): Promise<boolean> {
  const tab = useTabs.getState().tabs.find(({ id }) => id === run.tab)
  const { text } = run.request
  const to = run.from + text.length
  if (!tab || !isOtherRange(run, tab) || tab.text.slice(run.from, to) !== text) return false
  await runStatements(tab, [{ from: run.from, to, text }])
  await runShownPlan(tab)
  return true
}

/** Loads the next page of documents on the same connection. */
export function morePlan(request: PlanRequest, offset: number): Promise<void> {
  return runPlan({ ...request, connection: usePlanRuns.getState()[request.run]?.connection ?? '' }, offset)
}

export function cancelPlan(run: string): void {
  controllers.get(run)?.abort()
}

/** Reruns a plan for a part of its time range; its requests are added to the list. */
export async function refinePlan(
  run: string,
  plan: unknown,
  span: Span,
  signal: AbortSignal,
): Promise<SeriesAnswer | undefined> {
  const connection = usePlanRuns.getState()[run]?.connection ?? ''
  const { answer, exchanges } = await workbench.call(
    'telemetry.run',
    { connection, plan, ...span },
    { signal },
  )
  const before = usePlanRuns.getState()[run]
  if (before) changePlanState(run, { exchanges: [...before.exchanges, ...exchanges].slice(-MAX_EXCHANGES) })
  return answer?.kind === 'series' ? answer : undefined
}

/** Appends the series of one more query. */
const withPart = (so: TelemetryAnswer | undefined, part: SeriesAnswer): SeriesAnswer =>
  so?.kind === 'series' ? { ...part, series: [...so.series, ...part.series] } : part

/** Concatenates pages, dropping documents that moved between them. */
export function joined(
  before: TelemetryAnswer | undefined,
  { answer }: PlanRun,
): TelemetryAnswer | undefined {
  if (before?.kind !== 'logs' || answer?.kind !== 'logs') return before
  const known = new Set(before.rows.map(({ id }) => id))
  return { ...answer, rows: [...before.rows, ...answer.rows.filter(({ id }) => !known.has(id))] }
}

const tables = new WeakMap<TelemetryAnswer, QueryResult>()

/**
 * Rows for the table, JSON view and exports: the plan's answer if it was run, otherwise the run's own rows.
 */
export function shownRows(
  run: string,
  raw: QueryResult,
  states: Readonly<Record<string, PlanState>>,
): QueryResult {
  const answer = states[run]?.answer
  if (!answer) return unfold(raw)
  const known = tables.get(answer) ?? tableOf(answer)
  tables.set(answer, known)
  return known
}

/** Converts an answer to rows: one per sample or document. */
export function tableOf(answer: TelemetryAnswer): QueryResult {
  const { columns, rows } = answer.kind === 'series' ? sampleRows(answer) : documentRows(answer)
  return { columns, named: columns.length, rows, limit: undefined, more: false, explain: undefined }
}

function sampleRows({ queries, series }: Extract<TelemetryAnswer, { kind: 'series' }>) {
  const labels = [...new Set(series.flatMap((one) => Object.keys(one.labels)))].filter(
    (name) => name !== '__name__',
  )
  const own = labels.map((label) => (['time', 'metric', 'value'].includes(label) ? `label ${label}` : label))
  const rows = series.flatMap((one) => {
    const same = Object.fromEntries(
      labels.map((label, place) => [own[place] ?? label, one.labels[label] ?? null]),
    )
    const metric = queries[one.query]?.name ?? one.labels['__name__'] ?? ''
    return one.times.map((time, place): Row => {
      return { time: new Date(time * 1000).toISOString(), metric, ...same, value: one.values[place] }
    })
  })
  return { columns: ['time', 'metric', ...own, 'value'], rows }
}

function documentRows({ rows }: LogsAnswer) {
  const columns = [...new Set(rows.flatMap(({ fields }: LogRow) => Object.keys(fields)))]
  return { columns, rows: rows.map(({ fields }) => fields) }
}
