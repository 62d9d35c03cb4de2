import { useEffect, useMemo, useState } from 'react'
import type { EnvironmentTab } from '#shared/environments/tab.ts'
import type { Play } from '#shared/environments/play.ts'
import { useKeyRefusal } from '../../app/key-role.ts'
import { WordLink } from '../../app/word-link.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Columns } from '../../ui/columns.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { isBehindDialog } from '../../ui/landmark.ts'
import { Stack } from '../../ui/stack.tsx'
import { useEpisode } from '../episode/episodes.ts'
import { RecordPane } from '../record/record-pane.tsx'
import { cancelWork, isOpenedHere, resetEpisode, useTabView, usePlay } from '../session/play.ts'
import { setView, useBenchView } from '../session/view-store.ts'
import styles from '../parts/episode-view.module.css'
import { useSeconds } from '../parts/use-seconds.ts'
import { EpisodeBar } from './episode-bar.tsx'
import { EpisodeMessages } from './episode-messages.tsx'
import { PlayPane } from './play-pane.tsx'
import { isUnknownEnvironment, UnknownEnvironment } from './unknown-environment.tsx'

interface WaitingProps {
  readonly busy: NonNullable<Play['busy']>
  onCancel(): void
}

/**
 * Creating an environment may take minutes if an image is pulled: shows the elapsed time and a cancel button.
 */
function Waiting({ busy, onCancel }: WaitingProps) {
  const t = useText()
  const seconds = useSeconds(busy.since)
  return (
    <EmptyState
      reason="busy"
      title={t(`environments.busy.${busy.work}`, { seconds })}
      {...(busy.work === 'make' ? { hint: t('environments.busy.makeHint') } : {})}
      action={<Button onClick={onCancel}>{t('ui.cancel')}</Button>}
    />
  )
}

/** An environment and its episode: game on the left, record on the right. */
export function EpisodeView({ tab }: { readonly tab: EnvironmentTab }) {
  const t = useText()
  const episode = useEpisode(tab.episode)
  const play = usePlay(tab.id)
  const { busy } = play
  const noChange = useKeyRefusal()(tab.platform)
  const wide = useBenchView((state) => state.wide)
  const recordOpen = useBenchView((state) => state.recordOpen)
  const { at, refused } = useTabView(tab.id)
  const problem = refused ?? play.failure
  // The shown event: the environment's current one, or an earlier turn.
  const seen = useMemo(
    () => (episode && at !== undefined && episode.events[at] ? { ...episode, current: at } : episode),
    [episode, at],
  )
  const episodeId = episode?.id

  // A new episode focuses its board, or the action field; one that was there takes no focus from where one types.
  const [first] = useState(tab.episode)
  useEffect(() => {
    if (episodeId === undefined) return
    const wasThere = tab.episode === first && !isOpenedHere(tab.id)
    const frame = requestAnimationFrame(() => {
      const panel = document.getElementById('environments-tab-panel')
      if (panel?.closest('[hidden]') || isBehindDialog()) return
      if (wasThere && document.activeElement?.matches('input, textarea, [contenteditable]')) return
      const board = panel?.querySelector<HTMLElement>('[data-board="drawn"][tabindex="0"]')
      ;(board ?? panel?.querySelector<HTMLElement>('#environments-action'))?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [episodeId, tab.episode, tab.id, first])

  return (
    <Stack grow className={styles['view']}>
      <EpisodeBar tab={tab} episode={seen} play={play} />
      <EpisodeMessages tab={tab} episode={episode} seen={seen} at={at} />
      {episode && seen && wide ? (
        <RecordPane tab={tab} episode={seen} play={play} />
      ) : episode && seen ? (
        <Columns
          id="environments-episode"
          label={t('environments.record')}
          side="right"
          share={50}
          most={1000}
          minimum={300}
          open={recordOpen}
          onOpenChange={(recordOpen) => setView({ recordOpen })}
          column={<RecordPane tab={tab} episode={seen} play={play} />}
        >
          <PlayPane tab={tab} episode={seen} now={episode.current} />
        </Columns>
      ) : busy ? (
        <Waiting busy={busy} onCancel={() => void cancelWork(tab.id)} />
      ) : isUnknownEnvironment(problem) ? (
        <UnknownEnvironment tab={tab} failure={problem} />
      ) : (
        <EmptyState
          title={t('environments.episode.none')}
          hint={
            <>
              {t('environments.episode.noneHint')} <WordLink term="start.help.term.environments.episode" />
            </>
          }
          action={
            <Button tone="primary" reason={noChange} onClick={() => void resetEpisode(tab.id)}>
              {t('environments.episode.begin')}
            </Button>
          }
        />
      )}
    </Stack>
  )
}
