import { create } from 'zustand'
import { columnWords, isMachineColumn } from '../../../spl/column-names.ts'
import type { QueryResult, Row } from '../../../spl/result.ts'
import { cellText } from '../../../spl/result.ts'
import { referenceOf } from '../../../spl/references.ts'
import type { Arrangement, Sort } from './order.ts'

/**
 * A table's arrangement. Filters, search, sorting and grouping belong to a statement's result and survive its
 * reruns; column settings persist for the tab.
 */
export interface TableState extends Arrangement {
  readonly hidden: readonly string[]
  readonly pinned: readonly string[]
  /** Manually set widths in px. */
  readonly widths: Readonly<Record<string, number>>
  /** Whether the filter row is shown. */
  readonly filtering: boolean
  /** The grouping column, and the expanded groups. */
  readonly groupBy: string | undefined
  readonly openGroups: ReadonlySet<string>
  /** Whether ids are shown instead of entity names. */
  readonly raw: boolean
}

const START: TableState = {
  sorts: [],
  filters: [],
  search: '',
  hidden: [],
  pinned: [],
  widths: {},
  filtering: false,
  groupBy: undefined,
  openGroups: new Set(),
  raw: false,
}

export const useTableStates = create<Readonly<Record<string, TableState>>>(() => ({}))

/** Name of the table of a statement's result. */
export const tableOf = (tab: string, statement: string): string => `${tab}\n${statement}`

const tabOf = (table: string): string => table.slice(0, Math.max(0, table.indexOf('\n')))

export function tableStateOf(states: Readonly<Record<string, TableState>>, table: string): TableState {
  return states[table] ?? states[tabOf(table)] ?? START
}

export function changeTable(table: string, change: Partial<TableState>): void {
  const tab = tabOf(table)
  useTableStates.setState((states) => {
    const next = { ...tableStateOf(states, table), ...change }
    const others = Object.entries(states).filter(([name]) => tabOf(name) !== tab || tab === '')
    const { hidden, pinned, widths, raw } = next
    // Column settings carry over to the tab's next statement.
    return { ...Object.fromEntries(others), [tab]: { ...START, hidden, pinned, widths, raw }, [table]: next }
  }, true)
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
/** Rows sampled for a column's initial width, px per character of the mono font, and padding in px. */
const WIDTH_SAMPLE = 60
const CHARACTER = 7.4
const PADDING = 26

/** Assumed characters of entity and relation columns: names are not known yet. */
const REFERENCE_LENGTH = 34
/** Assumed characters of one part of a path. */
const PART_LENGTH = 22

/** The width that fits the name that a column is shown with and its first cells, however long they are. */
export function wholeWidth(column: string, name: string, rows: readonly Row[], raw: boolean): number {
  let longest = name.length + 3
  for (const row of rows.slice(0, WIDTH_SAMPLE)) {
    const reference = raw ? undefined : referenceOf(row[column], column, row)
    const words = raw ? undefined : columnWords(column, row[column])
    const parts = reference?.kind === 'several' ? reference.parts.length : 0
    longest = Math.max(
      longest,
      parts > 1
        ? parts * PART_LENGTH
        : reference
          ? REFERENCE_LENGTH
          : (words ?? cellText(row[column])).length,
    )
  }
  return Math.round(Math.max(MIN_WIDTH, longest * CHARACTER + PADDING))
}

/**
 * Initial widths: as the cells need, but no wider than a column may begin with; what is left of the room then goes to
 * the columns that need more, in equal parts.
 * @param whole what each column needs at the text's scale; undefined for one with a width of its own
 */
export function startWidths(
  whole: readonly (number | undefined)[],
  own: readonly (number | undefined)[],
  room: number,
  scale = 1,
): number[] {
  const widths = whole.map((width, at) => own[at] ?? Math.min(MAX_START_WIDTH * scale, width ?? MIN_WIDTH))
  let left = room - widths.reduce((sum, width) => sum + width, 0)
  const lacks = (at: number): number => (own[at] === undefined ? (whole[at] ?? 0) - (widths[at] ?? 0) : 0)
  for (let wanting = widths.length; left >= 1 && wanting > 0;) {
    const needy = widths.flatMap((_, at) => (lacks(at) > 0 ? [at] : []))
    wanting = needy.length
    const part = Math.floor(left / Math.max(1, wanting))
    if (part < 1) break
    for (const at of needy) {
      const more = Math.min(part, lacks(at))
      widths[at] = (widths[at] ?? 0) + more
      left -= more
    }
  }
  return widths
}

/** A column's manual width. Column names come from the data, so `constructor` is possible. */
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

/** Rows that are looked at for what is shown in words. */
const WORDS_SAMPLE = 20

/** Whether a table shows names or words for something, whose raw values can be shown instead. */
export const showsWords = ({ columns, rows }: Pick<QueryResult, 'columns' | 'rows'>): boolean =>
  columns.some(isMachineColumn) ||
  rows
    .slice(0, WORDS_SAMPLE)
    .some((row) =>
      columns.some(
        (column) =>
          referenceOf(row[column], column, row) !== undefined ||
          columnWords(column, row[column]) !== undefined,
      ),
    )
