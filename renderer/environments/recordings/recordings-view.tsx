import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Remark } from '#shared/environments/episode-log.ts'
import type { RecordingsTab } from '#shared/environments/tab.ts'
import type { Episode } from '#shared/environments/episode.ts'
import type { Mapping, Question } from '#shared/environments/trajectories/read.ts'
import { ROW_FIELDS } from '#shared/environments/trajectories/rows.ts'
import type { ReplayResult } from '#shared/environments/recordings.ts'
import { writeAddress } from '../../app/address.ts'
import { workbench } from '../../app/workbench.ts'
import { localizeFailure, useText } from '../../i18n/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Split } from '../../ui/split.tsx'
import { FailureNotice } from '../../app/failure-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Select, SearchInput } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { openEpisode } from '../session/play.ts'
import { usePlatform } from '../session/use-platform.ts'
import { useRequestedStep } from './requested-step.ts'
import { RecordedEpisode } from './recorded-episode.tsx'
import { RecordingsBar } from './recordings-bar.tsx'
import { RecordingsList } from './recordings-list.tsx'
import styles from './recordings.module.css'
import { useRecordings, type Recordings } from './recordings.ts'
import {
  filterRows,
  NO_REVIEW_FILTER,
  reviewAt,
  reviewKey,
  reviewsOf,
  findingCounts,
  type ReviewFilter,
} from './review.ts'
import { copyText } from '../../app/copy-text.ts'

/** The address of a step of an episode in a set. */
const linkTo = (id: string, index: number, event: number): string =>
  `${location.origin}${location.pathname}${writeAddress('environments', ['recordings', id, String(index), String(event)])}`

/**
 * Reviews a set of recorded episodes: the list, and the steps of the selected one. Its keys work anywhere
 * inside.
 */
export function RecordingsView({ tab }: { readonly tab: RecordingsTab }) {
  const t = useText()
  const id = tab.recordings
  const set = useRecordings(id)
  const platform = usePlatform()
  const view = useRef<HTMLDivElement>(null)
  const [filter, setFilter] = useState(NO_REVIEW_FILTER)
  const [chosen, setChosen] = useState(0)
  const [event, setEvent] = useState(0)
  const deferred = useDeferredValue(filter)
  const reviews = useMemo(() => reviewsOf(set.remarks), [set.remarks])
  const rows = useMemo(
    () => filterRows(set.rows, deferred, reviews, set.results),
    [set.rows, set.results, deferred, reviews],
  )
  const row = rows.find(({ index }) => index === chosen) ?? rows[0]
  const episode = useRecordedEpisode(id, row?.index)
  const review = reviewAt(reviews, row?.index ?? -1)
  useRequestedStep(id, (index, at) => {
    setFilter(NO_REVIEW_FILTER)
    setChosen(index)
    setEvent(at)
  })
  // Focused on mount, so that its keys work immediately.
  useEffect(() => view.current?.focus({ preventScroll: true }), [])

  const choose = (index: number): void => {
    setChosen(index)
    setEvent(0)
  }
  const say = (remark: Remark): void => {
    if (row) void workbench.call('recordings.remark', { id, index: row.index, remark })
  }
  const open = async (): Promise<void> => {
    if (!row) return
    const { episode } = await workbench.call('recordings.open', { id, index: row.index })
    await openEpisode(platform?.id ?? '', episode)
  }
  const onKeyDown = (pressed: KeyboardEvent): void => {
    const key = reviewKey(pressed)
    // React events from portalled menus and dialogs bubble here as well.
    if (!key || !row || !view.current?.contains(pressed.target as Node)) return
    pressed.preventDefault()
    if ('verdict' in key) {
      const at = key.on === 'step' ? event : undefined
      const now = at === undefined ? review.verdict : review.events.get(at)?.verdict
      say({ event: at, verdict: now === key.verdict ? null : key.verdict })
    } else if ('focus' in key)
      view.current?.querySelector<HTMLElement>(`[data-review="${key.focus}"]`)?.focus()
    else if ('act' in key) {
      if (key.act === 'open') void open()
      else void copyText(linkTo(id, row.index, event))
    } else if (key.go === 'finding') {
      const next = row.findings.find((one) => one.event > event) ?? row.findings[0]
      if (next) setEvent(next.event)
    } else if (key.go === 'step')
      setEvent(Math.max(0, Math.min((episode?.events.length ?? 1) - 1, event + key.by)))
    else {
      const next = rows[rows.indexOf(row) + key.by]
      if (next) choose(next.index)
    }
  }
  if (set.isGone) return <EmptyState title={t('environments.recordings.gone')} />
  const { question, failure } = set.state
  return (
    // The keys are an addition: everything is also available as a button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <Stack
      grow
      ground="surface"
      ref={view}
      className={styles['view']}
      role="group"
      aria-label={tab.name}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <RecordingsBar id={id} set={set} />
      <FailureNotice failure={failure && localizeFailure(failure)} />
      {question ? <MappingForm key={JSON.stringify(question.guess)} id={id} question={question} /> : null}
      <UnreadNotice head={set.head} />
      {set.head && set.head.cut > 0 ? (
        <Notice tone="warning">{t('environments.recordings.cut', { count: set.head.cut })}</Notice>
      ) : null}
      <RecordingsFilter filter={filter} set={set} shown={rows.length} onChange={setFilter} />
      <Split id="environments-recordings" direction="horizontal" first={44} minimum={220}>
        <RecordingsList
          rows={rows}
          chosen={row?.index}
          reviews={reviews}
          results={set.results}
          onChoose={choose}
        />
        {row && episode ? (
          <RecordedEpisode
            key={row.index}
            row={row}
            episode={episode}
            review={review}
            result={set.results.get(row.index)}
            at={event}
            link={linkTo(id, row.index, event)}
            onAt={setEvent}
            onSay={say}
            onOpen={() => void open()}
          />
        ) : (
          <EmptyState title={t('environments.recordings.none')} />
        )}
      </Split>
    </Stack>
  )
}

