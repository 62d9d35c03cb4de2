import { create } from 'zustand'
import type { Row } from '../../run/result.ts'
import { cellText } from '../../run/result.ts'
import type { Arrangement, Sort } from './order.ts'

/** How a tab's table is arranged. It outlives a run, so that running again keeps sorting and widths. */
export interface TableState extends Arrangement {
  readonly hidden: readonly string[]
  readonly pinned: readonly string[]
  /** Widths that were set by hand, in px. */
  readonly widths: Readonly<Record<string, number>>
  /** Whether the row of filters is shown. */
  readonly filtering: boolean
}

const START: TableState = {
  sorts: [],
  filters: [],
  search: '',
  hidden: [],
  pinned: [],
  widths: {},
  filtering: false,
}

export const useTableStates = create<Readonly<Record<string, TableState>>>(() => ({}))

export function tableStateOf(states: Readonly<Record<string, TableState>>, tab: string): TableState {
  return states[tab] ?? START
}

export function changeTable(tab: string, change: Partial<TableState>): void {
  useTableStates.setState((states) => ({ [tab]: { ...tableStateOf(states, tab), ...change } }))
}

/** The sorts after a click on a column: ascending, descending, none. `add` keeps the other columns. */
export function nextSorts(sorts: readonly Sort[], column: string, add: boolean): Sort[] {
  const current = sorts.find((sort) => sort.column === column)
  const others = add ? sorts.filter((sort) => sort.column !== column) : []
  if (current === undefined) return [...others, { column, descending: false }]
  return current.descending ? [...others] : [...others, { column, descending: true }]
}

export const MIN_WIDTH = 56
const MAX_START_WIDTH = 340
/** Rows looked at for the first width of a column, px per character of the mono font, and px around the text. */
const WIDTH_SAMPLE = 60
const CHARACTER = 7.4
const PADDING = 26

/** A width that fits the column's name and most of its first cells. */
export function startWidth(column: string, rows: readonly Row[]): number {
  let longest = column.length + 3
  for (const row of rows.slice(0, WIDTH_SAMPLE)) longest = Math.max(longest, cellText(row[column]).length)
  return Math.round(Math.min(MAX_START_WIDTH, Math.max(MIN_WIDTH, longest * CHARACTER + PADDING)))
}

/** The width that a column was given by hand. Columns are named by the data: `constructor` is one, too. */
export const widthOf = (widths: TableState['widths'], column: string): number | undefined =>
  Object.hasOwn(widths, column) ? widths[column] : undefined

/** The columns to draw, pinned ones first. */
export function visibleColumns(columns: readonly string[], { hidden, pinned }: TableState): string[] {
  const shown = columns.filter((column) => !hidden.includes(column))
  return [
    ...shown.filter((column) => pinned.includes(column)),
    ...shown.filter((column) => !pinned.includes(column)),
  ]
}
