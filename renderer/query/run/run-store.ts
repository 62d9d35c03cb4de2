import { create } from 'zustand'
import type { ToolAnswer } from '#shared/workbench/areas/models.ts'
import { WorkbenchError, type Failure } from '#shared/workbench/failure.ts'
import { parameterNames } from '#shared/spl/service/parameters.ts'
import { statementAt, statementsOf, type Statement } from '#shared/spl/service/statements.ts'
import type { Tab } from '#shared/documents/query.ts'
import { text as say } from '../../i18n/text.ts'
import { connectionOf, workbench } from '../../app/workbench.ts'
import { explainSchema, readAnswer, type TruncationReason } from '../../spl/result.ts'
import { parameterValues, resolveTimeRange } from '../../spl/asked.ts'
import { ownLimit, PAGE_ROWS, readPages } from '../../spl/pages.ts'
import { newId, titleOf } from '../tabs/tab.ts'
import { changeTab, showTab, useTabs } from '../tabs/tabs-store.ts'
import { invalidateNames } from '../../spl/entity-names.ts'
import { remember } from './history.ts'
import type { Run, RunRequest, RunState } from './run.ts'

interface RunsState {
  /** The latest runs by tab: one for a statement, several for "run all". */
  readonly runs: Readonly<Record<string, readonly Run[]>>
  /** The run whose result is shown, by tab. */
  readonly shown: Readonly<Record<string, string>>
  /** The missing parameter that prevents a run; its field is focused. */
  readonly asking: { readonly tab: string; readonly parameter: string } | undefined
}

export const useRuns = create<RunsState>(() => ({ runs: {}, shown: {}, asking: undefined }))

const controllers = new Map<string, AbortController>()
const NONE: readonly Run[] = []

export const runsOf = (state: RunsState, tab: string): readonly Run[] => state.runs[tab] ?? NONE

export function shownRun(state: RunsState, tab: string): Run | undefined {
  const runs = runsOf(state, tab)
  return runs.find((run) => run.id === state.shown[tab]) ?? runs.at(-1)
}

export function showRun(tab: string, id: string): void {
  useRuns.setState(({ shown }) => ({ shown: { ...shown, [tab]: id } }))
}

function update(run: Run, change: Partial<Run>): void {
  useRuns.setState(({ runs }) => ({
    runs: {
      ...runs,
      [run.tab]: (runs[run.tab] ?? NONE).map((each) => (each.id === run.id ? { ...each, ...change } : each)),
    },
  }))
}

/** Marks the runs of a connection as outdated. */
export function noteDataChange(connection: string): void {
  useRuns.setState(({ runs }) => ({
    runs: Object.fromEntries(
      Object.entries(runs).map(([tab, list]) => [
        tab,
        list.map((run) => (run.request.connection === connection ? { ...run, isOutdated: true } : run)),
      ]),
    ),
  }))
}

/** Runs the statements of a tab's results again. */
export async function runAgain(tab: Tab): Promise<void> {
  const runs = runsOf(useRuns.getState(), tab.id)
  await runStatements(
    tab,
    runs.map(({ from, request: { text } }) => ({ from, to: from + text.length, text })),
  )
}

/** The statements "run" refers to: those in the selection, the one at the cursor, or all. */
export function chosenStatements(
  text: string,
  what: 'current' | 'all',
  selection: { readonly from: number; readonly to: number },
): Statement[] {
  if (what === 'all') return statementsOf(text)
  if (selection.from < selection.to) {
    const inside = statementsOf(text.slice(selection.from, selection.to))
    return inside.map(({ from, to, text: part }) => ({
      from: from + selection.from,
      to: to + selection.from,
      text: part,
    }))
  }
  const one = statementAt(statementsOf(text), selection.from)
  return one ? [one] : []
}

/** Builds a statement's request; without a connection its id is empty. */
function requestOf(tab: Tab, statement: string): RunRequest {
  return {
    connection: connectionOf('model')?.id ?? '',
    text: statement,
    limit: tab.limit,
    parameters: parameterValues(tab.parameters),
    timeRange: resolveTimeRange(tab.timeRange, Date.now()),
    ...(tab.entities && statement.trim() === tab.asked?.trim() ? { entities: tab.entities } : {}),
  }
}

/** Parameters of a statement without a value. The server would treat them as null and find nothing. */
const unsetParameters = ({ parameters }: Tab, statement: string): string[] =>
  parameterNames(statement).filter((name) => (parameters[name] ?? '') === '')

const unset = (names: readonly string[]): Failure => ({
  code: 'PARAMETER_UNSET',
  message: say('query.unset', { names: names.map((name) => `$${name}`).join(', '), count: names.length }),
  hint: say('query.unset.hint'),
})

const noConnection = (): Failure => ({
  code: 'NO_CONNECTION',
  message: say('query.noConnection'),
  hint: say('query.noConnection.hint'),
})

/**
 * Runs statements of a tab sequentially, replacing its previous results. A cancel stops the sequence, a
 * refusal does not.
 */
