import { useEffect } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Split } from '../../ui/split.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useEpisodes } from '../episode/episodes-store.ts'
import { RecordPane } from '../record/record-pane.tsx'
import { resetEpisode } from '../session/play.ts'
import { cancelWork, useRuntime } from '../session/runtime-store.ts'
import type { EnvironmentTab } from '../session/tab.ts'
import { EpisodeBar } from './episode-bar.tsx'
import { EpisodeMessages } from './episode-messages.tsx'
import styles from '../parts/episode-view.module.css'
import { PlayPane } from './play-pane.tsx'
import { Waiting } from './waiting.tsx'

/** An environment and its episode: the game on the left, the record of it on the right. */
export function EpisodeView({ tab }: { readonly tab: EnvironmentTab }) {
  const t = useText()
  const episode = useEpisodes(({ episodes }) => (tab.episode ? episodes[tab.episode] : undefined))
  const runtime = useRuntime(tab.id)
  const { busy, past } = runtime
  // What is looked at: where the environment stands, or an earlier turn of its record.
  const seen = episode && past !== undefined && episode.events[past] ? { ...episode, current: past } : episode
  const episodeId = episode?.id

  // A new episode begins in the player's hands: on its board, or in the action field.
  useEffect(() => {
    if (episodeId === undefined) return
    const frame = requestAnimationFrame(() => {
      const panel = document.getElementById('gem-tab-panel')
      if (panel?.closest('[hidden]')) return
      const board = panel?.querySelector<HTMLElement>('[data-board="drawn"][tabindex="0"]')
      ;(board ?? panel?.querySelector<HTMLElement>('#gem-action'))?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [episodeId])

  return (
    <Stack grow className={styles['view']}>
      <EpisodeBar tab={tab} episode={episode} runtime={runtime} />
      <EpisodeMessages tab={tab} episode={episode} runtime={runtime} />
      {episode && seen ? (
        <Split id="gem-episode" direction="horizontal" first={50} minimum={300}>
          <PlayPane tab={tab} episode={seen} now={episode.current} runtime={runtime} />
          <RecordPane tab={tab} episode={seen} runtime={runtime} />
        </Split>
      ) : busy ? (
        <Waiting busy={busy} onCancel={() => cancelWork(tab.id)} />
      ) : (
        <EmptyState
          title={t('gem.episode.none')}
          hint={t('gem.episode.noneHint')}
          action={
            <Button tone="primary" onClick={() => void resetEpisode(tab.id)}>
              {t('gem.episode.begin')}
            </Button>
          }
        />
      )}
    </Stack>
  )
}
