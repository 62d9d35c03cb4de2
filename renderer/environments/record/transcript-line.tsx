import type { CSSProperties } from 'react'
import {
  Bot,
  Bug,
  Check,
  CircleSlash,
  Dices,
  FileText,
  MessageSquare,
  Puzzle,
  Repeat,
  ScrollText,
  User,
} from 'lucide-react'
import { type ActionSource, asText, endOf, type EpisodeEvent } from '#shared/environments/episode.ts'
import type { ActionGrammar } from '#shared/gem/boxed.ts'
import { isBoxedOnly, lastAction } from '#shared/gem/boxed.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Stack } from '../../ui/stack.tsx'
import { inShort } from '../parts/action-text.ts'
import { EndBadge } from '../parts/end-badge.tsx'
import { formatLatency, formatReward, oneLine } from '../parts/format.ts'
import styles from '../parts/transcript.module.css'
import { type TranscriptRow, wordingOf } from './transcript-rows.ts'

interface TranscriptLineProps {
  readonly row: TranscriptRow
  readonly index: number
  /** The row that is looked at. */
  readonly at: number
  readonly place: CSSProperties
  readonly isOpen: boolean
  readonly grammar: ActionGrammar | undefined
  measure(element: Element | null): void
  onChoose(): void
  onToggle(): void
}

/** One turn in the columns of the transcript; opened, with everything that was sent and said. */
export function TranscriptLine(props: TranscriptLineProps) {
  const { row, index, at, place, isOpen, grammar, measure, onChoose, onToggle } = props
  const { event, turn, total } = row
  const observation = event.failure ? event.failure.message : asText(event.observation)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={measure}
      data-index={index}
      id={`gem-turn-${event.id}`}
      role="option"
      aria-selected={index === at}
      className={styles['turn']}
      data-ahead={index > at}
      data-failed={event.failure !== undefined}
      style={place}
      title={isOpen ? undefined : `${event.action ?? ''}\n${observation}`.trim()}
      onClick={onChoose}
      onDoubleClick={onToggle}
    >
      <div className={styles['line']}>
        <span data-column="turn">{turn}</span>
        <By event={event} />
        <Sent event={event} grammar={grammar} />
        <span data-column="observation">{oneLine(observation)}</span>
        <Flags event={event} isIdle={row.isIdle === true} />
        <span data-column="reward">{turn === 0 || event.failure ? '' : formatReward(event.reward)}</span>
        <span data-column="total">{turn === 0 ? '' : formatReward(total)}</span>
        <span data-column="latency">{formatLatency(event.latency)}</span>
      </div>
      {isOpen ? (
        <div className={styles['whole']}>
          {event.action === null ? null : <pre data-part="action">{event.action}</pre>}
          <pre>{observation}</pre>
        </div>
      ) : null}
    </div>
  )
}

const ICONS: Readonly<Record<ActionSource, typeof User>> = {
  person: User,
  random: Dices,
  solver: Puzzle,
  script: ScrollText,
  endpoint: Bot,
  file: FileText,
  replay: Repeat,
}

/** Who acted. */
function By({ event: { action, by, player } }: { readonly event: EpisodeEvent }) {
  const t = useText()
  if (action === null) return <span data-column="by" />
  const Icon = ICONS[by]
  const name = [t(`environments.by.${by}`), player].filter(Boolean).join(' · ')
  return (
    <span data-column="by" title={name}>
      <Icon size={13} aria-label={name} />
    </span>
  )
}

/** What was sent, in short; whatever is not just the box is marked, and what no environment could read. */
function Sent({
  event: { action },
  grammar,
}: {
  readonly event: EpisodeEvent
  readonly grammar: ActionGrammar | undefined
}) {
  const t = useText()
  if (action === null) return <code data-column="action">{t('environments.resetRow')}</code>
  const wording = wordingOf(action)
  const isBoxedGame = grammar === undefined || isBoxedOnly(grammar)
  const isUnread = grammar !== undefined && !isReadable(grammar, action)
  return (
    <code data-column="action">
      {isBoxedGame && wording !== 'boxed' ? (
        <Badge tone={wording === 'bare' || isUnread ? 'bad' : 'neutral'}>
          {t(`environments.wording.${wording}`)}
        </Badge>
      ) : isUnread ? (
        <Badge tone="bad">{t('environments.wording.unread')}</Badge>
      ) : null}{' '}
      {oneLine(inShort(action))}
    </code>
  )
}

function isReadable(grammar: ActionGrammar, action: string): boolean {
  try {
    return lastAction(grammar, action) !== null
  } catch {
    // A foreign catalogue's pattern may be no JavaScript expression.
    return true
  }
}

/** What a person should not overlook in a turn: how it ended, a failure, a difference, and what was remarked. */
function Flags({ event, isIdle }: { readonly event: EpisodeEvent; readonly isIdle: boolean }) {
  const t = useText()
  return (
    <Stack as="span" row align="center" gap={1} data-column="flags">
      {event.failure ? <Badge tone="bad">{t('environments.failed')}</Badge> : null}
      {isIdle ? <CircleSlash size={13} aria-label={t('environments.unchanged')} /> : null}
      {endOf(event) === 'running' ? null : <EndBadge event={event} />}
      {event.terminated ? <abbr title={t('environments.terminated')}>T</abbr> : null}
      {event.truncated ? <abbr title={t('environments.truncated')}>U</abbr> : null}
      {event.differsFrom === undefined ? null : <Badge tone="warning">{t('environments.differs')}</Badge>}
      {event.verdict === 'bug' ? <Bug size={13} aria-label={t('environments.verdict.bug')} /> : null}
      {event.verdict === 'expected' ? (
        <Check size={13} aria-label={t('environments.verdict.expected')} />
      ) : null}
      {event.note ? <MessageSquare size={12} aria-label={t('environments.note')} /> : null}
      {(event.tags ?? []).map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </Stack>
  )
}
