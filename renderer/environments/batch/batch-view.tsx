import { ChevronDown, Download, ListChecks, Pause, Play, RotateCcw, Trash2, X } from 'lucide-react'
import { useState, useMemo } from 'react'
import { type Batch, type BatchRow, rowKey } from '#shared/environments/batch.ts'
import type { BatchTab } from '#shared/environments/tab.ts'
import { saveFile } from '../../app/save-file.ts'
import { workbench } from '../../app/workbench.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { useKeyRefusal } from '../../app/key-role.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segment } from '../../ui/segment.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Badge } from '../../ui/badge.tsx'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { fileName } from '../parts/file-name.ts'
import { environmentName } from '../parts/environment-name.ts'
import { shortId, formatLatency, formatReward } from '../parts/format.ts'
import { collect } from '../recordings/recordings.ts'
import { dropTabs, selectTab } from '../session/tabs.ts'
import { offerFile } from '../session/view-store.ts'
import { useEntry } from '../catalogue/catalogue-store.ts'
import { useEndpoints } from '../agents/endpoint-store.ts'
import { openEpisode } from '../session/play.ts'
import styles from './batch-view.module.css'
import { useBatches } from './batches.ts'
import { type RowFilter, Histogram } from './histogram.tsx'
import { figuresAsCsv, rowsAsCsv, endCounts, histogram, playedRows } from './statistics.ts'
import { BatchSummary } from './batch-summary.tsx'
import { useAgentName } from './agent-name.ts'

interface BatchFiguresProps {
  readonly batch: Batch
  /** Those of the selected agent, or all. */
  readonly rows: readonly BatchRow[]
  readonly filter: RowFilter | undefined
  onFilter(filter: RowFilter | undefined): void
}

/** Figures per agent, and histograms of returns, lengths and outcomes. */
function BatchFigures({ batch, rows, filter, onFilter }: BatchFiguresProps) {
  const t = useText()
  const entry = useEntry(batch.plan.platform, batch.plan.envId)
  const every = useMemo(() => playedRows(batch.rows), [batch])
  const played = useMemo(() => playedRows(rows), [rows])
  if (batch.rows.length === 0) return null
  const chosen = filter?.label
  const bars = (name: string, of: (row: BatchRow) => number) =>
    histogram(every.map(of), played.map(of)).map(({ label, count, holds }) => ({
      label,
      count,
      filter: {
        label: `${name} ${label}`,
        passes: (row: BatchRow) => row.end !== 'failed' && holds(of(row)),
      },
    }))
  const ends = endCounts(batch.rows).map(({ end }) => ({
    label: t(`environments.batchEnd.${end}`),
    count: rows.filter((row) => row.end === end).length,
    filter: { label: t(`environments.batchEnd.${end}`), passes: (row: BatchRow) => row.end === end },
  }))
  const shared = { chosen, onFilter }
  return (
    <>
      <BatchSummary batch={batch} entry={entry} />
      <div className={styles['charts']}>
        <Histogram
          title={t('environments.batch.returns')}
          bars={bars(t('environments.batch.returns'), (row) => row.return)}
          {...shared}
        />
        <Histogram
          title={t('environments.batch.lengths')}
          bars={bars(t('environments.batch.lengths'), ({ steps }) => steps)}
          {...shared}
        />
        <Histogram title={t('environments.batch.ends')} bars={ends} {...shared} />
      </div>
    </>
  )
}

const COLUMNS = ['seed', 'agent', 'return', 'steps', 'milliseconds', 'end'] as const
type Column = (typeof COLUMNS)[number]

/** Sort column and direction of a batch's rows. */
interface BatchOrder {
  readonly by: Column
  readonly down: boolean
}

export const BY_SEED: BatchOrder = { by: 'seed', down: false }

/** The order after a column header was pressed: the same column again reverses it. */
export const orderedBy = (column: Column, { by, down }: BatchOrder): BatchOrder => ({
  by: column,
  down: by === column && !down,
})

/** Sorts the rows; ties by seed. */
export function inOrder(rows: readonly BatchRow[], { by, down }: BatchOrder): BatchRow[] {
  const sorted = rows.toSorted((a, b) =>
    a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : a.seed - b.seed || a.attempt - b.attempt,
  )
  return down ? sorted.toReversed() : sorted
}

/** Opens the recording of a batch episode; without one (from an earlier version), replays its actions. */
async function openRow(
  { id, plan: { platform, envId } }: Batch,
  { agent, seed, attempt, actions = [] }: BatchRow,
): Promise<void> {
  const { episode } = await workbench.call('batches.open', { id, agent, seed, attempt })
  if (episode !== null) return openEpisode(platform, episode)
  const { tab } = await workbench.call('environments.open', { platform, envId, seed })
  selectTab(tab)
  for (const [turn, action] of actions.entries())
    await workbench.call('environments.act', { tab, action, from: turn, seen: turn })
}

