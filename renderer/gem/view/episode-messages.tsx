import { useText } from '../../app/i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { type Episode, eventOf, leafOf, pathTo, turnOf } from '../episode/episode.ts'
import { setView } from '../gem-view-store.ts'
import { openComparison } from '../session/open.ts'
import { goTo, replayAll, replayRest, resetEpisode } from '../session/play.ts'
import { cancelWork, type Runtime, setRuntime } from '../session/runtime-store.ts'
import type { EnvironmentTab } from '../session/tab.ts'
import { DifferenceNote } from './difference-note.tsx'
import styles from './episode-view.module.css'
import { useSeconds } from './waiting.tsx'

interface EpisodeMessagesProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode | undefined
  readonly runtime: Runtime
}

function Busy({ tab, busy }: { readonly tab: EnvironmentTab; readonly busy: NonNullable<Runtime['busy']> }) {
  const t = useText()
  const seconds = useSeconds(busy.since)
  const progress =
    busy.total === undefined
      ? t(`gem.busy.${busy.work}`, { seconds })
      : t('gem.busy.progress', { done: busy.done ?? 0, total: busy.total })
  // What is over in an instant is not announced.
  if (seconds < 1) return null
  return (
    <div className={styles['message']} role="status" data-tone="info">
      <span>{progress}</span>
      <Button onClick={() => cancelWork(tab.id)}>{t('ui.cancel')}</Button>
    </div>
  )
}

/** What happened that the person should know: failures with what to do next, differences, and what an episode lacks. */
export function EpisodeMessages({ tab, episode, runtime }: EpisodeMessagesProps) {
  const t = useText()
  const { busy, failure, parting, agreed } = runtime
  const waiting = episode && tab.sandboxId === undefined && !busy && !failure
  return (
    <div className={styles['messages']}>
      {busy && episode ? <Busy tab={tab} busy={busy} /> : null}
      {failure ? (
        <div className={styles['message']} role="alert" data-tone="bad">
          <span>
            <strong>{failure.message}</strong> {failure.hint ?? ''}
          </span>
          {episode && episode.seed !== null ? (
            <Button disabled={busy !== undefined} onClick={() => void goTo(tab.id, episode.current)}>
              {t('gem.reopen')}
            </Button>
          ) : null}
          <Button onClick={() => void resetEpisode(tab.id)}>{t('gem.reset')}</Button>
          <Button tone="quiet" onClick={() => setRuntime(tab.id, { failure: undefined })}>
            {t('ui.close')}
          </Button>
        </div>
      ) : null}
      {parting && episode ? (
        <div className={styles['message']} role="alert" data-tone="warning">
          <DifferenceNote
            turn={parting.turn}
            field={parting.field}
            expected={eventOf(episode, parting.expected)}
            actual={eventOf(episode, parting.actual)}
          />
          <div className={styles['choices']}>
            {eventOf(episode, parting.expected).parent === null ? null : (
              <Button
                tone="primary"
                disabled={busy !== undefined}
                onClick={() => void goTo(tab.id, eventOf(episode, parting.expected).parent ?? 0)}
              >
                {t('gem.parting.before', { turn: parting.turn - 1 })}
              </Button>
            )}
            <Button disabled={busy !== undefined} onClick={() => void replayRest(tab.id)}>
              {t('gem.parting.rest', {
                count: pathTo(episode, leafOf(episode, parting.expected)).length - parting.turn - 1,
              })}
            </Button>
            <Button
              onClick={() =>
                openComparison(
                  { episode: episode.id, event: leafOf(episode, parting.expected) },
                  { episode: episode.id, event: leafOf(episode, parting.actual) },
                )
              }
            >
              {t('gem.parting.compare')}
            </Button>
            <Button onClick={() => setView({ dialog: 'report' })}>{t('gem.command.report')}</Button>
          </div>
        </div>
      ) : null}
      {agreed !== undefined && episode ? (
        <div className={styles['message']} role="status" data-tone="good">
          <span>{t('gem.agreed', { count: agreed })}</span>
          <Button tone="quiet" onClick={() => setRuntime(tab.id, { agreed: undefined })}>
            {t('ui.close')}
          </Button>
        </div>
      ) : null}
      {waiting ? (
        <div className={styles['message']} role="status" data-tone="info">
          <span>
            {t(episode.seed === null ? 'gem.closed.unseeded' : 'gem.closed', { turn: turnOf(episode) })}
          </span>
          {episode.seed === null ? null : (
            <>
              <Button tone="primary" onClick={() => void replayAll(tab.id)}>
                {t('gem.replayAll')}
              </Button>
              <Button onClick={() => void goTo(tab.id, episode.current)}>{t('gem.reopen')}</Button>
            </>
          )}
        </div>
      ) : null}
    </div>
  )
}
