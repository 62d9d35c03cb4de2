import { useKeyRefusal } from '../../app/key-role.ts'
import { translateServerText, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { useCatalogue } from '../catalogue/catalogue-store.ts'
import { gamesIn } from '../catalogue/groups.ts'
import { openEnvironment } from '../session/play.ts'
import { usePlatform } from '../session/use-platform.ts'
import styles from './game-cards.module.css'

/** Number of suggested games: whole rows of two, three and six; the list has all. */
const OFFERED = 12

/** Suggested first games with a button per difficulty; one click creates and resets one. */
export function GameCards() {
  const t = useText()
  const platform = usePlatform()
  const { items } = useCatalogue(platform?.id)
  const noOpen = useKeyRefusal()(platform?.id ?? '')
  const games = gamesIn(items)
    .slice(0, OFFERED)
    .map((game) => ({
      ...game,
      title: translateServerText(game.title),
      summary: translateServerText(game.summary),
    }))
  if (!platform || games.length === 0) return null
  return (
    <ul className={styles['cards']} aria-label={t('environments.cards')}>
      {games.map(({ title, summary, levels }) => (
        <Stack as="li" key={title} gap={1.5} pad={3} className={styles['card']}>
          <h3>{title}</h3>
          <Text as="p" tone="quiet" small className={styles['words']}>
            {summary}
          </Text>
          <Stack row gap={1} wrap>
            {levels.map(({ id, level }) => (
              <Button
                key={id}
                aria-label={t('environments.cards.open', { title, level: t(`environments.level.${level}`) })}
                reason={noOpen}
                onClick={() => void openEnvironment(platform.id, id)}
              >
                {t(`environments.level.${level}`)}
              </Button>
            ))}
          </Stack>
        </Stack>
      ))}
    </ul>
  )
}
