import { useText } from '../../i18n/text.ts'
import { showKeys } from '../../app/keys.ts'
import { Button } from '../../ui/button.tsx'
import type { BoardGame } from '../boards/board.ts'
import { setView, useGemView } from '../session/view-store.ts'
import styles from '../parts/play-pane.module.css'

/** The choice between the drawn board and its text, and how the game is played. */
export function BoardMode({ game }: { readonly game: BoardGame }) {
  const t = useText()
  const drawn = useGemView((state) => state.drawn)
  return (
    <div className={styles['mode']} role="group" aria-label={t('gem.board.mode')}>
      <Button tone="quiet" aria-pressed={drawn} onClick={() => setView({ drawn: true })}>
        {t('gem.board.drawn')}
      </Button>
      <Button tone="quiet" aria-pressed={!drawn} onClick={() => setView({ drawn: false })}>
        {t('gem.board.text')}
      </Button>
      <kbd>{showKeys('Mod+Alt+B')}</kbd>
      <span className={styles['hint']} title={t(game.hint)}>
        {t(game.hint)}
      </span>
    </div>
  )
}
