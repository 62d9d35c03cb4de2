import type { EpisodeView } from '#shared/gem/players/index.ts'
import { labelled, text, type MessageKey } from '../../i18n/text.ts'

/** One cell: face and kind; `label` is for screen readers. */
export interface Cell {
  readonly face: string
  readonly kind: string
  readonly label: string
  /** Strength of a tile's tint, 0 … 11. */
  readonly level?: number
}

/** A cell's accessible name: `S: not in the word`, or the word alone. */
export const cellLabel = (what: CellWord, at?: string): string =>
  at === undefined ? text(`environments.cell.${what}`) : labelled(at, text(`environments.cell.${what}`))

type CellWord =
  Extract<MessageKey, `environments.cell.${string}`> extends `environments.cell.${infer Word}` ? Word : never

/** A board parsed from the agent's observation only. */
export interface Board {
  /** Selects the style: `mines`, `sokoban`, … */
  readonly look: string
  readonly rows: readonly (readonly Cell[])[]
  /** First row and column number, if they are shown. */
  readonly counted?: 0 | 1
  /** Number of rows and columns per block, separated by thicker lines. */
  readonly block?: number
  /** Keys below the board, such as an alphabet. */
  readonly palette?: readonly Cell[]
  /** Texts beside the board, such as clues. */
  readonly legend?: readonly string[]
  /** Pegs with their disks from the bottom up, instead of cells. */
  readonly pegs?: readonly (readonly number[])[]
}

export interface Place {
  readonly row: number
  readonly column: number
}

/**
 * Effect of a click or key: an action without its `\boxed{}`, text for the draft, or the first of two cells.
 */
export type Press = { readonly send: string } | { readonly type: string } | { readonly mark: Place } | null

/** Parses and operates the board of a game family. */
export interface BoardGame {
  read(episode: EpisodeView): Board | null
  /** Arrow keys are actions. */
  readonly directions?: boolean
  /** A cell was clicked or selected with Enter; `other` with Shift, F or the secondary button. */
  press?(place: Place, how: 'plain' | 'other', marked: Place | null, board: Board): Press
  /** A character was typed on a cell. */
  type?(key: string, place: Place): Press
  /** A palette key was pressed. */
  palette?(face: string): Press
  /** The cells of a guess that is being typed, for its row; null for a text that cannot become one. */
  typed?(draft: string, length: number): readonly Cell[] | null
  /** One-line instructions. */
  readonly hint: MessageKey
}

/** Its palette keys append to the draft, which is sent as a whole. */
export const writes = ({ palette }: BoardGame): boolean => 'type' in (palette?.('') ?? {})

/** Number of cells of a guess, in the first row that is still free. */
const freeIn = (row: readonly Cell[] = []): number => row.filter(({ kind }) => kind === 'free').length

const isFree = (row: readonly Cell[]): boolean => row[0]?.kind === 'free'

/** Whether the draft fills its row, which takes no more. */
export function isFull({ typed }: BoardGame, { rows }: Board, draft: string): boolean {
  const length = freeIn(rows.find(isFree))
  return typed?.(draft, length)?.length === length
}

/** The board with the guess being typed in its first free row. */
export function withDraft({ typed }: BoardGame, board: Board, draft: string): Board {
  const at = board.rows.findIndex(isFree)
  const cells = typed?.(draft, freeIn(board.rows[at])) ?? []
  return at < 0 || cells.length === 0
    ? board
    : { ...board, rows: board.rows.with(at, [...cells, ...board.rows[at]!.slice(cells.length)]) }
}

/** The latest board and prompt. */
export function suffixOf({ opening, turns }: EpisodeView): string {
  const { suffix } = (turns.at(-1)?.result ?? opening).info
  return typeof suffix === 'string' ? suffix : ''
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The content of the last simple `\boxed{}` of an action. */
export function boxedPart(action: string): string {
  return [...action.matchAll(/\\boxed\{([^{}]*)\}/g)].at(-1)?.[1] ?? ''
}

/** A cell's position for display, in the game's numbering. */
export const placeLabel = (row: number, column: number, from: 0 | 1 = 0): string =>
  `${row + from}, ${column + from}`

const samePlace = (one: Cell | undefined, other: Cell | undefined): boolean =>
  one?.face === other?.face && one?.kind === other?.kind

/** Whether a cell differs from the previous board; false for the first board. */
export function changed(board: Board, before: Board | null, row: number, column: number): boolean {
  const cell = board.rows[row]?.[column]
  if (!before || cell === undefined || ['free', 'none', 'typed'].includes(cell.kind)) return false
  return !samePlace(cell, before.rows[row]?.[column])
}

/** Whether cells can be selected, by click or keyboard. */
export const choosesCells = (game: BoardGame): boolean => game.press !== undefined || game.type !== undefined

/**
 * The cell's edges that border a block: `right`, `bottom`, both or none; `side` is the board's side length.
 */
export function edgeOf(block: number | undefined, row: number, column: number, side: number): string {
  if (block === undefined) return ''
  const right = (column + 1) % block === 0 && column + 1 < side ? 'right' : ''
  const bottom = (row + 1) % block === 0 && row + 1 < side ? 'bottom' : ''
  return `${right} ${bottom}`.trim()
}
