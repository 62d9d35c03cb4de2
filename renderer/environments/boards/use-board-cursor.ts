import { type KeyboardEvent, useState } from 'react'
import type { Board, BoardGame, Place, Press } from './board.ts'
import { keystroke, type Keystroke } from './keystroke.ts'

/** A board in play. */
export interface BoardPlay {
  readonly game: BoardGame
  readonly board: Board
  /** Nothing may be sent now. */
  readonly locked: boolean
  /** Sends an action without its box. */
  onSend(action: string): void
  /** Adds to the text of the action field. */
  onType(text: string): void
  /** Takes back one turn. */
  onUndo(): void
}

export type Hand = ReturnType<typeof useBoardCursor>

/** The player's hand on a board: where it is, what it holds, and what its clicks and keys do. */
export function useBoardCursor({ game, board, locked, onSend, onType, onUndo }: BoardPlay) {
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
        // A held key is one move.
        if (!locked && !repeat) onSend(stroke.way)
        return
      case 'walk':
        setAt(stroke.to)
        return cellAt(currentTarget, stroke.to)?.focus()
      case 'undo':
        return onUndo()
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
    if (!stroke) return
    obey(stroke, event)
    event.preventDefault()
    event.stopPropagation()
  }
  return { at, marked, peg, follow, choosePeg, pressCell, onKeyDown }
}

const cellAt = (board: Element, { row, column }: Place): HTMLElement | null =>
  board.querySelector(`[data-place="${row},${column}"]`)