export async function runStatements(
  tab: Tab,
  statements: readonly Statement[],
  mode: 'execute' | 'explain' = 'execute',
): Promise<void> {
  cancelRuns(tab.id)
  invalidateNames()
  const connection = connectionOf('model')?.id
  if (tab.connection !== connection) changeTab(tab.id, { connection })
  const whole = useTabs.getState().tabs.find(({ id }) => id === tab.id)?.text ?? tab.text
  const isWhole = new Set(statementsOf(whole).map(({ text }) => text.trim()))
  const runs = statements.map(({ from, text }): Run => {
    const request = requestOf(tab, text)
    const startedAt = Date.now()
    const isPart = !isWhole.has(text.trim())
    const common = { id: newId(), tab: tab.id, request, from, isPart, range: tab.timeRange, startedAt }
    const names = unsetParameters(tab, text)
    const failure = request.connection === '' ? noConnection() : names.length > 0 ? unset(names) : undefined
    if (failure && names.length > 0) useRuns.setState({ asking: { tab: tab.id, parameter: names[0] ?? '' } })
    return failure
      ? { ...common, milliseconds: 0, state: { kind: 'failed', failure } }
      : { ...common, milliseconds: undefined, state: { kind: 'running' } }
  })
  useRuns.setState((state) => ({
    runs: { ...state.runs, [tab.id]: runs },
    shown: { ...state.shown, [tab.id]: runs[0]?.id ?? '' },
  }))
  for (const run of runs) {
    const current = runsOf(useRuns.getState(), tab.id).find((each) => each.id === run.id)
    if (current?.state.kind !== 'running') return
    await perform(run, mode)
  }
}

/** Shows the tab of a query, a new one unless the query is open as it is, and runs the statement at its start. */
export function openAndRun(content: Parameters<typeof showTab>[0], then?: (tab: Tab) => unknown): void {
  const tab = showTab(content)
  void runStatements(tab, chosenStatements(tab.text, 'current', { from: 0, to: 0 })).then(() => then?.(tab))
}

/**
 * Reruns a statement with a higher limit. A limit in its text is changed there, and in the editor if the
 * statement is unchanged; otherwise the tab's limit is raised.
 */
export async function raiseLimit(tab: Tab, run: Run, limit: number): Promise<void> {
  const { from, request } = run
  const own = ownLimit(request.text, request.parameters)?.place
  const bound = boundOf(run)
  const text =
    own && bound === 'query'
      ? request.text.slice(0, own.from) + String(limit) + request.text.slice(own.to)
      : request.text
  const next = bound === 'query' ? (tab.limit === undefined ? undefined : Math.max(limit, tab.limit)) : limit
  const stands = tab.text.slice(from, from + request.text.length) === request.text
  changeTab(tab.id, {
    limit: next,
    text: stands ? tab.text.slice(0, from) + text + tab.text.slice(from + request.text.length) : tab.text,
  })
  await runStatements({ ...tab, limit: next }, [{ from, to: from + text.length, text }])
}

const boundOf = ({ state }: Run): TruncationReason | undefined =>
  state.kind === 'answered' && state.outcome.kind === 'rows' ? state.outcome.result.bound : undefined

async function perform(run: Run, mode: 'execute' | 'explain'): Promise<void> {
  const controller = new AbortController()
  controllers.set(run.id, controller)
  const startedAt = Date.now()
  const started = performance.now()
  update(run, { startedAt })
  const state = await ask(run, mode, controller.signal)
  controllers.delete(run.id)
  const done: Run = { ...run, startedAt, milliseconds: performance.now() - started, state }
  update(run, done)
  if (mode === 'execute') void remember(done, givenTitle(done))
}

/** Title of a run's tab, if the user named it and it contains only this statement. */
function givenTitle({ tab: id, request }: Run): Pick<Tab, 'title' | 'called'> | undefined {
  const tab = useTabs.getState().tabs.find((one) => one.id === id)
  if (tab === undefined || tab.text.trim() !== request.text.trim() || tab.title === titleOf(tab.text))
    return undefined
  const number = Number(/\d+$/.exec(tab.title)?.[0])
  return tab.title === say('query.tab.title', { number }) ? undefined : tab
}

/** Page sizes of connections found to be smaller than usual. */
const pageRows = new Map<string, number>()

async function ask(run: Run, mode: 'execute' | 'explain', signal: AbortSignal): Promise<RunState> {
  const { connection, text, limit, parameters, timeRange, entities } = run.request
  const input = (query: string, most: number | undefined) => ({
    connection,
    query,
    limit: most,
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
    timeRange,
  })
  try {
    if (mode === 'explain') {
      const page = pageRows.get(connection) ?? PAGE_ROWS
      const most = limit === undefined ? undefined : Math.min(limit, page)
      return explained(await workbench.call('models.explainQuery', input(text, most), { signal }))
    }
    const answer = await readPages(run.request, {
      page: pageRows.get(connection) ?? PAGE_ROWS,
      ask: (query, most) =>
        workbench.call('models.runQuery', { ...input(query, most), entities, withText: true }, { signal }),
      cancelled: (error) => error instanceof WorkbenchError && error.code === 'CANCELLED',
      learned: (rows) => pageRows.set(connection, rows),
      progressed(rows, wanted) {
        if (!signal.aborted) update(run, { state: { kind: 'running', progress: { rows, wanted } } })
      },
    })
    return { kind: 'answered', ...answer }
  } catch (error) {
    if (!(error instanceof WorkbenchError)) throw error
    return error.code === 'CANCELLED' ? { kind: 'cancelled' } : { kind: 'failed', failure: error.toFailure() }
  }
}

function explained(answer: ToolAnswer): RunState {
  const { text: toon, bytes, sequence } = answer
  if (answer.isError) return { kind: 'answered', outcome: readAnswer(answer), toon, bytes, sequence }
  const output = (answer.structured as { output?: unknown } | null)?.output
  return { kind: 'explained', explain: explainSchema.catch({}).parse(output), sequence }
}

/** Cancels a tab's runs: aborts the call and notifies the server; pending statements are not started. */
export function cancelRuns(tab: string): void {
  for (const run of runsOf(useRuns.getState(), tab)) {
    if (run.state.kind !== 'running') continue
    const controller = controllers.get(run.id)
    update(run, { state: { kind: 'cancelled' }, milliseconds: Date.now() - run.startedAt })
    controller?.abort()
  }
}
