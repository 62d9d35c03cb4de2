import { useText } from '../../i18n/text.ts'
import { asText, type EpisodeEvent } from '../episode/episode.ts'
import styles from './episode-view.module.css'
import { formatReward } from './format.ts'

interface DifferenceNoteProps {
  readonly turn: number
  readonly field: string
  readonly expected: EpisodeEvent
  readonly actual: EpisodeEvent
}

/** The differing part of an event as text. */
export function fieldText(event: EpisodeEvent, field: string): string {
  switch (field) {
    case 'observation':
      return asText(event.observation)
    case 'reward':
      return formatReward(event.reward)
    case 'terminated':
      return String(event.terminated)
    case 'truncated':
      return String(event.truncated)
    default: {
      const { suffix } = event.info
      return typeof suffix === 'string' ? suffix : asText(event.info)
    }
  }
}

/** Where a replay left the record, with both answers side by side. */
export function DifferenceNote({ turn, field, expected, actual }: DifferenceNoteProps) {
  const t = useText()
  return (
    <div className={styles['difference']}>
      <strong>
        {turn === 0
          ? t('gem.parting.reset', { field })
          : t('gem.parting.step', { turn, field, action: expected.action ?? '' })}
      </strong>
      <div className={styles['sides']}>
        <figure>
          <figcaption>{t('gem.parting.expected')}</figcaption>
          <pre>{fieldText(expected, field)}</pre>
        </figure>
        <figure>
          <figcaption>{t('gem.parting.actual')}</figcaption>
          <pre>{fieldText(actual, field)}</pre>
        </figure>
      </div>
    </div>
  )
}
