import { type Board, type BoardGame, choosesCells, type Place, type Press } from './board.ts'

/** What the player holds over a board: the cell in focus, and the first half of an action that takes two. */
export interface Hold {
  readonly at: Place
  readonly marked: Place | null
  /** Name of the chosen peg. */
  readonly peg: string | null
}

/** What a key asks for on a board. */
export type Keystroke =
  | { readonly kind: 'move'; readonly way: string }
  | { readonly kind: 'walk'; readonly to: Place }
  | { readonly kind: 'undo' }
  | { readonly kind: 'peg'; readonly name: string }
  | { readonly kind: 'release' }
  | { readonly kind: 'press'; readonly press: NonNullable<Press> }

type Way = 'up' | 'down' | 'left' | 'right'

const ARROWS: Readonly<Record<string, Way>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** Arrows move in direction games and walk the cells in the others; null: the board has no use for the key. */
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
  const press = game.type?.(key, at) ?? null
  return press && { kind: 'press', press }
}

/** The next cell that way; the last one of its line stays where it is. */
function neighbour({ rows }: Board, { row, column }: Place, way: Way): Place {
  const down = way === 'down' ? 1 : way === 'up' ? -1 : 0
  const right = way === 'right' ? 1 : way === 'left' ? -1 : 0
  return {
    row: Math.max(0, Math.min(rows.length - 1, row + down)),
    column: Math.max(0, Math.min((rows[0]?.length ?? 1) - 1, column + right)),
  }
}
