import { Download, ListChecks, Pause, Play, RotateCcw, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { Batch } from '#shared/environments/batch.ts'
import type { BatchTab } from '#shared/environments/tab.ts'
import { saveFile } from '../../app/save-file.ts'
import { workbench } from '../../app/workbench.ts'
import { FailureText } from '../../app/failure-text.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Stack } from '../../ui/stack.tsx'
import { fileName } from '../parts/file-name.ts'
import { shortId } from '../parts/format.ts'
import { collect } from '../recordings/recordings.ts'
import { dropTabs } from '../session/tabs.ts'
import { offerFile } from '../session/view-store.ts'
import { BatchFigures } from './batch-figures.tsx'
import { BatchTable } from './batch-table.tsx'
import styles from './batch-view.module.css'
import { useBatches } from './batches.ts'
import type { RowFilter } from './histogram.tsx'
import { rowsAsCsv } from './statistics.ts'

/** A batch as it runs: figures, distributions, and a table whose rows open as episodes. */
export function BatchView({ tab }: { readonly tab: BatchTab }) {
  const t = useText()
  const batch = useBatches(({ batches }) => batches[tab.batch])
  const state = useBatches(({ states }) => states[tab.batch])
  const [filter, setFilter] = useState<RowFilter>()
  if (!batch) return <EmptyState title={t('environments.batch.gone')} />
  return (
    <Stack grow ground="surface">
      <BatchBar batch={batch} running={state?.running ?? false} />
      {state?.failure ? (
        <p role="alert" className={styles['error']}>
          <FailureText failure={state.failure} />
        </p>
      ) : null}
      <BatchFigures batch={batch} filter={filter} onFilter={setFilter} />
      {filter ? (
        <Stack row fixed gap={2} pad={[1, 3]} line="bottom">
          <span>{t('environments.batch.filtered', { what: filter.label })}</span>
          <Button tone="quiet" onClick={() => setFilter(undefined)}>
            <X size={14} aria-hidden />
            {t('environments.batch.all')}
          </Button>
        </Stack>
      ) : null}
      <BatchTable batch={batch} filter={filter} />
    </Stack>
  )
}

/** How far a batch is, and what can be done with it. */
function BatchBar({ batch, running }: { readonly batch: Batch; readonly running: boolean }) {
  const t = useText()
  const { id, plan, rows } = batch
  const all = plan.count * plan.agents.length
  const failed = rows.filter(({ end }) => end === 'failed').length
  const run = (again: boolean): void => void workbench.call('batches.run', { id, failed: again })
  return (
    <Stack row wrap fixed pad={[1, 3]} line="bottom" className={styles['bar']}>
      <strong>{shortId(plan.envId)}</strong>
      <span>{plan.agents.map(({ agent }) => t(`environments.agent.${agent}`)).join(' · ')}</span>
      <progress aria-label={t('environments.batch.progress')} max={all} value={rows.length} />
      <span>{t('environments.batch.played', { shown: rows.length, total: all })}</span>
      {running ? (
        <Button onClick={() => void workbench.call('batches.stop', { id })}>
          <Pause size={14} aria-hidden />
          {t('environments.agent.stop')}
        </Button>
      ) : null}
      {!running && rows.length < all ? (
        <Button tone="primary" onClick={() => run(false)}>
          <Play size={14} aria-hidden />
          {t('environments.batch.resume')}
        </Button>
      ) : null}
      {!running && failed > 0 ? (
        <Button onClick={() => run(true)}>
          <RotateCcw size={14} aria-hidden />
          {t('environments.batch.again', { count: failed })}
        </Button>
      ) : null}
      <Button disabled={rows.length === 0} onClick={() => download(batch)}>
        <Download size={14} aria-hidden />
        {t('environments.batch.csv')}
      </Button>
      <Button disabled={rows.length === 0} onClick={() => offerFile({ of: 'batch', id }, nameOf(batch))}>
        <Download size={14} aria-hidden />
        {t('environments.write.episodes')}
      </Button>
      <Button disabled={rows.length === 0} onClick={() => void collect({ of: 'batch', id }, nameOf(batch))}>
        <ListChecks size={14} aria-hidden />
        {t('environments.review')}
      </Button>
      <Button tone="danger" disabled={running} onClick={() => discard(id)}>
        <Trash2 size={14} aria-hidden />
        {t('environments.batch.remove')}
      </Button>
    </Stack>
  )
}

const nameOf = ({ plan: { envId, firstSeed, count } }: Batch): string =>
  `${shortId(envId)}-${firstSeed}-${firstSeed + count - 1}`

/** Offers the rows as a table for a spreadsheet. */
function download(batch: Batch): void {
  const { envId, firstSeed } = batch.plan
  saveFile(fileName({ envId: `${envId}-batch`, seed: firstSeed }, 'csv'), rowsAsCsv(batch), 'text/csv')
}

/** Forgets a batch and closes where it is shown; episodes that were opened from it stay in the library. */
function discard(id: string): void {
  dropTabs((tab) => tab.kind === 'batch' && tab.batch === id)
  void workbench.call('batches.remove', { id })
}
