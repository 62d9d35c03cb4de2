import { useMemo } from 'react'
import { useText } from '../../i18n/text.ts'
import { formatReward } from '../parts/format.ts'
import type { BatchRow } from './batch.ts'
import styles from './batch-view.module.css'
import { endCounts, histogram, summarizeRows } from './distribution.ts'
import { Histogram } from './histogram.tsx'
import { Stack } from '../../ui/stack.tsx'

const FIGURES = ['mean', 'deviation', 'least', 'median', 'most', 'steps'] as const

/** Mean and spread of a batch, and how its returns, lengths and ends are distributed; nothing before the first row. */
export function BatchFigures({ rows }: { readonly rows: readonly BatchRow[] }) {
  const t = useText()
  const summary = useMemo(() => summarizeRows(rows), [rows])
  if (!summary) return null
  const ends = endCounts(rows).map(({ end, count }) => ({ label: t(`gem.end.${end}`), count }))
  return (
    <>
      <Stack as="dl" row align="stretch" wrap fixed pad={[2, 3]} line="bottom" className={styles['figures']}>
        {FIGURES.map((name) => (
          <div key={name}>
            <dt>{t(`gem.batch.${name}`)}</dt>
            <dd>{formatReward(Math.round(summary[name] * 1000) / 1000)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('gem.batch.solved')}</dt>
          <dd>{t('gem.batch.percent', { share: summary.solved })}</dd>
        </div>
      </Stack>
      <div className={styles['charts']}>
        <Histogram title={t('gem.batch.returns')} bins={histogram(rows.map((row) => row.return))} />
        <Histogram title={t('gem.batch.lengths')} bins={histogram(rows.map(({ steps }) => steps))} />
        <Histogram title={t('gem.batch.ends')} bins={ends} />
      </div>
    </>
  )
}
