import type { ReactNode } from 'react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import type { Failure } from '#shared/workbench/failure.ts'
import { endOf, type Episode, turnOf, eventOf, leafOf, returnOf } from '#shared/environments/episode.ts'
import type { Play, Divergence } from '#shared/environments/play.ts'
import type { EnvironmentTab } from '#shared/environments/tab.ts'
import { stateMessage } from '../../app/connection-state.ts'
import { EnterKey } from '../../app/enter-key.tsx'
import { HelpLink } from '../../app/failure-text.tsx'
import { workbench } from '../../app/workbench.ts'
import { useKeyRefusal } from '../../app/key-role.ts'
import { localizeFailure, useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { EndBadge } from '../parts/end-badge.tsx'
import { formatReward } from '../parts/format.ts'
import styles from '../parts/episode-view.module.css'
import {
  cancelWork,
  dismiss,
  goHere,
  preview,
  replayAll,
  resetEpisode,
  useTabView,
  usePlay,
  replayRest,
} from '../session/play.ts'
import { usePlatforms } from '../session/use-platform.ts'
import { useSeconds } from '../parts/use-seconds.ts'
import { setView } from '../session/view-store.ts'
import { openComparison } from '../session/tabs.ts'
import { DifferenceNote } from '../parts/difference-note.tsx'
import { isUnknownEnvironment } from './unknown-environment.tsx'

interface EpisodeMessagesProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode | undefined
  /** The episode at the shown event. */
  readonly seen: Episode | undefined
  /** The shown event, if it is not the environment's current one. */
  readonly at: number | undefined
}

/** A permanent line of the state; below it failures with what to do next, and differences. */
export function EpisodeMessages({ tab, episode, seen, at }: EpisodeMessagesProps) {
  const { busy, failure, divergence } = usePlay(tab.id)
  const { refused } = useTabView(tab.id)
  const problem = refused ?? failure
  // Where there is no episode, its place says it.
  const isSaid = !episode && isUnknownEnvironment(problem)
  const isBusy = busy !== undefined
  const away = usePlatforms().find(({ id, state }) => id === tab.platform && AWAY.has(state))
  return (
    <div className={styles['messages']}>
      {away && !busy ? (
        <Away platform={away} />
      ) : episode && seen ? (
        <Status tab={tab} episode={episode} seen={seen} at={at} />
      ) : null}
      {problem && !isSaid ? (
        <FailureMessage tab={tab} episode={episode} failure={problem} busy={isBusy} />
      ) : null}
      {divergence && episode ? (
        <DivergenceMessage tabId={tab.id} episode={episode} divergence={divergence} busy={isBusy} />
      ) : null}
    </div>
  )
}

/** States of a platform that answers nothing until it is started, or comes back by itself. */
const AWAY: ReadonlySet<Connection['state']> = new Set(['stopped', 'failed', 'backoff'])

function Away({ platform }: { readonly platform: Connection }) {
  const t = useText()
  const { id, name, state } = platform
  return (
    <Line
      tone="warning"
      text={t('environments.platform.away', { name, state: t(stateMessage(platform)).toLowerCase() })}
    >
      <EnterKey connection={platform} />
      {state === 'backoff' ? null : (
        <Button onClick={() => void workbench.call('connections.start', { id }).catch(() => undefined)}>
          {t('app.connection.start')}
        </Button>
      )}
    </Line>
  )
}

interface StatusProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode
  readonly seen: Episode
  readonly at: number | undefined
}

/**
 * The figures, and what is running, shown, found, or missing; constant height, so that nothing below moves.
 */
function Status({ tab, episode, seen, at }: StatusProps) {
  const t = useText()
  const { busy, agreed, synced } = usePlay(tab.id)
  const noChange = useKeyRefusal()(tab.platform)
  const platforms = usePlatforms()
  const nameOf = (id: string): string => platforms.find((one) => one.id === id)?.name ?? id
  const turn = turnOf(episode)
  const isEnded = endOf(eventOf(seen)) !== 'running'
  const before = <Figures episode={seen} />
  if (busy) return <Busy tabId={tab.id} busy={busy} before={before} />
  if (at !== undefined) {
    return (
      <Line
        tone="info"
        before={before}
        text={t(episode.seed === null ? 'environments.past' : 'environments.past.seeded', {
          turn: turnOf(episode, at),
          last: turn,
        })}
      >
        {episode.seed === null ? null : (
          <Button reason={noChange} onClick={() => void goHere(tab.id)}>
            {t('environments.past.go')}
          </Button>
        )}
        <Button onClick={() => preview(tab.id, episode.current)}>{t('environments.past.back')}</Button>
      </Line>
    )
  }
  if (agreed) {
    return (
      <Line
        tone="good"
        before={before}
        text={t('environments.agreed', { count: agreed.count, platform: nameOf(agreed.platform) })}
      />
    )
  }
  if (tab.sandboxId === undefined && episode.seed === null)
    return <Line tone="info" before={before} text={t('environments.closed.unseeded')} />
  if (tab.sandboxId === undefined) {
    return (
      <Line
        tone="info"
        before={before}
        text={isEnded ? t('environments.closed.ended') : t('environments.closed', { turn })}
      >
        <Button tone="primary" reason={noChange} onClick={() => void replayAll(tab.id)}>
          {t('environments.replayAll')}
        </Button>
        <Button reason={noChange} onClick={() => void goHere(tab.id)}>
          {t('environments.reopen')}
        </Button>
      </Line>
    )
  }
  const apart = synced ? '' : t('environments.status.apart', { turn, platform: nameOf(tab.platform) })
  return <Line tone="quiet" before={before} text={apart} />
}

