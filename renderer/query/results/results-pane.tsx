import { useMemo, type ReactNode } from 'react'
import { useText } from '../../i18n/text.ts'
import { showKeys } from '../../app/keys.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Run } from '../run/run.ts'
import { runsOf, showRun, shownRun, useRuns } from '../run/run-store.ts'
import { activeTab, useTabs } from '../tabs/tabs-store.ts'
import { ChartView } from './chart/chart-view.tsx'
import { EmptyResult } from './empty-result.tsx'
import { ExplainView } from './explain/explain-view.tsx'
import { ExportMenu } from './export-menu.tsx'
import { carriesGraph } from './graph/graph-data.ts'
import { GraphView } from './graph/graph-view.tsx'
import { JsonView } from '../../json/json-view.tsx'
import { LimitNote } from './limit-note.tsx'
import { planOf, unfold } from './plan/plan.ts'
import { PlanView } from './plan/plan-view.tsx'
import { RefusalView } from './refusal-view.tsx'
import type { QueryResult } from '../run/result.ts'
import styles from './results.module.css'
import { RunStatus } from './run-status.tsx'
import { TableView } from './table/table-view.tsx'
import { chooseView, useChosenView, VIEWS, type ViewId } from './views.ts'
import { VirtualLines } from './virtual-lines.tsx'

/** The views that make sense for a result, and what each draws. */
function viewsOf(run: Run, raw: QueryResult, toon: string): Map<ViewId, () => ReactNode> {
  const result = unfold(raw)
  const plan = planOf(raw)
  const views = new Map<ViewId, () => ReactNode>()
  if (plan) views.set('plan', () => <PlanView plan={plan} />)
  views.set('table', () =>
    result.rows.length === 0 ? <EmptyResult run={run} /> : <TableView run={run} result={result} />,
  )
  if (carriesGraph(result.rows))
    views.set('graph', () => <GraphView rows={result.rows} onCancel={() => chooseView(run.tab, 'table')} />)
  if (result.rows.length > 0) views.set('chart', () => <ChartView result={result} />)
  views.set('json', () => <JsonView value={result.rows} />)
  views.set('toon', () => <ToonView toon={toon} />)
  const { explain } = raw
  if (explain) views.set('explain', () => <ExplainView explain={explain} />)
  return views
}

function ToonView({ toon }: { readonly toon: string }) {
  const t = useText()
  return (
    <>
      <Stack row justify="space-between" line="bottom" tone="quiet" small className={styles['toonBar']}>
        <span>{t('query.toon.hint', { count: toon.length })}</span>
        <CopyButton text={toon} />
      </Stack>
      <VirtualLines text={toon} label={t('query.view.toon')} />
    </>
  )
}

function Answer({
  run,
  result,
  toon,
}: {
  readonly run: Run
  readonly result: QueryResult
  readonly toon: string
}) {
  const t = useText()
  const views = useMemo(() => viewsOf(run, result, toon), [run, result, toon])
  const chosen = useChosenView((state) => state[run.tab])
  const first = [...views.keys()][0] ?? 'table'
  const current = chosen !== undefined && views.has(chosen) ? chosen : first
  const tab = useTabs((state) => state.tabs.find((each) => each.id === run.tab))
  return (
    <Tabs
      label={t('query.views')}
      tabs={VIEWS.filter((view) => views.has(view)).map((id) => ({ id, label: t(`query.view.${id}`) }))}
      value={current}
      onChange={(view) => chooseView(run.tab, view)}
      after={
        <>
          {tab ? <LimitNote tab={tab} run={run} result={result} /> : null}
          <ExportMenu />
        </>
      }
    >
      {views.get(current)?.()}
    </Tabs>
  )
}

function Waiting({
  progress,
}: {
  readonly progress: { readonly rows: number; readonly wanted: number } | undefined
}) {
  const t = useText()
  const hint = t('query.runningHint', { keys: showKeys('Mod+Escape') })
  return <EmptyState title={progress ? t('query.runningRows', progress) : t('query.running')} hint={hint} />
}

function Body({ run }: { readonly run: Run }) {
  const t = useText()
  const { state } = run
  switch (state.kind) {
    case 'running':
      return <Waiting progress={state.progress} />
    case 'cancelled':
      return <EmptyState title={t('query.cancelled')} hint={t('query.cancelledHint')} />
    case 'failed':
      return <RefusalView run={run} refusal={{ ...state.failure }} hint={state.failure.hint} />
    case 'explained':
      return <ExplainView explain={state.explain} />
    case 'answered':
      return state.outcome.kind === 'rows' ? (
        <Answer run={run} result={state.outcome.result} toon={state.toon} />
      ) : (
        <RefusalView run={run} refusal={state.outcome.refusal} hint={undefined} />
      )
  }
}

interface ResultsPaneProps {
  /** What is offered while nothing was run. */
  readonly starters: ReactNode
}

/** What the last runs of the tab in front brought. */
export function ResultsPane({ starters }: ResultsPaneProps) {
  const t = useText()
  const tab = useTabs(activeTab)
  const runs = useRuns((state) => runsOf(state, tab.id))
  const run = useRuns((state) => shownRun(state, tab.id))
  if (!run) {
    return (
      <Stack row align="stretch" grow scroll className={styles['nothing']}>
        <EmptyState
          title={t('query.results.empty')}
          hint={t('query.results.emptyHint', { keys: showKeys('Mod+Enter') })}
          action={starters}
        />
      </Stack>
    )
  }
  return (
    <Stack grow className={styles['pane']}>
      {runs.length > 1 ? (
        <Stack
          row
          align="stretch"
          gap={1}
          fixed
          pad={[1, 2]}
          line="bottom"
          className={styles['runs']}
          role="group"
          aria-label={t('query.results.runs')}
        >
          {runs.map((each, index) => (
            <button
              key={each.id}
              type="button"
              aria-pressed={each.id === run.id}
              data-state={each.state.kind}
              title={each.request.text}
              onClick={() => showRun(tab.id, each.id)}
            >
              {index + 1}. {each.request.text.replaceAll(/\s+/g, ' ')}
            </button>
          ))}
        </Stack>
      ) : null}
      <Body run={run} />
      <RunStatus run={run} />
    </Stack>
  )
}
