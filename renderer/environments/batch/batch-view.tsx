import { Download, Pause, Play, Trash2 } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { saveFile } from '../../app/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Stack } from '../../ui/stack.tsx'
import { fileName } from '../episode/trajectory-file.ts'
import type { BatchTab } from '../session/tab.ts'
import { dropTab, useTabs } from '../session/tabs-store.ts'
import { shortId } from '../parts/format.ts'
import type { Batch } from './batch.ts'
import { BatchFigures } from './batch-figures.tsx'
import { BatchTable } from './batch-table.tsx'
import styles from './batch-view.module.css'
import { removeBatch, useBatches } from './batches-store.ts'
import { rowsAsCsv } from './distribution.ts'
import { runBatch, stopBatch, useBatchRuns } from './run-batch.ts'

/** A batch as it runs: figures, distributions, and a table whose rows open as episodes. */
export function BatchView({ tab }: { readonly tab: BatchTab }) {
  const t = useText()
  const batch = useBatches(({ batches }) => batches[tab.batch])
  const run = useBatchRuns(({ byBatch }) => byBatch[tab.batch])
  if (!batch) return <EmptyState title={t('gem.batch.gone')} />
  return (
    <Stack grow ground="surface">
      <BatchBar batch={batch} running={run?.running ?? false} />
      {run?.failure ? (
        <p role="alert" className={styles['error']}>
          {run.failure.message} {run.failure.hint ?? ''}
        </p>
      ) : null}
      <BatchFigures rows={batch.rows} />
      <BatchTable batch={batch} />
    </Stack>
  )
}

/** How far a batch is, and what can be done with it. */
function BatchBar({ batch, running }: { readonly batch: Batch; readonly running: boolean }) {
  const t = useText()
  const done = batch.rows.length
  return (
    <Stack row wrap fixed pad={[1, 3]} line="bottom" className={styles['bar']}>
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
      <Button disabled={done === 0} onClick={() => download(batch)}>
        <Download size={14} aria-hidden />
        {t('gem.batch.csv')}
      </Button>
      <Button tone="danger" disabled={running} onClick={() => discard(batch.id)}>
        <Trash2 size={14} aria-hidden />
        {t('gem.batch.remove')}
      </Button>
    </Stack>
  )
}

/** Offers the rows as a table for a spreadsheet. */
function download({ envId, firstSeed, rows }: Batch): void {
  saveFile(fileName({ envId: `${envId}-batch`, seed: firstSeed }, 'csv'), rowsAsCsv(rows), 'text/csv')
}

/** Forgets a batch and closes where it is shown; episodes that were opened from it stay in the library. */
function discard(id: string): void {
  for (const tab of useTabs.getState().tabs) if (tab.kind === 'batch' && tab.batch === id) dropTab(tab.id)
  void removeBatch(id)
}
