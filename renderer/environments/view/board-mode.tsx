import { useText } from '../../i18n/text.ts'
import { shownKeys } from '../../app/keys.ts'
import { Segment } from '../../ui/segment.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import type { BoardGame } from '../boards/board.ts'
import { setView, useBenchView } from '../session/view-store.ts'
import styles from '../parts/play-pane.module.css'

/** The choice between the drawn board and its text, and how the game is played. */
export function BoardMode({ game }: { readonly game: BoardGame }) {
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
