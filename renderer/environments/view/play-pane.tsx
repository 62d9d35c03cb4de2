import { useMemo } from 'react'
import {
  asText,
  endedAt,
  type Episode,
  eventOf,
  infoText,
  pathTo,
  viewOf,
} from '#shared/environments/episode.ts'
import type { EnvironmentTab } from '#shared/environments/tab.ts'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { TERMINAL_STATE } from '#shared/gem/episode.ts'
import { solvingPlayer } from '#shared/gem/players/index.ts'
import { useText } from '../../i18n/text.ts'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { useKeyRefusal } from '../../app/key-role.ts'
import { shownKeys } from '../../app/keys.ts'
import { Segment } from '../../ui/segment.tsx'
import { Badge } from '../../ui/badge.tsx'
import { boardGameOf, readBoard } from '../boards/games.ts'
import { BoardView } from '../boards/board-view.tsx'
import { useEntry } from '../catalogue/catalogue-store.ts'
import { useBenchView, setView } from '../session/view-store.ts'
import { act, sendDraft, undo, useTabView, usePlay } from '../session/play.ts'
import { changeTab, environmentTab } from '../session/tabs.ts'
import { boxedBy, insideOf, inShort, withoutPrompt } from '../parts/action-text.ts'
import { ChangedText } from '../parts/changed-text.tsx'
import styles from '../parts/play-pane.module.css'
import { type BoardGame, isFull, withDraft } from '../boards/board.ts'
import { formatReward } from '../parts/format.ts'
import { ActionBar } from './action-bar.tsx'

interface PlayPaneProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode
  /** The environment's current event; others are only displayed. */
  readonly now: number
}