const ROW = 26

interface BatchTableProps {
  readonly batch: Batch
  readonly rows: readonly BatchRow[]
  readonly filter: RowFilter | undefined
}

/** One row per episode, sortable; choosing one opens its recording. */
function BatchTable({ batch, rows: all, filter }: BatchTableProps) {
  const t = useText()
  const [order, setOrder] = useState(BY_SEED)
  const nameOf = useAgentName(batch.plan)
  const rows = useMemo(() => inOrder(filter ? all.filter(filter.passes) : all, order), [all, filter, order])
  const { scroller, rows: drawn, frame } = useVirtualRows({ count: rows.length, height: ROW })
  return (
    <>
      <Header order={order} onChange={setOrder} />
      <Stack grow scroll ref={scroller} style={{ minHeight: 80 }}>
        <ul style={frame} aria-label={t('environments.batch.rows')}>
          {drawn.map(({ index, place }) => {
            const row = rows[index]!
            return (
              <li key={rowKey(row)} style={place}>
                <button type="button" className={styles['row']} onClick={() => void openRow(batch, row)}>
                  <Cells row={row} agent={nameOf(row.agent)} />
                </button>
              </li>
            )
          })}
        </ul>
      </Stack>
    </>
  )
}

interface HeaderProps {
  readonly order: BatchOrder
  onChange(order: BatchOrder): void
}

function Header({ order, onChange }: HeaderProps) {
  const t = useText()
  return (
    <div className={styles['header']} role="group" aria-label={t('environments.batch.sort')}>
      {COLUMNS.map((column) => (
        <button
          key={column}
          type="button"
          aria-pressed={order.by === column}
          onClick={() => onChange(orderedBy(column, order))}
        >
          {t(`environments.batch.column.${column}`)}
          {order.by === column ? (order.down ? ' ↓' : ' ↑') : ''}
        </button>
      ))}
    </div>
  )
}

const toneOf = (end: BatchRow['end']) =>
  end === 'solved' ? 'good' : end === 'format-error' || end === 'failed' ? 'bad' : 'neutral'

function Cells({ row, agent }: { readonly row: BatchRow; readonly agent: string }) {
  const t = useText()
  const { seed, attempt, return: total, steps, end, milliseconds, problem } = row
  return (
    <>
      <span>{attempt === 0 ? seed : t('environments.batch.attempt', { seed, number: attempt + 1 })}</span>
      <span>{agent}</span>
      <span>{end === 'failed' ? '–' : formatReward(total)}</span>
      <span>{steps}</span>
      <span>{formatLatency(milliseconds)}</span>
      <span title={problem}>
        <Badge tone={toneOf(end)}>{t(`environments.batchEnd.${end}`)}</Badge> {problem ?? ''}
      </span>
    </>
  )
}

/** Option value instead of an agent index. */
const EVERY_AGENT = 'all'

interface AgentChoiceProps {
  readonly batch: Batch
  readonly agent: string
  onAgent(agent: string): void
}

/** Selects the agent whose episodes are shown. */
function AgentChoice({ batch: { plan }, agent, onAgent }: AgentChoiceProps) {
  const t = useText()
  const nameOf = useAgentName(plan)
  const each = plan.agents.map((_, i) => ({ value: String(i), label: nameOf(i) }))
  return (
    <Stack row wrap fixed pad={[1, 3]} line="bottom">
      <Segment
        label={t('environments.agent')}
        options={[{ value: EVERY_AGENT, label: t('environments.batch.everyAgent') }, ...each]}
        value={agent}
        onChange={onAgent}
      />
    </Stack>
  )
}

/** A batch: figures, histograms, and a table whose rows open as episodes. */
export function BatchView({ tab }: { readonly tab: BatchTab }) {
  const t = useText()
  const batch = useBatches(({ batches }) => batches[tab.batch])
  const state = useBatches(({ states }) => states[tab.batch])
  const [filter, setFilter] = useState<RowFilter>()
  const [agent, setAgent] = useState(EVERY_AGENT)
  const rows = useMemo(
    () => batch?.rows.filter((row) => agent === EVERY_AGENT || row.agent === Number(agent)) ?? [],
    [batch, agent],
  )
  if (!batch) return <EmptyState title={t('environments.batch.gone')} />
  return (
    <Stack grow ground="surface">
      <BatchBar batch={batch} running={state?.running ?? false} />
      <FailureNotice failure={state?.failure} />
      <BatchFigures batch={batch} rows={rows} filter={filter} onFilter={setFilter} />
      {batch.plan.agents.length > 1 ? <AgentChoice batch={batch} agent={agent} onAgent={setAgent} /> : null}
      {filter ? (
        <Stack row fixed gap={2} pad={[1, 3]} line="bottom">
          <span>{t('environments.batch.filtered', { what: filter.label })}</span>
          <Button tone="quiet" onClick={() => setFilter(undefined)}>
            <X size={14} aria-hidden />
            {t('environments.batch.all')}
          </Button>
        </Stack>
      ) : null}
      <BatchTable batch={batch} rows={rows} filter={filter} />
    </Stack>
  )
}

