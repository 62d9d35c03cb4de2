import { type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '../../app/i18n/text.ts'
import type { Board, BoardGame, Place, Press } from './board.ts'
import { changed } from './board.ts'
import { BoardCell } from './board-cell.tsx'
import styles from './board-view.module.css'
import { Pegs } from './pegs.tsx'

const ARROWS: Readonly<Record<string, string>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

interface BoardViewProps {
  readonly game: BoardGame
  readonly board: Board
  readonly before: Board | null
  readonly title: string
  readonly locked: boolean
  /** Sends an action without its box. */
  onSend(action: string): void
  /** Adds to the text of the action field. */
  onType(text: string): void
  /** Takes back one turn. */
  onUndo(): void
}

/** A drawn board: arrows act in direction games and walk the cells in the others; clicks and typed characters act. */
export function BoardView({ game, board, before, title, locked, onSend, onType, onUndo }: BoardViewProps) {
  const t = useText()
  const [at, setAt] = useState<Place>({ row: 0, column: 0 })
  const [marked, setMarked] = useState<Place | null>(null)
  const [peg, setPeg] = useState<string | null>(null)
  const grid = useRef<HTMLDivElement>(null)
  const cells = game.press !== undefined || game.type !== undefined

  const follow = (press: Press): void => {
    if (!press) return
    if ('mark' in press) return setMarked(press.mark)
    setMarked(null)
    if ('type' in press) return onType(press.type)
    if (!locked) onSend(press.send)
  }
  const choosePeg = (name: string): void => {
    if (peg === null) return setPeg(name)
    setPeg(null)
    if (peg !== name && !locked) onSend(`${peg} ${name}`)
  }
  const focusCell = (row: number, column: number): void => {
    const place = {
      row: Math.max(0, Math.min(board.rows.length - 1, row)),
      column: Math.max(0, Math.min((board.rows[0]?.length ?? 1) - 1, column)),
    }
    setAt(place)
    grid.current?.querySelector<HTMLElement>(`[data-place="${place.row},${place.column}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const way = ARROWS[event.key]
    if (way && game.directions) {
      if (!locked && !event.repeat) onSend(way)
    } else if (way && cells && board.rows.length > 0) {
      const { row, column } = at
      if (way === 'up' || way === 'down') focusCell(row + (way === 'up' ? -1 : 1), column)
      else focusCell(row, column + (way === 'left' ? -1 : 1))
    } else if (event.key === 'Backspace' && (game.directions || board.pegs)) onUndo()
    else if (board.pegs && /^[abc]$/i.test(event.key)) choosePeg(event.key.toUpperCase())
    else if (event.key === 'Escape' && (marked || peg)) {
      setMarked(null)
      setPeg(null)
    } else {
      const press = game.type?.(event.key, at) ?? null
      if (!press) return
      follow(press)
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // The drawing takes the keys of the game as a whole; its cells are buttons of their own.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={grid}
      role="group"
      aria-roledescription={t('gem.board')}
      aria-label={title}
      data-board="drawn"
      data-look={board.look}
      className={styles['board']}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={game.directions || board.pegs || !cells ? 0 : -1}
      onKeyDown={onKeyDown}
    >
      {board.pegs ? (
        <Pegs pegs={board.pegs} before={before?.pegs} chosen={peg} onChoose={choosePeg} />
      ) : (
        <div
          className={styles['grid']}
          style={{ '--columns': board.rows[0]?.length ?? 1, '--lines': board.rows.length } as object}
        >
          {board.counted === undefined ? null : (
            <div className={styles['numbers']} aria-hidden>
              <span />
              {board.rows[0]?.map((_, c) => (
                <span key={c}>{c + (board.counted ?? 0)}</span>
              ))}
            </div>
          )}
          {board.rows.map((row, r) => (
            <div key={r} className={styles['row']}>
              {board.counted === undefined ? null : (
                <span className={styles['number']} aria-hidden>
                  {r + board.counted}
                </span>
              )}
              {row.map((cell, c) => (
                <BoardCell
                  key={c}
                  cell={cell}
                  place={{ row: r, column: c }}
                  edge={edgeOf(board.block, r, c, board.rows.length)}
                  changed={changed(board, before, r, c)}
                  marked={marked?.row === r && marked.column === c}
                  focusable={cells && !game.directions && at.row === r && at.column === c}
                  {...(cells
                    ? {
                        onPress: (how: 'plain' | 'other') => {
                          setAt({ row: r, column: c })
                          follow(game.press?.({ row: r, column: c }, how, marked, board) ?? null)
                        },
                      }
                    : {})}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      {board.palette ? (
        <div role="group" aria-label={t('gem.board.palette')} className={styles['palette']}>
          {board.palette.map((cell) => (
            <button
              key={cell.face}
              type="button"
              aria-label={cell.label}
              className={styles['key']}
              data-kind={cell.kind}
              data-level={cell.level}
              onClick={() => follow(game.palette?.(cell.face) ?? null)}
            >
              {cell.face}
            </button>
          ))}
        </div>
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

/** Which of a cell's edges border a block. */
function edgeOf(block: number | undefined, row: number, column: number, side: number): string {
  if (block === undefined) return ''
  const right = (column + 1) % block === 0 && column + 1 < side ? 'right' : ''
  const bottom = (row + 1) % block === 0 && row + 1 < side ? 'bottom' : ''
  return `${right} ${bottom}`.trim()
}
