import { asText, type EpisodeEvent } from '#shared/environments/episode.ts'
import { type MessageKey, useText } from '../../i18n/text.ts'
import styles from './episode-view.module.css'
import { formatReward } from './format.ts'

interface DifferenceNoteProps {
  readonly turn: number
  /** The fields that differ. */
  readonly fields: readonly string[]
  readonly expected: EpisodeEvent
  readonly actual: EpisodeEvent
}

/** The differing fields of an event as text, labelled if there are several. */
const fieldsText = (event: EpisodeEvent, fields: readonly string[]): string =>
  fields.map((field) => (fields.length === 1 ? '' : `${field}: `) + fieldText(event, field)).join('\n')

/** One field of an event as text. */
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

/** Where a replay diverged from the recording, with both answers side by side. */
export function DifferenceNote({ turn, fields, expected, actual }: DifferenceNoteProps) {
  const t = useText()
  const field = fields
    .map((name) => t(`environments.difference.field.${name}` as MessageKey))
    .join(t('environments.difference.and'))
  return (
    <div className={styles['difference']}>
      <strong>
        {turn === 0
          ? t('environments.divergence.reset', { field })
          : t('environments.divergence.step', { turn, field, action: expected.action ?? '' })}
      </strong>
      <div className={styles['sides']}>
        <figure>
          <figcaption>{t('environments.divergence.expected')}</figcaption>
          <pre>{fieldsText(expected, fields)}</pre>
        </figure>
        <figure>
          <figcaption>{t('environments.divergence.actual')}</figcaption>
          <pre>{fieldsText(actual, fields)}</pre>
        </figure>
      </div>
    </div>
  )
}