/** A batch's progress and actions. */
function BatchBar({ batch, running }: { readonly batch: Batch; readonly running: boolean }) {
  const t = useText()
  const { id, plan, rows } = batch
  const endpoints = useEndpoints()
  const entry = useEntry(plan.platform, plan.envId)
  const noChange = useKeyRefusal()(plan.platform)
  const all = plan.count * plan.attempts * plan.agents.length
  const failed = rows.filter(({ end }) => end === 'failed').length
  const run = (again: boolean): void => void workbench.call('batches.run', { id, failed: again })
  const none = rows.length === 0 ? t('ui.none.rows') : undefined
  return (
    <Stack row wrap fixed pad={[1, 3]} line="bottom" className={styles['bar']}>
      <strong>{environmentName(t, plan.envId, entry)}</strong>
      {rows.length < all ? (
        <progress aria-label={t('environments.batch.progress')} max={all} value={rows.length} />
      ) : null}
      <span data-part="played">{t('environments.batch.played', { shown: rows.length, total: all })}</span>
      {running ? (
        <Button onClick={() => void workbench.call('batches.stop', { id })}>
          <Pause size={14} aria-hidden />
          {t('environments.agent.stop')}
        </Button>
      ) : null}
      {!running && rows.length < all ? (
        <Button tone="primary" reason={noChange} onClick={() => run(false)}>
          <Play size={14} aria-hidden />
          {t('environments.batch.resume')}
        </Button>
      ) : null}
      {!running && failed > 0 ? (
        <Button reason={noChange} onClick={() => run(true)}>
          <RotateCcw size={14} aria-hidden />
          {t('environments.batch.again', { count: failed })}
        </Button>
      ) : null}
      <Menu
        entries={[
          { label: t('environments.batch.csv'), act: () => download(batch, endpoints) },
          { label: t('environments.batch.figures'), act: () => saveFigures(batch, entry, endpoints) },
          {
            label: t('environments.write.episodes'),
            takesFocus: true,
            act: () => offerFile({ of: 'batch', id }, nameOf(batch)),
          },
        ]}
        trigger={
          <Button reason={none}>
            <Download size={14} aria-hidden />
            {t('environments.write.save')}
            <ChevronDown size={13} aria-hidden />
          </Button>
        }
      />
      <Button reason={none} onClick={() => void collect({ of: 'batch', id }, nameOf(batch))}>
        <ListChecks size={14} aria-hidden />
        {t('environments.review')}
      </Button>
      <IconButton
        tone="danger"
        icon={Trash2}
        label={t('environments.batch.remove')}
        reason={running ? t('ui.wait') : undefined}
        onClick={() => discard(id)}
      />
    </Stack>
  )
}

const nameOf = ({ plan: { envId, firstSeed, count } }: Batch): string =>
  `${shortId(envId)}-${firstSeed}-${firstSeed + count - 1}`

/** Exports the rows as CSV. */
function download(batch: Batch, endpoints: ReturnType<typeof useEndpoints>): void {
  const { envId, firstSeed } = batch.plan
  saveFile(
    fileName({ envId: `${envId}-batch`, seed: firstSeed }, 'csv'),
    rowsAsCsv(batch, endpoints),
    'text/csv',
  )
}

/** Exports the figures as CSV: means, shares and differences with intervals. */
function saveFigures(
  batch: Batch,
  entry: ReturnType<typeof useEntry>,
  endpoints: ReturnType<typeof useEndpoints>,
): void {
  const { envId, firstSeed } = batch.plan
  const name = fileName({ envId: `${envId}-figures`, seed: firstSeed }, 'csv')
  saveFile(name, figuresAsCsv(batch, entry, endpoints), 'text/csv')
}

/** Deletes a batch and closes its tab; episodes opened from it stay in the library. */
function discard(id: string): void {
  dropTabs((tab) => tab.kind === 'batch' && tab.batch === id)
  void workbench.call('batches.remove', { id })
}
