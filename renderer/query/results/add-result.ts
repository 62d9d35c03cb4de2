import type { Content, Result } from '#shared/investigations/cell.ts'
import { sendIntent } from '../../app/intents.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { stableName } from '../../spl/asked.ts'
import { storedAnswer, storedGraphOf, storedRows } from '../../spl/stored-result.ts'
import { shownRun, useRuns } from '../run/run-store.ts'
import type { Run } from '../run/run.ts'
import { activeTab } from '../tabs/tabs-store.ts'
import { shownRows, usePlanRuns } from './plan/plan-runs.ts'
import { useChosenView } from './views.ts'

/** Converts a run's result for an investigation; undefined while it runs. */
function resultOf({ id, state, startedAt }: Run, isGraph: boolean): Result | undefined {
  if (state.kind === 'failed') {
    const { code, message } = state.failure
    return { kind: 'failure', at: startedAt, code, message }
  }
  if (state.kind !== 'answered') return undefined
  const { outcome } = state
  if (outcome.kind === 'refused') {
    const { code, message } = outcome.refusal
    return { kind: 'failure', at: startedAt, code, message }
  }
  const plans = usePlanRuns.getState()
  const answer = plans[id]?.answer
  if (answer) return storedAnswer(answer, startedAt)
  const { columns, rows } = shownRows(id, outcome.result, plans)
  return (
    (isGraph ? storedGraphOf(rows, startedAt) : undefined) ?? storedRows('table', columns, rows, startedAt)
  )
}

/** Adds the shown result to an investigation: query, parameters, and rows as displayed. */
export async function addResult(): Promise<void> {
  const tab = activeTab()
  const run = shownRun(useRuns.getState(), tab.id)
  const text = run?.request.text ?? tab.text
  if (text.trim() === '') return
  const isGraph = useChosenView.getState()[tab.id]?.view === 'graph'
  const server = useWorkbench.getState().connections.find(({ id }) => id === run?.request.connection)
  const given = Object.keys(tab.parameters).length > 0 ? { parameters: tab.parameters } : {}
  const content: Content = {
    kind: 'query',
    text,
    connection: server && stableName(server),
    range: tab.timeRange,
    ...given,
    ...(isGraph ? { as: 'graph' } : {}),
    result: run && resultOf(run, isGraph),
  }
  await sendIntent('investigations.add', content)
}
