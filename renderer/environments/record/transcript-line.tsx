import { Bug, Check, MessageSquare } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Text } from '../../ui/text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { asText, endOf, type EpisodeEvent } from '../episode/episode.ts'
import { inShort } from '../parts/action-text.ts'
import { EndBadge } from '../parts/end-badge.tsx'
import { formatLatency, formatReward, oneLine } from '../parts/format.ts'
import styles from '../parts/panes.module.css'

interface TranscriptLineProps {
  readonly event: EpisodeEvent
  readonly turn: number
  /** Sum of the rewards up to here. */
  readonly total: number
  /** The turn that is looked at. */
  readonly at: number
  /** Pixels from the top of the list. */
  readonly start: number
  onChoose(): void
}

/** One turn in one line, in the columns of the transcript. */
export function TranscriptLine({ event, turn, total, at, start, onChoose }: TranscriptLineProps) {
  const t = useText()
  const observation = asText(event.observation)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={`gem-turn-${event.id}`}
      role="option"
      aria-selected={turn === at}
      className={styles['line']}
      data-ahead={turn > at}
      style={{ transform: `translateY(${start}px)` }}
      title={`${event.action ?? ''}\n${observation}`.trim()}
      onClick={onChoose}
    >
      <span className={styles['number']}>{turn}</span>
      <Text mono>{event.action === null ? t('gem.resetRow') : oneLine(inShort(event.action))}</Text>
      <span>{oneLine(observation)}</span>
      <span className={styles['number']}>{turn === 0 ? '' : formatReward(event.reward)}</span>
      <span className={styles['number']}>{turn === 0 ? '' : formatReward(total)}</span>
      <Flags event={event} />
      <span className={styles['number']}>{formatLatency(event.latency)}</span>
    </div>
  )
}

/** What a person should not overlook in a turn: its end, a difference, and what was remarked. */
function Flags({ event }: { readonly event: EpisodeEvent }) {
  const t = useText()
  return (
    <Stack as="span" row align="stretch" gap={1}>
      {endOf(event) === 'running' ? null : <EndBadge event={event} />}
      {event.differsFrom === undefined ? null : <Badge tone="warning">{t('gem.differs')}</Badge>}
      {event.verdict === 'bug' ? <Bug size={13} aria-label={t('gem.verdict.bug')} /> : null}
      {event.verdict === 'expected' ? <Check size={13} aria-label={t('gem.verdict.expected')} /> : null}
      {event.note ? <MessageSquare size={12} aria-label={t('gem.note')} /> : null}
    </Stack>
  )
}
