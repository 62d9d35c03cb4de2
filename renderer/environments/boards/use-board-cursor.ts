import { type KeyboardEvent, useState } from 'react'
import { type Board, type BoardGame, type Place, type Press, choosesCells, writes } from './board.ts'

/** Cursor state of a board: the focused cell, and the first half of a two-part action. */
export interface Hold {
  readonly at: Place
  readonly marked: Place | null
  /** Name of the selected peg. */
  readonly peg: string | null
}

/** The effect of a key on a board. */
type Keystroke =
  | { readonly kind: 'move'; readonly way: string }
  | { readonly kind: 'walk'; readonly to: Place }
  | { readonly kind: 'undo' }
  | { readonly kind: 'peg'; readonly name: string }
  | { readonly kind: 'release' }
  | { readonly kind: 'erase' }
  | { readonly kind: 'send' }
  | { readonly kind: 'press'; readonly press: NonNullable<Press> }

type Way = 'up' | 'down' | 'left' | 'right'

const ARROWS: Readonly<Record<string, Way>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** Arrow keys move in direction games and between cells in others; null: not handled. */
export function keystroke(
  key: string,
  game: BoardGame,
  board: Board,
  { at, marked, peg }: Hold,
): Keystroke | null {
  const way = ARROWS[key]
  if (way && game.directions) return { kind: 'move', way }
  if (way && choosesCells(game) && board.rows.length > 0) {
    return { kind: 'walk', to: neighbour(board, at, way) }
  }
  if (key === 'Backspace' && (game.directions || board.pegs)) return { kind: 'undo' }
  if (board.pegs && /^[abc]$/i.test(key)) return { kind: 'peg', name: key.toUpperCase() }
  if (key === 'Escape' && (marked || peg)) return { kind: 'release' }
  if (key === 'Backspace' && writes(game)) return { kind: 'erase' }
  if (key === 'Enter' && writes(game)) return { kind: 'send' }
  const press = game.type?.(key, at) ?? null
  return press && { kind: 'press', press }
}

/** The next cell in a direction; stays at the edge. */
function neighbour({ rows }: Board, { row, column }: Place, way: Way): Place {
  const down = way === 'down' ? 1 : way === 'up' ? -1 : 0
  const right = way === 'right' ? 1 : way === 'left' ? -1 : 0
  return {
    row: Math.max(0, Math.min(rows.length - 1, row + down)),
    column: Math.max(0, Math.min((rows[0]?.length ?? 1) - 1, column + right)),
  }
}

/** An interactive board. */
export interface BoardPlay {
  readonly game: BoardGame
  readonly board: Board
  /** Nothing may be sent now. */
  readonly locked: boolean
  /** Sends an action without its `\boxed{}`. */
  onSend(action: string): void
  /** Appends to the action field. */
  onType(text: string): void
  /** Deletes the last character of the action field. */
  onErase(): void
  /** Sends the action field's text. */
  onEnter(): void
  /** Undoes one turn. */
  onUndo(): void
}

export type BoardCursor = ReturnType<typeof useBoardCursor>

/** Manages a board's cursor: position, pending selection, and the effects of clicks and keys. */
export function useBoardCursor({ game, board, locked, onSend, onType, onErase, onEnter, onUndo }: BoardPlay) {
  const [at, setAt] = useState<Place>({ row: 0, column: 0 })
  const [marked, setMarked] = useState<Place | null>(null)
  const [peg, setPeg] = useState<string | null>(null)

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
  const pressCell = (place: Place, how: 'plain' | 'other'): void => {
    setAt(place)
    follow(game.press?.(place, how, marked, board) ?? null)
  }
  const obey = (stroke: Keystroke, { repeat, currentTarget }: KeyboardEvent): void => {
    switch (stroke.kind) {
      case 'move':
        // A held key counts as one move.
        if (!locked && !repeat) onSend(stroke.way)
        return
      case 'walk':
        setAt(stroke.to)
        return cellAt(currentTarget, stroke.to)?.focus()
      case 'undo':
        return onUndo()
      case 'erase':
        return onErase()
      case 'send':
        return locked ? undefined : onEnter()
      case 'peg':
        return choosePeg(stroke.name)
      case 'release':
        setMarked(null)
        return setPeg(null)
      case 'press':
        return follow(stroke.press)
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const stroke = keystroke(event.key, game, board, { at, marked, peg })
    // On a palette key, Enter presses that key.
    if (!stroke || (stroke.kind === 'send' && event.target !== event.currentTarget)) return
    obey(stroke, event)
    event.preventDefault()
    event.stopPropagation()
  }
  return { at, marked, peg, follow, choosePeg, pressCell, onKeyDown }
}

const cellAt = (board: Element, { row, column }: Place): HTMLElement | null =>
  board.querySelector(`[data-place="${row},${column}"]`)
