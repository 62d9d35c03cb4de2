import { Stack } from '../../ui/stack.tsx'
import { Bug, Check, MessageSquare } from 'lucide-react'
import { useEffect } from 'react'
import type { RecordingRow, ReplayResult } from '#shared/environments/recordings.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Text } from '../../ui/text.tsx'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { formatReward, shortId } from '../parts/format.ts'
import { type EpisodeReview, reviewAt } from './review.ts'
import styles from './recordings.module.css'

const ROW = 26

interface RecordingsListProps {
  readonly rows: readonly RecordingRow[]
  readonly chosen: number | undefined
  readonly reviews: ReadonlyMap<number, EpisodeReview>
  readonly results: ReadonlyMap<number, ReplayResult>
  onChoose(index: number): void
}

/** The episodes of a set, one a line. */
export function RecordingsList({ rows, chosen, reviews, results, onChoose }: RecordingsListProps) {
  const t = useText()
  const { scroller, rows: drawn, frame, scrollTo } = useVirtualRows({ count: rows.length, height: ROW })
  const at = rows.findIndex(({ index }) => index === chosen)
  useEffect(() => {
    if (at >= 0) scrollTo(at)
  }, [at, scrollTo])
  return (
    <Stack grow className={styles['list']}>
      <Text as="div" tone="faint" small className={styles['row']} aria-hidden>
        <span>#</span>
        <span>{t('environments.mapping.environment')}</span>
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
                  <Cells row={row} review={reviewAt(reviews, row.index)} result={results.get(row.index)} />
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
  readonly review: EpisodeReview
  readonly result: ReplayResult | undefined
}

function Cells({ row, review, result }: CellsProps) {
  const t = useText()
  const { index, envId, seed, return: total, steps, end, findings } = row
  // Its end says so already.
  const more = findings.filter(({ rule }) => rule !== 'formatError' || end !== 'format-error')
  return (
    <>
      <span>{index + 1}</span>
      <span title={envId}>{shortId(envId)}</span>
      <span>{seed ?? '–'}</span>
      <span data-column="steps">{steps}</span>
      <span data-column="return">{formatReward(total)}</span>
      <span className={styles['marks']}>
        {review.verdict === 'bug' ? <Bug size={13} aria-label={t('environments.verdict.bug')} /> : null}
        {review.verdict === 'expected' ? (
          <Check size={13} aria-label={t('environments.verdict.expected')} />
        ) : null}
        {review.note ? <MessageSquare size={12} aria-label={t('environments.note')} /> : null}
        {end === 'running' ? null : (
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
          <Badge key={rule} tone="warning">
            {t(`environments.finding.${rule}`)}
          </Badge>
        ))}
        {(review.tags ?? []).map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </span>
    </>
  )
}