function Figures({ episode }: { readonly episode: Episode }) {
  const t = useText()
  const event = eventOf(episode)
  return (
    <>
      {endOf(event) === 'running' ? null : <EndBadge envId={episode.envId} event={event} />}
      <Text tone="quiet" className={styles['figures']} title={t('environments.figures.tip')}>
        {t('environments.figures', { turn: turnOf(episode), total: formatReward(returnOf(episode)) })}
      </Text>
      {episode.seed === null ? <Badge tone="warning">{t('environments.unseeded')}</Badge> : null}
      {episode.source === 'file' ? <Badge tone="accent">{t('environments.fromFile')}</Badge> : null}
    </>
  )
}

interface LineProps {
  readonly tone: 'info' | 'good' | 'quiet' | 'warning'
  readonly before?: ReactNode
  readonly text: string
  readonly children?: ReactNode
}

function Line({ tone, before, text, children }: LineProps) {
  return (
    <Stack
      row
      gap={2}
      pad={[0, 3]}
      line="bottom"
      className={styles['status']}
      role="status"
      data-tone={tone}
      {...(tone === 'warning' ? { tone, ground: 'warning-ground' as const } : {})}
    >
      {before}
      <Truncate grow title={text}>
        {text}
      </Truncate>
      {children}
    </Stack>
  )
}

interface BusyProps {
  readonly tabId: string
  readonly busy: NonNullable<Play['busy']>
  readonly before: ReactNode
}

function Busy({ tabId, busy, before }: BusyProps) {
  const t = useText()
  const seconds = useSeconds(busy.since)
  const progress =
    busy.total === undefined
      ? t(`environments.busy.${busy.work}`, { seconds })
      : t('environments.busy.progress', { done: busy.done ?? 0, total: busy.total })
  return (
    <Line tone="info" before={before} text={progress}>
      {/* Very short operations need no cancel button. */}
      {seconds < 1 ? null : <Button onClick={() => void cancelWork(tabId)}>{t('ui.cancel')}</Button>}
    </Line>
  )
}

interface FailureMessageProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode | undefined
  readonly failure: Failure
  readonly busy: boolean
}

function FailureMessage({ tab, episode, failure: said, busy }: FailureMessageProps) {
  const t = useText()
  // What a play's state brings is in English.
  const failure = localizeFailure(said)
  const noChange = useKeyRefusal()(tab.platform)
  return (
    <Notice
      tone="bad"
      role="alert"
      action={
        <>
          {episode && episode.seed !== null ? (
            <Button
              reason={noChange ?? (busy ? t('ui.wait') : undefined)}
              onClick={() => void goHere(tab.id)}
            >
              {t('environments.reopen')}
            </Button>
          ) : null}
          {episode ? (
            <Button reason={noChange} onClick={() => void resetEpisode(tab.id)}>
              {t('environments.reset')}
            </Button>
          ) : null}
          <Button tone="quiet" onClick={() => void dismiss(tab.id, 'failure')}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      <strong>{failure.message}</strong> {failure.hint} <HelpLink code={failure.code} />
    </Notice>
  )
}

interface DivergenceMessageProps {
  readonly tabId: string
  readonly episode: Episode
  readonly divergence: Divergence
  readonly busy: boolean
}

/** A replay diverged from the recording: branch before it, continue, compare both lines, or report it. */
function DivergenceMessage({ tabId, episode, divergence, busy }: DivergenceMessageProps) {
  const t = useText()
  const { turn, fields } = divergence
  const expected = eventOf(episode, divergence.expected)
  const actual = eventOf(episode, divergence.actual)
  const before = expected.parent
  const waits = busy ? t('ui.wait') : undefined
  const recorded = leafOf(episode, expected.id)
  const compare = (): void =>
    openComparison(
      { episode: episode.id, event: recorded },
      { episode: episode.id, event: leafOf(episode, actual.id) },
    )
  return (
    <Notice tone="warning" role="alert">
      <DifferenceNote turn={turn} fields={fields} expected={expected} actual={actual} />
      <Stack row align="stretch" gap={1.5} wrap>
        {before === null ? null : (
          <Button tone="primary" reason={waits} onClick={() => preview(tabId, before)}>
            {t('environments.divergence.before', { turn: turn - 1 })}
          </Button>
        )}
        <Button reason={waits} onClick={() => void replayRest(tabId)}>
          {t('environments.divergence.rest', { count: turnOf(episode, recorded) - turn })}
        </Button>
        <Button onClick={compare}>{t('environments.divergence.compare')}</Button>
        <Button onClick={() => setView({ dialog: 'report' })}>{t('environments.command.report')}</Button>
        <Button tone="quiet" onClick={() => void dismiss(tabId, 'divergence')}>
          {t('ui.close')}
        </Button>
      </Stack>
    </Notice>
  )
}
