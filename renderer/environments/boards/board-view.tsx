import { useText } from '../../i18n/text.ts'
import { type Board, type Cell, choosesCells } from './board.ts'
import { BoardGrid } from './board-grid.tsx'
import styles from './board-view.module.css'
import { Pegs } from './pegs.tsx'
import { type BoardPlay, useBoardCursor } from './use-board-cursor.ts'

interface BoardViewProps extends BoardPlay {
  readonly before: Board | null
  readonly title: string
}

/** A drawn board: arrows act in direction games and walk the cells in the others; clicks and typed characters act. */
export function BoardView({ before, title, ...play }: BoardViewProps) {
  const t = useText()
  const hand = useBoardCursor(play)
  const { game, board } = play
  return (
    // The drawing takes the keys of the game as a whole; its cells are buttons of their own.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-roledescription={t('environments.board')}
      aria-label={title}
      data-board="drawn"
      data-look={board.look}
      className={styles['board']}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={game.directions || board.pegs || !choosesCells(game) ? 0 : -1}
      onKeyDown={hand.onKeyDown}
    >
      {board.pegs ? (
        <Pegs pegs={board.pegs} before={before?.pegs} chosen={hand.peg} onChoose={hand.choosePeg} />
      ) : (
        <BoardGrid game={game} board={board} before={before} hand={hand} />
      )}
      {board.palette ? (
        <Palette keys={board.palette} onChoose={(face) => hand.follow(game.palette?.(face) ?? null)} />
      ) : null}
      {board.aside && board.aside.length > 0 ? (
        <ul className={styles['aside']}>
          {board.aside.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

interface PaletteProps {
  readonly keys: readonly Cell[]
  onChoose(face: string): void
}

/** The keys below a board. */
function Palette({ keys, onChoose }: PaletteProps) {
  const t = useText()
  return (
    <div role="group" aria-label={t('environments.board.palette')} className={styles['palette']}>
      {keys.map(({ face, label, kind, level }) => (
        <button
          key={face}
          type="button"
          aria-label={label}
          className={styles['key']}
          data-kind={kind}
          data-level={level}
          onClick={() => onChoose(face)}
        >
          {face}
        </button>
      ))}
    </div>
  )
}
