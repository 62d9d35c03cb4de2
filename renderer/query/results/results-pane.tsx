import { Download, NotebookPen, TextSearch } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { HistoryRecord, Tab } from '#shared/documents/query.ts'
import { Truncate } from '../../ui/truncate.tsx'
import { ToolbarSpace } from '../../ui/toolbar.tsx'
import { shownKeys } from '../../app/keys.ts'
import { runCommand } from '../../app/run-command.ts'
import { showTime } from '../../i18n/moment.ts'
import { WordLink } from '../../app/word-link.tsx'
import { useText } from '../../i18n/text.ts'
import { JsonView } from '../../json/json-view.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Stack } from '../../ui/stack.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Moment } from '../../ui/moment.tsx'
import { MAX_ROWS, ownLimit, PAGE_ROWS } from '../../spl/pages.ts'
import type { QueryResult } from '../../spl/result.ts'
import { carriesGraph } from '../../viewer/graph-of-rows.ts'
import { planOf } from '../../spl/plan.ts'
import { readHistory } from '../run/history.ts'
import { raiseLimit, runsOf, shownRun, showRun, useRuns } from '../run/run-store.ts'
import { rowCount, type Run } from '../run/run.ts'
import { openPanel } from '../tabs/side-store.ts'
import { activeTab, useTabs } from '../tabs/tabs-store.ts'
import { EmptyResult, ResultNotes } from './advice.tsx'
import { elementCounts } from './element-counts.ts'
import { ChartView } from './chart/chart-view.tsx'
import { ExplainView } from './explain/explain-view.tsx'
import { copyRows, exportedRows, saveRows } from './export-actions.ts'
import { formatBytes, formatDuration } from './format.ts'
import { GraphView } from './graph/graph-view.tsx'
import { useGrowth } from './graph/growth.ts'
import { PlanView } from './plan/plan-view.tsx'
import { planViews } from './plan/plan-views.tsx'
import { PlanRunBar } from './plan/plan-run-bar.tsx'
import { runnablePlan, shownRows, usePlanRuns, type PlanState } from './plan/plan-runs.ts'
import { RefusalView } from './refusal-view.tsx'
import { addResult } from './add-result.ts'
import { TableView } from './table/table-view.tsx'
import { chooseView, FORMATS, useChosenView, type ViewId, viewOf, VIEWS } from './views.ts'
import { VirtualLines } from './virtual-lines.tsx'
import styles from './results.module.css'

const BEAT = 100

/** Milliseconds since the run started, updated while it runs. */
function useElapsed(run: Run): number {
  const now = useNow(run.state.kind === 'running' ? BEAT : undefined)
  return run.milliseconds ?? Math.max(0, now - run.startedAt)
}

/** Status line of a result: state, time, rows, size, and a link to the raw messages. */
function RunStatus({ run }: { readonly run: Run }) {
  const t = useText()
  const elapsed = useElapsed(run)
  const { state } = run
  const rows = rowCount(run)
  const answered = state.kind === 'answered' && state.outcome.kind === 'rows' ? state.outcome : undefined
  const counts = useMemo(() => answered && elementCounts(answered.result.rows), [answered])
  const refused = state.kind === 'answered' && state.outcome.kind === 'refused'
  const parts = [
    t(`query.state.${refused ? 'refused' : state.kind}`),
    // What was refused before it was sent took no time worth a number.
    state.kind === 'failed' && elapsed === 0 ? undefined : formatDuration(elapsed),
    rows === undefined ? undefined : t('query.table.rows', { count: rows }),
    counts && t('query.table.elements', counts),
    state.kind === 'answered' ? formatBytes(state.bytes) : undefined,
  ]
  return (
    <Stack
      as="footer"
      row
      gap={2}
      fixed
      pad={[0, 2]}
      line="top"
      ground="ground"
      tone="quiet"
      small
      className={styles['status']}
      data-state={refused ? 'failed' : state.kind}
    >
      <span>
        {parts.filter(Boolean).join(' · ')} · <Moment at={run.startedAt} />
      </span>
      <ToolbarSpace />
      <button type="button" onClick={() => openPanel('inspector')}>
        {t('query.inspector.open')}
      </button>
    </Stack>
  )
}

/** Saves or copies the table's rows and columns in a format. */
function ExportMenu() {
  const t = useText()
  const entries = (): MenuEntry[] => {
    const rows = exportedRows()
    const sum =
      rows.shown < rows.total
        ? t('query.export.narrowed', rows)
        : t('query.table.rows', { count: rows.total })
    return [
      { label: sum, heading: true },
      { label: t('query.export.save'), heading: true, apart: true },
      ...FORMATS.map((format) => ({ label: t(`query.export.${format}`), act: () => saveRows(format) })),
      { label: t('query.export.copy'), heading: true, apart: true },
      ...FORMATS.map((format) => ({ label: t(`query.export.${format}`), act: () => void copyRows(format) })),
      {
        label: t('investigations.keep'),
        icon: NotebookPen,
        keys: shownKeys('query.keep'),
        apart: true,
        act: () => void addResult(),
      },
      { label: t('query.export.formulas'), heading: true, apart: true },
    ]
  }
  return (
    <Menu
      trigger={
        <Button keys={shownKeys('query.export.csv')}>
          <Download size={13} aria-hidden />
          {t('query.export')}
        </Button>
      }
      entries={entries}
    />
  )
}

interface LimitNoteProps {
  readonly tab: Tab
  readonly run: Run
  readonly result: QueryResult
}

