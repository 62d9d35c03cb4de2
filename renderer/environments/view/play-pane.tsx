import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { boardGameOf, readBoard } from '../boards/games.ts'
import { BoardView } from '../boards/board-view.tsx'
import { useEntry } from '../catalogue/catalogue-store.ts'
import { asText, endedAt, type Episode, eventOf, infoText, turnOf, viewOf } from '../episode/episode.ts'
import { useGemView } from '../session/view-store.ts'
import { act, preview, undo } from '../session/play.ts'
import type { Runtime } from '../session/runtime-store.ts'
import type { EnvironmentTab } from '../session/tab.ts'
import { changeTab } from '../session/tabs-store.ts'
import { ActionBar } from './action-bar.tsx'
import { boxedBy } from '../parts/action-text.ts'
import { BoardMode } from './board-mode.tsx'
import { ChangedText } from '../parts/changed-text.tsx'
import styles from '../parts/play-pane.module.css'

interface PlayPaneProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode
  /** The event where the environment stands; another one is only looked at. */
  readonly now: number
  readonly runtime: Runtime
}

/** The game as a person plays it: what just happened, the board, and the next action. */
export function PlayPane({ tab, episode, now, runtime }: PlayPaneProps) {
  const t = useText()
  const drawn = useGemView((state) => state.drawn)
  const entry = useEntry(tab.platform, tab.envId)
  const event = eventOf(episode)
  const before = event.parent === null ? undefined : eventOf(episode, event.parent)
  const game = boardGameOf(episode.envId)
  const board = readBoard(game, viewOf(episode))
  const boardBefore = before ? readBoard(game, viewOf(episode, before.id)) : null
  const ended = endedAt(episode) !== undefined
  const isPast = episode.current !== now
  const locked = isPast || (ended && !runtime.stepAnyway) || runtime.busy !== undefined
  const suffix = infoText(event, 'suffix')
  const prefix = infoText(event, 'prefix')

  return (
    <Stack as="section" grow ground="surface" aria-label={t('gem.play')}>
      {/* It scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['event']} role="log" aria-label={t('gem.event')} tabIndex={0}>
        {prefix ? <pre>{prefix}</pre> : null}
        <pre>{asText(event.observation)}</pre>
      </div>
      {board && game ? <BoardMode game={game} /> : null}
      <Stack row align="stretch" grow scroll>
        {board && game && drawn ? (
          <BoardView
            key={episode.id}
            game={game}
            board={board}
            before={boardBefore}
            title={t('gem.board.of', { name: tab.envId })}
            locked={locked}
            onSend={(action) => void act(tab.id, boxedBy(true, action))}
            onUndo={() => undo(tab.id)}
            onType={(text) => changeTab(tab.id, { draft: `${tab.draft}${text}`.trimStart() })}
          />
        ) : suffix ? (
          <ChangedText text={suffix} before={before ? infoText(before, 'suffix') : undefined} />
        ) : (
          <Text as="p" tone="faint" pad={3}>
            {t('gem.board.none')}
          </Text>
        )}
      </Stack>
      {isPast ? (
        <div className={styles['past']} role="status">
          <span>{t('gem.past', { turn: turnOf(episode), last: turnOf(episode, now) })}</span>
          <Button onClick={() => preview(tab.id, now)}>{t('gem.past.back')}</Button>
        </div>
      ) : (
        <ActionBar
          tab={tab}
          episode={episode}
          entry={entry}
          ended={ended}
          locked={locked}
          busy={runtime.busy !== undefined}
        />
      )}
    </Stack>
  )
}