/** The game for a human player: last event, board, and next action. */
export function PlayPane({ tab, episode: seen, now }: PlayPaneProps) {
  const shownEvent = eventOf(seen)
  // An action on which the environment failed left the game unchanged.
  const episode = shownEvent.failure ? { ...seen, current: shownEvent.parent ?? 0 } : seen
  const t = useText()
  const drawn = useBenchView((state) => state.drawn)
  const { busy } = usePlay(tab.id)
  const { anyway } = useTabView(tab.id)
  const entry = useEntry(tab.platform, tab.envId)
  const event = eventOf(episode)
  const before = event.parent === null ? undefined : eventOf(episode, event.parent)
  const game = boardGameOf(episode.envId)
  const board = readBoard(game, viewOf(episode))
  const boardBefore = before ? readBoard(game, viewOf(episode, before.id)) : null
  const ended = endedAt(episode) !== undefined
  // Without a seed there is no way back: an earlier turn can only be viewed.
  const isPast = episode.current !== now && episode.seed === null
  const over = ended && !anyway
  const noChange = useKeyRefusal()(tab.platform)
  const locked = isPast || over || busy !== undefined || noChange !== undefined
  const draft = insideOf(tab.draft)
  // What was sent is already on the board when its draft is cleared.
  const pending = over || draft === inShort(event.action ?? '') ? '' : draft
  const suffix = over ? withoutPrompt(infoText(event, 'suffix')) : infoText(event, 'suffix')
  const prefix = infoText(event, 'prefix')

  return (
    <Stack as="section" grow ground="surface" aria-label={t('environments.play')}>
      {isAnswer(episode) ? (
        <QuestionView episode={episode} entry={entry} />
      ) : (
        <>
          {/* Scrollable content must be reachable by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={styles['event']} role="log" aria-label={t('environments.event')} tabIndex={0}>
            {prefix ? <pre>{prefix}</pre> : null}
            {shownEvent.failure ? (
              <Text as="p" tone="bad">
                {t('environments.failed.on', {
                  action: shownEvent.action ?? '',
                  reason: shownEvent.failure.message,
                })}
              </Text>
            ) : null}
            <pre>{asText(event.observation)}</pre>
          </div>
          {board && game ? <BoardMode game={game} /> : null}
          <Stack row align="stretch" grow scroll className={styles['stage']}>
            {board && game && drawn ? (
              <BoardView
                key={episode.id}
                game={game}
                board={withDraft(game, board, pending)}
                before={boardBefore}
                title={t('environments.board.of', { name: tab.envId })}
                locked={locked}
                onSend={(action) => void act(tab.id, boxedBy(true, action))}
                onUndo={() => undo(tab.id)}
                onType={(text) => {
                  const draft = draftOf(tab)
                  if (over || isFull(game, board, insideOf(draft))) return
                  void changeTab(tab.id, { draft: `${draft}${text}`.trimStart() })
                }}
                onErase={() => void changeTab(tab.id, { draft: draftOf(tab).slice(0, -1).trimEnd() })}
                onEnter={() => void sendDraft(tab, draftOf(tab), entry?.action)}
              />
            ) : suffix ? (
              <ChangedText text={suffix} before={before ? infoText(before, 'suffix') : undefined} />
            ) : before ? (
              // Without a board the question stays visible.
              <Stack grow pad={3} tone="quiet">
                <pre>{asText(pathTo(episode)[0]?.observation)}</pre>
              </Stack>
            ) : null}
          </Stack>
        </>
      )}
      {isPast ? null : (
        <ActionBar
          tab={tab}
          episode={episode}
          board={board}
          entry={entry}
          ended={ended}
          locked={locked}
          noChange={noChange}
          busy={busy !== undefined}
        />
      )}
    </Stack>
  )
}

/** The latest draft: keys arrive faster than the pane renders. */
const draftOf = (tab: EnvironmentTab): string => environmentTab(tab.id)?.draft ?? ''

/** Toggle between drawn board and text, with instructions. */
function BoardMode({ game }: { readonly game: BoardGame }) {
  const t = useText()
  const drawn = useBenchView((state) => state.drawn)
  return (
    <Stack row gap={1} pad={[1, 2]} line="bottom" className={styles['mode']}>
      <Segment
        label={t('environments.board.mode')}
        options={[
          { value: 'drawn', label: t('environments.board.drawn') },
          { value: 'text', label: t('environments.board.text') },
        ]}
        value={drawn ? 'drawn' : 'text'}
        onChange={(mode) => setView({ drawn: mode === 'drawn' })}
      />
      <kbd>{shownKeys('environments.board')}</kbd>
      <Text tone="faint" small lines={2} title={t(game.hint)} style={{ marginLeft: 8 }}>
        {t(game.hint)}
      </Text>
    </Stack>
  )
}

/** Whether an event is the answer to a single question. */
const isAnswer = (episode: Episode): boolean => eventOf(episode).observation === TERMINAL_STATE

/** The expected answer, if Orrery can compute it from the question. */
function useExpected(
  episode: Episode,
  entry: Pick<CatalogueEntry, 'family'> | undefined,
): string | undefined {
  return useMemo(() => {
    const { parent } = eventOf(episode)
    const player = entry && solvingPlayer(entry)
    if (parent === null || !player) return undefined
    // What was found out before the final answer.
    const seen = viewOf(episode, parent)
    const action = player.answer ? player.answer(seen) : player.propose(seen)
    return action === null ? undefined : inShort(action)
  }, [episode, entry])
}

interface QuestionViewProps {
  readonly episode: Episode
  readonly entry: CatalogueEntry | undefined
}

/** An answered question: question, answer, verdict, and expected answer. */
export function QuestionView({ episode, entry }: QuestionViewProps) {
  const t = useText()
  const [reset] = pathTo(episode)
  const { action, reward } = eventOf(episode)
  const expected = useExpected(episode, entry)
  const verdict = reward >= 1 ? 'right' : reward > 0 ? 'partial' : 'wrong'
  const tone = reward >= 1 ? 'good' : reward > 0 ? 'warning' : 'bad'
  return (
    <Stack gap={3} pad={3} grow scroll className={styles['question']}>
      <section>
        <h3>{t('environments.question')}</h3>
        <pre>{asText(reset?.observation)}</pre>
      </section>
      <section>
        <h3>
          {t('environments.answer')}{' '}
          <Badge tone={tone}>{t(`environments.answer.${verdict}`, { reward: formatReward(reward) })}</Badge>
        </h3>
        <pre>{inShort(action ?? '')}</pre>
      </section>
      <section>
        <h3>{t('environments.expected')}</h3>
        {expected === undefined ? (
          <Text tone="faint">{t('environments.expected.unknown')}</Text>
        ) : (
          <>
            <pre>{expected}</pre>
            <Text as="p" tone="faint" small>
              {t('environments.expected.solver')}
            </Text>
          </>
        )}
      </section>
    </Stack>
  )
}
