import { create } from 'zustand'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { statementAt, statementsOf, type Statement } from '#shared/spl/editor/statements.ts'
import { workbench } from '../../app/workbench.ts'
import { remember } from '../memory/history.ts'
import { explainSchema, readAnswer } from '../results/result.ts'
import { parameterValues, resolveTimeRange, newId, type Tab } from '../tabs/tab.ts'
import { changeTab } from '../tabs/tabs-store.ts'
import { modelConnection } from './model-connection.ts'
import type { Run, RunRequest, RunState } from './run.ts'

interface RunsState {
  /** The runs that were started last, by tab: one for a statement, several for "run all". */
  readonly runs: Readonly<Record<string, readonly Run[]>>
  /** The run whose result is in front, by tab. */
  readonly shown: Readonly<Record<string, string>>
}

export const useRuns = create<RunsState>(() => ({ runs: {}, shown: {} }))

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

/** Which statements "run" means: those that the selection touches, or the one at the cursor, or all. */
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

function requestOf(tab: Tab, statement: string): RunRequest | undefined {
  const connection = modelConnection()
  if (!connection) return undefined
  return {
    connection: connection.id,
    text: statement,
    limit: tab.limit,
    parameters: parameterValues(tab.parameters),
    timeRange: resolveTimeRange(tab.timeRange, Date.now()),
  }
}

/** Runs statements of a tab one after another; what the tab showed before makes room. Stops at a cancel, not at a refusal. */
export async function runStatements(
  tab: Tab,
  statements: readonly Statement[],
  mode: 'execute' | 'explain' = 'execute',
): Promise<void> {
  cancelRuns(tab.id)
  const runs = statements.flatMap(({ from, text }): Run[] => {
    const request = requestOf(tab, text)
    if (!request) return []
    const state: RunState = { kind: 'running' }
    return [
      { id: newId(), tab: tab.id, request, from, startedAt: Date.now(), milliseconds: undefined, state },
    ]
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

/** Runs a statement again with a higher limit of rows; the tab keeps it. */
export async function raiseLimit(tab: Tab, run: Run, limit: number): Promise<void> {
  changeTab(tab.id, { limit })
  const { from, request } = run
  await runStatements({ ...tab, limit }, [{ from, to: from + request.text.length, text: request.text }])
}

async function perform(run: Run, mode: 'execute' | 'explain'): Promise<void> {
  const controller = new AbortController()
  controllers.set(run.id, controller)
  const startedAt = Date.now()
  const started = performance.now()
  update(run, { startedAt })
  const state = await ask(run.request, mode, controller.signal)
  controllers.delete(run.id)
  const done: Run = { ...run, startedAt, milliseconds: performance.now() - started, state }
  update(run, done)
  if (mode === 'execute') void remember(done)
}

async function ask(request: RunRequest, mode: 'execute' | 'explain', signal: AbortSignal): Promise<RunState> {
  const { connection, text, limit, parameters, timeRange } = request
  const input = {
    connection,
    query: text,
    ...(limit === undefined ? {} : { limit }),
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
    ...(timeRange === undefined ? {} : { timeRange }),
  }
  try {
    const name = mode === 'execute' ? 'models.runQuery' : 'models.explainQuery'
    const answer = await workbench.call(name, input, { signal })
    const { text: toon, bytes, sequence } = answer
    if (mode === 'explain' && !answer.isError) {
      const output = (answer.structured as { output?: unknown } | null)?.output
      return { kind: 'explained', explain: explainSchema.catch({}).parse(output), sequence }
    }
    return { kind: 'answered', outcome: readAnswer(answer), toon, bytes, sequence }
  } catch (error) {
    if (!(error instanceof WorkbenchError)) throw error
    return error.code === 'CANCELLED' ? { kind: 'cancelled' } : { kind: 'failed', failure: error.toFailure() }
  }
}

/** Cancels what runs in a tab: the call is aborted and the server told; statements not yet begun are not begun. */
export function cancelRuns(tab: string): void {
  for (const run of runsOf(useRuns.getState(), tab)) {
    if (run.state.kind !== 'running') continue
    const controller = controllers.get(run.id)
    update(run, { state: { kind: 'cancelled' }, milliseconds: Date.now() - run.startedAt })
    controller?.abort()
  }
}