/** Loads an episode of a set; the previous one is shown until then, to avoid flicker. */
function useRecordedEpisode(id: string, index: number | undefined): Episode | undefined {
  const [episode, setEpisode] = useState<Episode>()
  useEffect(() => {
    if (index === undefined) return
    const controller = new AbortController()
    workbench
      .call('recordings.episode', { id, index }, { signal: controller.signal })
      .then(setEpisode, () => undefined)
    return () => controller.abort()
  }, [id, index])
  return index === undefined ? undefined : episode
}

/** Number of records that could not be read, and the first reason. */
function UnreadNotice({ head }: Pick<Recordings, 'head'>) {
  const t = useText()
  const { records, first } = head?.unread ?? { records: 0, first: [] }
  if (records === 0) return null
  return (
    <Notice tone="warning">
      {t('environments.recordings.unread', { count: records })}{' '}
      {first.map((failure) => localizeFailure(failure).message).join(' ')}{' '}
      {records > first.length ? '…' : null}
    </Notice>
  )
}

const CHAT_FIELDS = ['messages', 'environment', 'seed', 'reward'] as const

/** Maps a file's columns, with the first record as an example. */
function MappingForm({ id, question }: { readonly id: string; readonly question: Question }) {
  const t = useText()
  const { guess, columns, unclear, example } = question
  const [chosen, setChosen] = useState<Readonly<Record<string, string | undefined>>>(guess.columns)
  const fields = guess.shape === 'chat' ? CHAT_FIELDS : ROW_FIELDS
  const needed = guess.shape === 'chat' ? 'messages' : 'action'
  const read = (): void => {
    const mapping = { shape: guess.shape, columns: chosen } as Mapping
    void workbench.call('recordings.map', { id, mapping })
  }
  return (
    <Stack as="section" gap={2} pad={3} line="bottom" aria-label={t('environments.mapping')}>
      <Text as="p">{t('environments.mapping.hint')}</Text>
      <div className={styles['mapping']}>
        {fields.map((field) => (
          <Field
            key={field}
            label={t(`environments.mapping.${field}`)}
            hint={example[chosen[field] ?? '']?.slice(0, 60) ?? ''}
            warning={
              unclear.includes(field) && !chosen[field] ? t('environments.mapping.unclear') : undefined
            }
          >
            <Select
              value={chosen[field] ?? ''}
              onChange={(event) => setChosen({ ...chosen, [field]: event.target.value || undefined })}
            >
              <option value="">{t('environments.mapping.nothing')}</option>
              {columns.map((column) => (
                <option key={column}>{column}</option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
      <Stack row>
        <Button tone="primary" reason={!chosen[needed] ? t('ui.need') : undefined} onClick={read}>
          {t('environments.mapping.read')}
        </Button>
      </Stack>
    </Stack>
  )
}

const OUTCOMES: readonly ReplayResult['outcome'][] = ['differs', 'failed', 'same', 'unseeded']

interface RecordingsFilterProps {
  readonly filter: ReviewFilter
  readonly set: Recordings
  readonly shown: number
  onChange(filter: ReviewFilter): void
}

/** Search, and filters by rule findings, verdict, and replay result. */
function RecordingsFilter({ filter, set, shown, onChange }: RecordingsFilterProps) {
  const t = useText()
  const change = (part: object): void => onChange({ ...filter, ...part })
  return (
    <Stack row wrap fixed gap={2} pad={[1, 3]} line="bottom">
      <SearchInput
        label={t('environments.recordings.search')}
        value={filter.search}
        onSearch={(search) => change({ search })}
        style={{ flex: 1, minWidth: 140, maxWidth: 320 }}
      />
      <Select
        aria-label={t('environments.findings')}
        value={filter.finding}
        onChange={(event) => change({ finding: event.target.value })}
      >
        <option value="">{t('environments.findings.all')}</option>
        <option value="any">{t('environments.findings.any')}</option>
        {findingCounts(set.rows).map(([rule, count]) => (
          <option key={rule} value={rule} title={t(`environments.finding.${rule}.rule`)}>
            {t('environments.findings.count', { rule: t(`environments.finding.${rule}`), count })}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('environments.library.remark')}
        value={filter.verdict}
        onChange={(event) => change({ verdict: event.target.value })}
      >
        <option value="">{t('environments.verdict.all')}</option>
        {(['none', 'bug', 'expected', 'disputed'] as const).map((verdict) => (
          <option key={verdict} value={verdict}>
            {t(`environments.verdict.${verdict}`)}
          </option>
        ))}
      </Select>
      {set.results.size > 0 ? (
        <Select
          aria-label={t('environments.outcome')}
          value={filter.outcome}
          onChange={(event) => change({ outcome: event.target.value })}
        >
          <option value="">{t('environments.outcome.all')}</option>
          {OUTCOMES.map((outcome) => (
            <option key={outcome} value={outcome}>
              {t('environments.findings.count', {
                rule: t(`environments.outcome.${outcome}`),
                count: [...set.results.values()].filter((one) => one.outcome === outcome).length,
              })}
            </option>
          ))}
        </Select>
      ) : null}
      {shown < set.rows.length ? (
        <Text tone="faint" small>
          {t('ui.shown', { shown, total: set.rows.length })}
        </Text>
      ) : null}
    </Stack>
  )
}
