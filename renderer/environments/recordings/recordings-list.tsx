import { Bug, Check, MessageSquare } from 'lucide-react'
import { useEffect } from 'react'
import type { RecordingRow, ReplayResult } from '#shared/environments/recordings.ts'
import { Stack } from '../../ui/stack.tsx'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Text } from '../../ui/text.tsx'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { environmentName } from '../parts/environment-name.ts'
import { formatReward } from '../parts/format.ts'
import { type EpisodeReview, isDisputed, reviewAt, verdictsOf } from './review.ts'
import styles from './recordings.module.css'

const ROW = 26

interface RecordingsListProps {
  readonly rows: readonly RecordingRow[]
  readonly chosen: number | undefined
  readonly reviews: ReadonlyMap<number, EpisodeReview>
  readonly results: ReadonlyMap<number, ReplayResult>
  onChoose(index: number): void
}

/** The episodes of a set, one per row. */
export function RecordingsList({ rows, chosen, reviews, results, onChoose }: RecordingsListProps) {
  const t = useText()
  const { scroller, rows: drawn, frame, scrollTo } = useVirtualRows({ count: rows.length, height: ROW })
  // The environment is only shown if it differs.
  const isOne = rows.length > 1 && rows.every(({ envId, player }) => envId === rows[0]?.envId && player)
  const at = rows.findIndex(({ index }) => index === chosen)
  useEffect(() => {
    if (at >= 0) scrollTo(at)
  }, [at, scrollTo])
  return (
    <Stack grow className={styles['list']}>
      <Text as="div" tone="faint" small className={styles['row']} aria-hidden>
        <span>#</span>
        <span>{t(isOne ? 'environments.batch.column.agent' : 'environments.mapping.environment')}</span>
        {(['seed', 'steps', 'return', 'end'] as const).map((column) => (
          <span key={column} data-column={column}>
            {t(`environments.batch.column.${column}`)}
          </span>
        ))}
      </Text>
      <Stack grow scroll ref={scroller}>
        <ul style={frame} aria-label={t('environments.recordings.episodes')}>
          {drawn.map(({ index, place }) => {
            const row = rows[index]!
            return (
              <li key={row.index} style={place}>
                <button
                  type="button"
                  tabIndex={-1}
                  className={styles['row']}
                  aria-current={row.index === chosen}
                  onClick={() => onChoose(row.index)}
                >
                  <Cells
                    row={row}
                    isOne={isOne}
                    review={reviewAt(reviews, row.index)}
                    result={results.get(row.index)}
                  />
                </button>
              </li>
            )
          })}
        </ul>
      </Stack>
    </Stack>
  )
}

interface CellsProps {
  readonly row: RecordingRow
  /** All rows have the same environment and name their agents. */
  readonly isOne: boolean
  readonly review: EpisodeReview
  readonly result: ReplayResult | undefined
}

function Cells({ row, isOne, review, result }: CellsProps) {
  const t = useText()
  const { index, name, envId, player, seed, return: total, steps, end, findings } = row
  const called = [name, isOne ? undefined : environmentName(t, envId), player].filter(Boolean).join(' · ')
  const verdicts = verdictsOf(review)
  // Already expressed by its outcome.
  const more = findings.filter(
    ({ rule }) =>
      !(rule === 'formatError' && end === 'format-error') && !(rule === 'failure' && end === 'failed'),
  )
  return (
    <>
      <span>{index + 1}</span>
      <span title={called}>{called}</span>
      <span>{seed ?? '–'}</span>
      <span data-column="steps">{steps}</span>
      <span data-column="return">{total === null ? '–' : formatReward(total)}</span>
      <Stack as="span" row gap={1} className={styles['marks']}>
        {verdicts.has('bug') ? <Bug size={13} aria-label={t('environments.verdict.bug')} /> : null}
        {verdicts.has('expected') ? (
          <Check size={13} aria-label={t('environments.verdict.expected')} />
        ) : null}
        {isDisputed(review) ? <Badge tone="warning">{t('environments.verdict.disputed')}</Badge> : null}
        {review.note ? <MessageSquare size={12} aria-label={t('environments.note')} /> : null}
        {end === 'running' ? null : end === 'failed' ? (
          <Badge tone="bad">{t('environments.failed')}</Badge>
        ) : (
          <Badge tone={end === 'solved' ? 'good' : end === 'format-error' ? 'bad' : 'neutral'}>
            {t(`environments.end.${end}`)}
          </Badge>
        )}
        {result && result.outcome !== 'same' ? (
          <Badge tone={result.outcome === 'unseeded' ? 'neutral' : 'bad'}>
            {t(`environments.outcome.${result.outcome}`)}
          </Badge>
        ) : null}
        {more.map(({ rule }) => (
          <Badge key={rule} tone="warning" title={t(`environments.finding.${rule}.rule`)}>
            {t(`environments.finding.${rule}`)}
          </Badge>
        ))}
        {(review.tags ?? []).map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </Stack>
    </>
  )
}