/** Explains a truncated result and offers to load more rows. */
function LimitNote({ tab, run, result }: LimitNoteProps) {
  const t = useText()
  const { bound, limit = result.rows.length, rows } = result
  if (bound === undefined) return null
  const raised = Math.min(limit * 10, MAX_ROWS)
  // A limit given by a parameter is raised in the parameter's field.
  const fixed = bound === 'query' && ownLimit(run.request.text, run.request.parameters)?.place === undefined
  const raisable = !fixed && raised > rows.length
  const note = t(`query.limited.${bound}`, { shown: rows.length, limit })
  return (
    <Stack as="span" row gap={2} tone="warning" small className={styles['limited']}>
      <Truncate>{note}</Truncate>
      {raisable ? (
        <Button
          style={{ flex: 'none' }}
          tip={raised > PAGE_ROWS ? t('query.limited.parts', { page: PAGE_ROWS }) : undefined}
          onClick={() => void raiseLimit(tab, run, raised)}
        >
          {t('query.limited.raise', { limit: raised })}
        </Button>
      ) : null}
    </Stack>
  )
}

/** The applicable views of a result, with their renderers. */
function viewsOf(
  run: Run,
  raw: QueryResult,
  toon: string,
  planStates: Readonly<Record<string, PlanState>>,
  isGrown: boolean,
): Map<ViewId, () => ReactNode> {
  const result = shownRows(run.id, raw, planStates)
  const plan = planOf(raw)
  const views = new Map<ViewId, () => ReactNode>(plan ? planViews(run, plan.raw, planStates[run.id]) : [])
  const runnable = runnablePlan(raw)
  if (plan) {
    const runs = runnable ? <PlanRunBar run={run} plan={runnable} raw={plan.raw} /> : null
    views.set('plan', () => <PlanView plan={plan} runs={runs} />)
  }
  views.set('table', () =>
    result.rows.length === 0 ? <EmptyResult run={run} /> : <TableView run={run} result={result} />,
  )
  if (isGrown || carriesGraph(result.rows))
    views.set('graph', () => (
      <GraphView rows={result.rows} run={run} onCancel={() => chooseView(run.tab, 'table')} />
    ))
  if (result.rows.length > 0) views.set('chart', () => <ChartView result={result} source={run.request} />)
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
      <Stack
        row
        justify="space-between"
        line="bottom"
        tone="quiet"
        small
        style={{ padding: '2px 8px 2px 12px' }}
      >
        <span>
          {t('query.toon.hint', { count: toon.length })} <WordLink term="start.help.term.query.toon" />
        </span>
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
  const plans = usePlanRuns()
  const isGrown = useGrowth((state) => state[run.id] !== undefined)
  const views = useMemo(() => viewsOf(run, result, toon, plans, isGrown), [run, result, toon, plans, isGrown])
  const chosen = useChosenView((state) => state[run.tab])
  const current = viewOf(run.id, [...views.keys()], chosen)
  const tab = useTabs((state) => state.tabs.find((each) => each.id === run.tab))
  return (
    <Tabs
      label={t('query.views')}
      tabs={VIEWS.filter((view) => views.has(view)).map((id) => ({ id, label: t(`query.view.${id}`) }))}
      value={current}
      onChange={(view) => chooseView(run.tab, view, { run: run.id, isPlan: views.has('plan') })}
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
  const hint = t('query.runningHint', { keys: shownKeys('query.cancel') ?? '' })
  return (
    <EmptyState
      reason="busy"
      title={progress ? t('query.runningRows', progress) : t('query.running')}
      hint={hint}
    />
  )
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
  /** Shown before anything was run. */
  readonly starters: ReactNode
}

/** Maximum runs of the history in which a text is looked for. */
const MAX_LOOKED_AT = 100

/** Says that a query was not run, or when it was before the page was loaded. */
function NoRun({ written, starters }: ResultsPaneProps & { readonly written: string }) {
  const t = useText()
  const [past, setPast] = useState<readonly HistoryRecord[]>([])
  const text = written.trim()
  const isWritten = text !== ''
  useEffect(() => {
    if (!isWritten) return undefined
    let current = true
    readHistory('', undefined, MAX_LOOKED_AT).then(
      (records) => current && setPast(records),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [isWritten])
  const earlier = isWritten ? past.find((record) => record.text.trim() === text) : undefined
  return (
    <Stack row align="stretch" grow scroll className={styles['nothing']}>
      {earlier ? (
        <EmptyState
          icon={TextSearch}
          title={t('query.results.earlier', { time: showTime(earlier.at) })}
          hint={t('query.results.earlierHint')}
          action={<Button onClick={() => void runCommand('query.run')}>{t('query.results.again')}</Button>}
        />
      ) : (
        <EmptyState
          icon={TextSearch}
          title={t('query.results.empty')}
          hint={t('query.results.emptyHint', {
            written: text === '' ? 'no' : 'yes',
            keys: shownKeys('query.run') ?? '',
          })}
          action={starters}
        />
      )}
    </Stack>
  )
}

/** The results of the active tab's latest runs. */
export function ResultsPane({ starters }: ResultsPaneProps) {
  const t = useText()
  const tab = useTabs(activeTab)
  const runs = useRuns((state) => runsOf(state, tab.id))
  const run = useRuns((state) => shownRun(state, tab.id))
  if (!run) return <NoRun key={tab.id} written={tab.text} starters={starters} />
  return (
    <Stack grow style={{ containerType: 'inline-size' }}>
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
      <ResultNotes run={run} />
      <Body run={run} />
      <RunStatus run={run} />
    </Stack>
  )
}
