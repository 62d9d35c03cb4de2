import { type Board, type BoardGame, changed, choosesCells, edgeOf } from './board.ts'
import { BoardCell } from './board-cell.tsx'
import styles from './board-view.module.css'
import type { Hand } from './use-board-cursor.ts'

interface BoardGridProps {
  readonly game: BoardGame
  readonly board: Board
  readonly before: Board | null
  readonly hand: Hand
}

/** The cells of a board, with the numbers of its rows and columns where its game counts them. */
export function BoardGrid({ game, board, before, hand }: BoardGridProps) {
  const { rows, counted, block } = board
  const { at, marked } = hand
  const cells = choosesCells(game)
  return (
    <div
      className={styles['grid']}
      style={{ '--columns': rows[0]?.length ?? 1, '--lines': rows.length } as object}
    >
      {counted === undefined ? null : <ColumnNumbers count={rows[0]?.length ?? 0} from={counted} />}
      {rows.map((row, r) => (
        <div key={r} className={styles['row']}>
          {counted === undefined ? null : (
            <span className={styles['number']} aria-hidden>
              {r + counted}
            </span>
          )}
          {row.map((cell, c) => {
            const place = { row: r, column: c }
            return (
              <BoardCell
                key={c}
                cell={cell}
                place={place}
                edge={edgeOf(block, r, c, rows.length)}
                changed={changed(board, before, r, c)}
                marked={marked?.row === r && marked.column === c}
                focusable={cells && !game.directions && at.row === r && at.column === c}
                {...(cells ? { onPress: (how) => hand.pressCell(place, how) } : {})}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

const ColumnNumbers = ({ count, from }: { readonly count: number; readonly from: number }) => (
  <div className={styles['numbers']} aria-hidden>
    <span />
    {Array.from({ length: count }, (_, c) => (
      <span key={c}>{c + from}</span>
    ))}
  </div>
)
