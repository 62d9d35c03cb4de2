import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Remark } from '#shared/environments/episode-log.ts'
import type { RecordingsTab } from '#shared/environments/tab.ts'
import { writeAddress } from '../../app/address.ts'
import { workbench } from '../../app/workbench.ts'
import { useText } from '../../i18n/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Split } from '../../ui/split.tsx'
import { openEpisode } from '../session/play.ts'
import { usePlatform } from '../session/use-platform.ts'
import { useAsked } from './asked.ts'
import { MappingForm } from './mapping-form.tsx'
import { RecordedEpisode } from './recorded-episode.tsx'
import { RecordingsBar } from './recordings-bar.tsx'
import { RecordingsFilter } from './recordings-filter.tsx'
import { RecordingsList } from './recordings-list.tsx'
import styles from './recordings.module.css'
import { useRecordings } from './recordings.ts'
import { filterRows, NO_REVIEW_FILTER, reviewAt, reviewKey, reviewsOf } from './review.ts'
import { FailureText } from '../../app/failure-text.tsx'
import { useRecordedEpisode } from './use-recorded-episode.ts'

/** The address of a step of an episode in a set. */
export const linkTo = (id: string, index: number, event: number): string =>
  `${location.origin}${location.pathname}${writeAddress('environments', ['recordings', id, String(index), String(event)])}`

/** A set of recorded episodes to be reviewed: the list, and the steps of the one that is looked at. Every key works anywhere in it. */
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
  useAsked(id, (index, at) => {
    setFilter(NO_REVIEW_FILTER)
    setChosen(index)
    setEvent(at)
  })
  // Its keys work as soon as it is shown.
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
    const { episode: kept } = await workbench.call('recordings.open', { id, index: row.index })
    await openEpisode(platform?.id ?? '', kept)
  }
  const onKeyDown = (pressed: KeyboardEvent): void => {
    const key = reviewKey(pressed)
    if (!key || !row) return
    pressed.preventDefault()
    if ('verdict' in key) {
      const at = key.on === 'step' ? event : undefined
      const now = at === undefined ? review.verdict : review.events.get(at)?.verdict
      say({ event: at, verdict: now === key.verdict ? null : key.verdict })
    } else if ('focus' in key)
      view.current?.querySelector<HTMLElement>(`[data-review="${key.focus}"]`)?.focus()
    else if ('act' in key) {
      if (key.act === 'open') void open()
      else void navigator.clipboard.writeText(linkTo(id, row.index, event))
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
    // The keys are an addition: everything can be pressed, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={view}
      className={styles['view']}
      role="group"
      aria-label={tab.name}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <RecordingsBar id={id} set={set} />
      {failure ? (
        <Notice tone="bad" role="alert">
          <FailureText failure={failure} />
        </Notice>
      ) : null}
      {question ? <MappingForm id={id} question={question} /> : null}
      {set.head && set.head.cut > 0 ? (
        <Notice tone="warning">{t('environments.recordings.cut', { count: set.head.cut })}</Notice>
      ) : null}
      <RecordingsFilter filter={filter} set={set} shown={rows.length} onChange={setFilter} />
      <Split id="gem-recordings" direction="horizontal" first={44} minimum={220}>
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
    </div>
  )
}
