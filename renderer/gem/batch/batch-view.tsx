import { useVirtualizer } from '@tanstack/react-virtual'
import { Download, Pause, Play, Trash2 } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useText } from '../../app/i18n/text.ts'
import { saveFile } from '../../app/save-file.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { fileName } from '../episode/trajectory-file.ts'
import type { BatchTab } from '../session/tab.ts'
import { dropTab, useTabs } from '../session/tabs-store.ts'
import { formatLatency, formatReward, shortId } from '../view/format.ts'
import { type Batch, type BatchRow, removeBatch, useBatches } from './batches-store.ts'
import styles from './batch-view.module.css'
import { type Bin, histogram, rowsAsCsv, summarizeRows } from './distribution.ts'
import { openRow } from './open-row.ts'
import { runBatch, stopBatch, useBatchRuns } from './run-batch.ts'

const ROW = 26
type Column = 'seed' | 'return' | 'steps' | 'end' | 'milliseconds'
const COLUMNS: readonly Column[] = ['seed', 'return', 'steps', 'end', 'milliseconds']

/** A batch as it runs: figures, distributions, and a table whose rows open as episodes. */
export function BatchView({ tab }: { readonly tab: BatchTab }) {
  const t = useText()
  const batch = useBatches(({ batches }) => batches[tab.batch])
  if (!batch) return <EmptyState title={t('gem.batch.gone')} />
  return <BatchResults batch={batch} />
}

/** Forgets a batch and closes where it is shown; episodes that were opened from it stay in the library. */
function discard(id: string): void {
  for (const tab of useTabs.getState().tabs) if (tab.kind === 'batch' && tab.batch === id) dropTab(tab.id)
  void removeBatch(id)
}

function BatchResults({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const run = useBatchRuns(({ byBatch }) => byBatch[batch.id])
  const running = run?.running ?? false
  const done = batch.rows.length
  const summary = useMemo(() => summarizeRows(batch.rows), [batch.rows])
  const ends = useEnds(batch.rows)
  return (
    <div className={styles['view']}>
      <div className={styles['bar']}>
        <strong>{shortId(batch.envId)}</strong>
        <span>{t(`gem.agent.${batch.agent}`)}</span>
        <progress aria-label={t('gem.batch.progress')} max={batch.count} value={done} />
        <span>{t('ui.shown', { shown: done, total: batch.count })}</span>
        {running ? (
          <Button onClick={() => stopBatch(batch.id)}>
            <Pause size={14} aria-hidden />
            {t('gem.agent.stop')}
          </Button>
        ) : done < batch.count ? (
          <Button tone="primary" onClick={() => void runBatch(batch.id)}>
            <Play size={14} aria-hidden />
            {t('gem.batch.resume')}
          </Button>
        ) : null}
        <Button
          disabled={done === 0}
          onClick={() =>
            saveFile(
              fileName({ envId: `${batch.envId}-batch`, seed: batch.firstSeed }, 'csv'),
              rowsAsCsv(batch.rows),
              'text/csv',
            )
          }
        >
          <Download size={14} aria-hidden />
          {t('gem.batch.csv')}
        </Button>
        <Button tone="danger" disabled={running} onClick={() => discard(batch.id)}>
          <Trash2 size={14} aria-hidden />
          {t('gem.batch.remove')}
        </Button>
      </div>
      {run?.failure ? (
        <p role="alert" className={styles['error']}>
          {run.failure.message} {run.failure.hint ?? ''}
        </p>
      ) : null}
      {summary ? (
        <>
          <dl className={styles['figures']}>
            {(['mean', 'deviation', 'least', 'median', 'most', 'steps'] as const).map((name) => (
              <div key={name}>
                <dt>{t(`gem.batch.${name}`)}</dt>
                <dd>{formatReward(Math.round(summary[name] * 1000) / 1000)}</dd>
              </div>
            ))}
            <div>
              <dt>{t('gem.batch.solved')}</dt>
              <dd>{t('gem.batch.percent', { share: summary.solved })}</dd>
            </div>
          </dl>
          <div className={styles['charts']}>
            <Histogram title={t('gem.batch.returns')} bins={histogram(batch.rows.map((row) => row.return))} />
            <Histogram
              title={t('gem.batch.lengths')}
              bins={histogram(batch.rows.map(({ steps }) => steps))}
            />
            <Histogram title={t('gem.batch.ends')} bins={ends} />
          </div>
        </>
      ) : null}
      <Table batch={batch} />
    </div>
  )
}

function useEnds(rows: readonly BatchRow[]): Bin[] {
  const t = useText()
  const counts = new Map<BatchRow['end'], number>()
  for (const { end } of rows) counts.set(end, (counts.get(end) ?? 0) + 1)
  return Array.from(counts, ([end, count]) => ({ label: t(`gem.end.${end}`), count })).toSorted(
    (a, b) => b.count - a.count,
  )
}

function Histogram({ title, bins }: { readonly title: string; readonly bins: readonly Bin[] }) {
  const most = Math.max(1, ...bins.map(({ count }) => count))
  return (
    <figure className={styles['chart']}>
      <figcaption>{title}</figcaption>
      <table>
        <tbody>
          {bins.map(({ label, count }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className={styles['stick']} aria-label={String(count)}>
                <span style={{ width: `${(100 * count) / most}%` }} />
              </td>
              <td className={styles['number']}>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

function Table({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const [by, setBy] = useState<Column>('seed')
  const [down, setDown] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => {
    const sorted = batch.rows.toSorted((a, b) => (a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : a.seed - b.seed))
    return down ? sorted.toReversed() : sorted
  }, [batch.rows, by, down])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  })
  return (
    <>
      <div className={styles['header']} role="group" aria-label={t('gem.batch.sort')}>
        {COLUMNS.map((column) => (
          <button
            key={column}
            type="button"
            aria-pressed={by === column}
            onClick={() => {
              setDown(by === column ? !down : false)
              setBy(column)
            }}
          >
            {t(`gem.batch.column.${column}`)}
            {by === column ? (down ? ' ↓' : ' ↑') : ''}
          </button>
        ))}
      </div>
      <div ref={scroller} className={styles['rows']}>
        <ul style={{ height: virtual.getTotalSize() }} aria-label={t('gem.batch.rows')}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]!
            return (
              <li key={row.seed} style={{ transform: `translateY(${start}px)` }}>
                <button type="button" className={styles['row']} onClick={() => void openRow(batch, row)}>
                  <span>{row.seed}</span>
                  <span>{formatReward(row.return)}</span>
                  <span>{row.steps}</span>
                  <span>
                    <Badge
                      tone={row.end === 'solved' ? 'good' : row.end === 'format-error' ? 'bad' : 'neutral'}
                    >
                      {t(`gem.end.${row.end}`)}
                    </Badge>{' '}
                    {row.problem ?? ''}
                  </span>
                  <span>{formatLatency(row.milliseconds)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}
