import { useMemo } from 'react'
import { asText, type Episode, eventOf, pathTo, viewOf } from '#shared/environments/episode.ts'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { TERMINAL_STATE } from '#shared/gem/episode.ts'
import { solvingPlayer } from '#shared/gem/players/index.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { inShort } from '../parts/action-text.ts'
import { formatReward } from '../parts/format.ts'
import styles from '../parts/play-pane.module.css'

/** Whether an event is the answer to a single question. */
export const isAnswer = (episode: Episode): boolean => eventOf(episode).observation === TERMINAL_STATE

/** The answer that Orrery works out itself from what was asked, where it can. */
function useExpected(
  episode: Episode,
  entry: Pick<CatalogueEntry, 'family'> | undefined,
): string | undefined {
  return useMemo(() => {
    const [reset] = pathTo(episode)
    const player = entry && solvingPlayer(entry)
    if (!reset || !player) return undefined
    const action = player.propose({ ...viewOf(episode, reset.id), turns: [] })
    return action === null ? undefined : inShort(action)
  }, [episode, entry])
}

interface QuestionViewProps {
  readonly episode: Episode
  readonly entry: CatalogueEntry | undefined
}

/** A question that was answered: what was asked, what was said, whether that is right, and what was expected. */
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
