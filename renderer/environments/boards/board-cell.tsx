import type { Cell, Place } from './board.ts'
import styles from './board-view.module.css'
import { Glyph } from './glyph.tsx'

interface BoardCellProps {
  readonly cell: Cell
  readonly place: Place
  readonly edge: string
  readonly changed: boolean
  readonly marked: boolean
  readonly focusable: boolean
  readonly onPress?: (how: 'plain' | 'other') => void
}

/** One cell: a button where it can be chosen, a picture where it cannot. */
export function BoardCell({ cell, place, edge, changed, marked, focusable, onPress }: BoardCellProps) {
  const { row, column } = place
  const attributes = {
    className: styles['cell'],
    'data-kind': cell.kind,
    'data-level': cell.level,
    'data-edge': edge,
    'data-changed': changed || undefined,
    'data-marked': marked || undefined,
    'data-place': `${row},${column}`,
  }
  const drawn = <Glyph kind={cell.kind} />
  if (!onPress) {
    return (
      <span {...attributes} role="img" aria-label={cell.label}>
        {drawn}
        {cell.face}
      </span>
    )
  }
  return (
    <button
      type="button"
      {...attributes}
      aria-label={cell.label}
      tabIndex={focusable ? 0 : -1}
      onClick={(event) => onPress(event.shiftKey ? 'other' : 'plain')}
      onContextMenu={(event) => {
        event.preventDefault()
        onPress('other')
      }}
    >
      {drawn}
      {cell.face && !SILENT.has(cell.kind) ? cell.face : null}
    </button>
  )
}

/** Kinds whose drawing says all. */
const SILENT = new Set(['wall', 'floor', 'goal', 'box', 'home', 'player'])
