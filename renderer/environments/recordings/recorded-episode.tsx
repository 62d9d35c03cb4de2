import { Bug, Check } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { asText, type Episode, type EpisodeEvent, type Verdict } from '#shared/environments/episode.ts'
import type { Remark } from '#shared/environments/episode-log.ts'
import type { RecordingRow, ReplayResult } from '#shared/environments/recordings.ts'
import type { Assessment } from '#shared/environments/verdicts.ts'
import { labelled, useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { formatReward } from '../parts/format.ts'
import { EndBadge } from '../parts/end-badge.tsx'
import { leaveField, TagsField } from '../parts/tags-field.tsx'
import type { EpisodeReview } from './review.ts'
import styles from './recordings.module.css'

interface RecordedEpisodeProps {
  readonly row: RecordingRow
  readonly episode: Episode
  readonly review: EpisodeReview
  readonly result: ReplayResult | undefined
  /** The shown event. */
  readonly at: number
  readonly link: string
  onAt(event: number): void
  onSay(remark: Remark): void
  onOpen(): void
}

/** All steps of a recorded episode with findings, remarks and divergent answers; sends nothing. */
export function RecordedEpisode(props: RecordedEpisodeProps) {
  const { row, episode, review, result, at, link, onAt, onSay, onOpen } = props
  const t = useText()
  const { events } = episode
  const turns = useMemo(() => turnsOf(events), [events])
  const { scroller, rows, frame, scrollTo, measure } = useVirtualRows({ count: events.length, height: 90 })
  useEffect(() => scrollTo(Math.min(at, events.length - 1)), [at, events.length, scrollTo])
  return (
    <Stack grow>
      <Stack row wrap fixed gap={2} pad={[1, 3]} line="bottom">
        <strong>{t('environments.recordings.episode', { number: row.index + 1 })}</strong>
        <VerdictButtons verdict={review.verdict} onVerdict={(verdict) => onSay({ verdict })} />
        <TagsField
          key={`tags-${row.index}-${at}`}
          tags={(at === 0 ? review.tags : review.events.get(at)?.tags) ?? []}
          onTags={(tags) => onSay(at === 0 ? { tags } : { event: at, tags })}
        />
        <CopyButton text={link} label={t('environments.review.link')} />
        <Button onClick={onOpen}>{t('environments.review.open')}</Button>
        {review.others.map(({ reviewer, verdict, note }) => (
          <Text key={reviewer} tone="quiet" title={note}>
            {reviewer}: {verdict ? t(`environments.verdict.${verdict}`) : (note ?? '')}
          </Text>
        ))}
        {result?.problem ? <Text tone="bad">{result.problem}</Text> : null}
        {episode.failure ? <Text tone="bad">{episode.failure.message}</Text> : null}
      </Stack>
      <Stack grow scroll ref={scroller}>
        <ol style={frame} aria-label={t('environments.transcript')}>
          {rows.map(({ index, place }) => {
            const event = events[index]!
            return (
              <li key={event.id} ref={measure} data-index={index} style={place}>
                <Step
                  envId={episode.envId}
                  event={event}
                  turn={turns[event.id] ?? 0}
                  isAt={event.id === at}
                  assessment={review.events.get(event.id)}
                  findings={row.findings.filter((one) => one.event === event.id)}
                  differs={result?.divergences.find((one) => one.event === event.id)}
                  onChoose={() => onAt(event.id)}
                />
              </li>
            )
          })}
        </ol>
      </Stack>
      <Stack fixed pad={[1, 3]} line="top" className={styles['said']}>
        <Text as="p" tone="faint" small>
          {t('environments.review.keys')}
        </Text>
        <NoteField
          key={`${row.index}-${at}`}
          label={
            at === 0
              ? t('environments.remarks.episode')
              : t('environments.remarks.turn', { turn: turns[at] ?? 0 })
          }
          note={(at === 0 ? review.note : review.events.get(at)?.note) ?? ''}
          onNote={(note) => onSay(at === 0 ? { note } : { event: at, note })}
        />
      </Stack>
    </Stack>
  )
}

/** Distance of each event from the reset; a set may contain whole trees. */
function turnsOf(events: readonly EpisodeEvent[]): number[] {
  const turns: number[] = []
  for (const { id, parent } of events) turns[id] = parent === null ? 0 : (turns[parent] ?? 0) + 1
  return turns
}

interface StepProps {
  readonly envId: string
  readonly event: EpisodeEvent
  readonly turn: number
  readonly isAt: boolean
  readonly assessment: Assessment | undefined
  readonly findings: RecordingRow['findings']
  readonly differs: ReplayResult['divergences'][number] | undefined
  onChoose(): void
}

function Step({ envId, event, turn, isAt, assessment, findings, differs, onChoose }: StepProps) {
  const t = useText()
  const { action, observation, reward, info, failure } = event
  const board = info['suffix']
  return (
    // Clicks are an alternative to the view's keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className={styles['step']} aria-current={isAt} onClick={onChoose}>
      <Stack row wrap gap={2}>
        <Text tone="faint">
          {action === null ? t('environments.resetRow') : t('environments.remarks.turn', { turn })}
        </Text>
        {action === null ? null : (
          <Text tone="quiet">
            {t('environments.recordings.reward', {
              reward: event.unknownReward === undefined ? formatReward(reward) : '–',
            })}
          </Text>
        )}
        {event.terminated || event.truncated ? <EndBadge envId={envId} event={event} /> : null}
        {assessment?.verdict === 'bug' ? <Bug size={13} aria-label={t('environments.verdict.bug')} /> : null}
        {assessment?.verdict === 'expected' ? (
          <Check size={13} aria-label={t('environments.verdict.expected')} />
        ) : null}
        {findings.map(({ rule }) => (
          <Badge key={rule} tone="warning" title={t(`environments.finding.${rule}.rule`)}>
            {t(`environments.finding.${rule}`)}
          </Badge>
        ))}
        {differs ? (
          <Badge tone="bad">
            {t('environments.recordings.differs', {
              fields: differs.fields.map((field) => t(`environments.difference.field.${field}`)).join(', '),
            })}
          </Badge>
        ) : null}
        {(assessment?.tags ?? []).map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
        {assessment?.note ? <Text tone="quiet">{assessment.note}</Text> : null}
      </Stack>
      {action === null ? null : <pre data-part="action">{action}</pre>}
      <pre>{failure ? failure.message : asText(observation)}</pre>
      {typeof board === 'string' && board !== '' ? <pre>{board}</pre> : null}
      {Object.entries(differs?.now ?? {}).map(([field, now]) => (
        <pre key={field} data-part="now">
          {t('environments.recordings.now', {
            field: t(`environments.difference.field.${field as 'reward'}`),
          })}
          {now}
        </pre>
      ))}
    </div>
  )
}

interface VerdictButtonsProps {
  readonly verdict: Verdict | null | undefined
  onVerdict(verdict: Verdict | null): void
}

const VerdictButtons = ({ verdict, onVerdict }: VerdictButtonsProps) => {
  const t = useText()
  return (['bug', 'expected'] as const).map((name) => (
    <Button
      key={name}
      aria-pressed={verdict === name}
      onClick={() => onVerdict(verdict === name ? null : name)}
    >
      {t(`environments.verdict.${name}`)}
    </Button>
  ))
}

interface NoteFieldProps {
  readonly label: string
  readonly note: string
  onNote(note: string): void
}

/** Saved on blur, so that the review log does not record every key. */
function NoteField({ label, note, onNote }: NoteFieldProps) {
  const t = useText()
  return (
    <textarea
      data-review="note"
      aria-label={labelled(t('environments.note'), label)}
      placeholder={labelled(t('environments.note'), label)}
      defaultValue={note}
      onBlur={(event) => event.target.value !== note && onNote(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && leaveField(event.currentTarget)}
    />
  )
}
