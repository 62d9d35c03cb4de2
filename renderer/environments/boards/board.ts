import type { EpisodeView } from '#shared/gem/players/index.ts'
import { text, type MessageKey } from '../../i18n/text.ts'

/** One cell as it is drawn: what it shows and what it is; `label` is read out. */
export interface Cell {
  readonly face: string
  readonly kind: string
  readonly label: string
  /** Strength of a tile's tint, 0 … 11. */
  readonly level?: number
}

/** What a cell is, as it is read out: `S: not in the word`, or the word alone. */
export const cellLabel = (what: CellWord, at?: string): string =>
  at === undefined ? text(`environments.cell.${what}`) : `${at}: ${text(`environments.cell.${what}`)}`

type CellWord =
  Extract<MessageKey, `environments.cell.${string}`> extends `environments.cell.${infer Word}` ? Word : never

/** A drawn board, read from what the agent sees and nothing else. */
export interface Board {
  /** Chooses the style: `mines`, `sokoban`, … */
  readonly look: string
  readonly rows: readonly (readonly Cell[])[]
  /** What the rows and columns are counted from at the edges, if they are counted. */
  readonly counted?: 0 | 1
  /** Rows and columns after which a thicker line is drawn. */
  readonly block?: number
  /** Keys below the board, such as an alphabet. */
  readonly palette?: readonly Cell[]
  /** Texts beside the board, such as clues. */
  readonly aside?: readonly string[]
  /** Pegs with their disks from the bottom up, instead of cells. */
  readonly pegs?: readonly (readonly number[])[]
}

export interface Place {
  readonly row: number
  readonly column: number
}

/** What a click or a key means: an action without its `\boxed{}`, a change of the draft, or the first of two cells. */
export type Press = { readonly send: string } | { readonly type: string } | { readonly mark: Place } | null

/** How a family's board is read and played. */
export interface BoardGame {
  read(episode: EpisodeView): Board | null
  /** The arrow keys are actions of their own. */
  readonly directions?: boolean
  /** A cell was clicked, or chosen with Enter; `other` with Shift, F or the second mouse button. */
  press?(place: Place, how: 'plain' | 'other', marked: Place | null, board: Board): Press
  /** A character was typed on a cell. */
  type?(key: string, place: Place): Press
  /** A key of the palette was chosen. */
  palette?(face: string): Press
  /** How it is played, in a line. */
  readonly hint: MessageKey
}

/** Its keys add to the action, which is sent as a whole. */
export const writes = ({ palette }: BoardGame): boolean => 'type' in (palette?.('') ?? {})

/** The current board and prompt. */
export function suffixOf({ opening, turns }: EpisodeView): string {
  const { suffix } = (turns.at(-1)?.result ?? opening).info
  return typeof suffix === 'string' ? suffix : ''
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The inside of the last simple `\boxed{}` of an action. */
export function boxedPart(action: string): string {
  return [...action.matchAll(/\\boxed\{([^{}]*)\}/g)].at(-1)?.[1] ?? ''
}

/** A cell's place for people, as its game counts. */
export const placeLabel = (row: number, column: number, from: 0 | 1 = 0): string =>
  `${row + from}, ${column + from}`

const samePlace = (one: Cell | undefined, other: Cell | undefined): boolean =>
  one?.face === other?.face && one?.kind === other?.kind

/** Whether a cell differs from the board before; nothing has changed on a first board. */
export function changed(board: Board, before: Board | null, row: number, column: number): boolean {
  const cell = board.rows[row]?.[column]
  if (!before || cell?.kind === 'free' || cell?.kind === 'none') return false
  return !samePlace(cell, before.rows[row]?.[column])
}

/** True where single cells are chosen, by a click or by walking to them. */
export const choosesCells = (game: BoardGame): boolean => game.press !== undefined || game.type !== undefined

/** Which of a cell's edges border a block: `right`, `bottom`, both or none; `side` counts the cells of a board's side. */
export function edgeOf(block: number | undefined, row: number, column: number, side: number): string {
  if (block === undefined) return ''
  const right = (column + 1) % block === 0 && column + 1 < side ? 'right' : ''
  const bottom = (row + 1) % block === 0 && row + 1 < side ? 'bottom' : ''
  return `${right} ${bottom}`.trim()
}
