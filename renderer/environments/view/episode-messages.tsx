import type { Failure } from '#shared/workbench/failure.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { type Episode, turnOf } from '../episode/episode.ts'
import { restore, replayAll, resetEpisode } from '../session/play.ts'
import { cancelWork, type Runtime, setRuntime } from '../session/runtime-store.ts'
import type { EnvironmentTab } from '../session/tab.ts'
import styles from '../parts/episode-view.module.css'
import { DivergenceMessage } from './divergence-message.tsx'
import { useSeconds } from './waiting.tsx'

interface EpisodeMessagesProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode | undefined
  readonly runtime: Runtime
}

/** What happened that the person should know: failures with what to do next, differences, and what an episode lacks. */
export function EpisodeMessages({ tab, episode, runtime }: EpisodeMessagesProps) {
  const { busy, failure, divergence, agreed } = runtime
  const working = busy !== undefined
  const closed = tab.sandboxId === undefined && !working && !failure
  return (
    <div className={styles['messages']}>
      {busy && episode ? <BusyMessage tabId={tab.id} busy={busy} /> : null}
      {failure ? <FailureMessage tabId={tab.id} episode={episode} failure={failure} busy={working} /> : null}
      {divergence && episode ? (
        <DivergenceMessage tabId={tab.id} episode={episode} divergence={divergence} busy={working} />
      ) : null}
      {agreed !== undefined && episode ? <AgreedMessage tabId={tab.id} count={agreed} /> : null}
      {closed && episode ? <ClosedMessage tabId={tab.id} episode={episode} /> : null}
    </div>
  )
}

interface BusyMessageProps {
  readonly tabId: string
  readonly busy: NonNullable<Runtime['busy']>
}

function BusyMessage({ tabId, busy }: BusyMessageProps) {
  const t = useText()
  const seconds = useSeconds(busy.since)
  const progress =
    busy.total === undefined
      ? t(`gem.busy.${busy.runExclusive}`, { seconds })
      : t('gem.busy.progress', { done: busy.done ?? 0, total: busy.total })
  // What is over in an instant is not announced.
  if (seconds < 1) return null
  return (
    <Stack
      row
      gap={2}
      wrap
      pad={[1.5, 3]}
      line="bottom"
      className={styles['message']}
      role="status"
      data-tone="info"
    >
      <span>{progress}</span>
      <Button onClick={() => cancelWork(tabId)}>{t('ui.cancel')}</Button>
    </Stack>
  )
}

interface FailureMessageProps {
  readonly tabId: string
  readonly episode: Episode | undefined
  readonly failure: Failure
  readonly busy: boolean
}

function FailureMessage({ tabId, episode, failure, busy }: FailureMessageProps) {
  const t = useText()
  return (
    <Stack
      row
      gap={2}
      wrap
      pad={[1.5, 3]}
      line="bottom"
      className={styles['message']}
      role="alert"
      data-tone="bad"
    >
      <span>
        <strong>{failure.message}</strong> {failure.hint ?? ''}
      </span>
      {episode && episode.seed !== null ? (
        <Button disabled={busy} onClick={() => void restore(tabId, episode.current)}>
          {t('gem.reopen')}
        </Button>
      ) : null}
      <Button onClick={() => void resetEpisode(tabId)}>{t('gem.reset')}</Button>
      <Button tone="quiet" onClick={() => setRuntime(tabId, { failure: undefined })}>
        {t('ui.close')}
      </Button>
    </Stack>
  )
}

/** A replay met no difference. */
function AgreedMessage({ tabId, count }: { readonly tabId: string; readonly count: number }) {
  const t = useText()
  return (
    <Stack
      row
      gap={2}
      wrap
      pad={[1.5, 3]}
      line="bottom"
      className={styles['message']}
      role="status"
      data-tone="good"
    >
      <span>{t('gem.agreed', { count })}</span>
      <Button tone="quiet" onClick={() => setRuntime(tabId, { agreed: undefined })}>
        {t('ui.close')}
      </Button>
    </Stack>
  )
}

/** The episode has no environment any more; with its seed it can be led back to where it was. */
function ClosedMessage({ tabId, episode }: { readonly tabId: string; readonly episode: Episode }) {
  const t = useText()
  const { seed, current } = episode
  return (
    <Stack
      row
      gap={2}
      wrap
      pad={[1.5, 3]}
      line="bottom"
      className={styles['message']}
      role="status"
      data-tone="info"
    >
      <span>{t(seed === null ? 'gem.closed.unseeded' : 'gem.closed', { turn: turnOf(episode) })}</span>
      {seed === null ? null : (
        <>
          <Button tone="primary" onClick={() => void replayAll(tabId)}>
            {t('gem.replayAll')}
          </Button>
          <Button onClick={() => void restore(tabId, current)}>{t('gem.reopen')}</Button>
        </>
      )}
    </Stack>
  )
}
