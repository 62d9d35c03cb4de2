import type { KeyboardEvent } from 'react'
import { cellText, type Row } from '../../../spl/result.ts'
import { numberOf } from './order.ts'

/** A cell: index of the shown line and of the shown column. */
export interface Place {
  readonly row: number
  readonly column: number
}

/** A cell range between two corners; the focus is the active cell. */
export interface Selection {
  readonly anchor: Place
  readonly focus: Place
}

/** The range's bounds, ends included. */
export function boundsOf({ anchor, focus }: Selection) {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  }
}

/** What stays of a selection when other rows or columns are shown: the active cell. */
export function activeOnly({ focus }: Selection, rows: number, columns: number): Selection {
  const place = { row: within(focus.row, rows), column: within(focus.column, columns) }
  return { anchor: place, focus: place }
}

/** An index of one of `count` items, 0 without any. */
export const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value))

export const isRange = ({ anchor, focus }: Selection): boolean =>
  anchor.row !== focus.row || anchor.column !== focus.column

export function isSelected(selection: Selection, row: number, column: number): boolean {
  const { top, bottom, left, right } = boundsOf(selection)
  return row >= top && row <= bottom && column >= left && column <= right
}

/** Arrow and paging keys as steps in rows and columns; `page` is the number of rows per page. */
export function stepOf(event: KeyboardEvent, page: number): readonly [number, number] | undefined {
  const far = event.ctrlKey || event.metaKey ? Number.POSITIVE_INFINITY : 0
  switch (event.key) {
    case 'ArrowDown':
      return [far || 1, 0]
    case 'ArrowUp':
      return [-(far || 1), 0]
    case 'ArrowRight':
      return [0, far || 1]
    case 'ArrowLeft':
      return [0, -(far || 1)]
    case 'PageDown':
      return [page, 0]
    case 'PageUp':
      return [-page, 0]
    case 'Home':
      return [far ? -far : 0, Number.NEGATIVE_INFINITY]
    case 'End':
      return [far, Number.POSITIVE_INFINITY]
    default:
      return undefined
  }
}

/** The selected cells as tab-separated text; a single cell is copied as is. */
export function selectedText(
  selection: Selection,
  columns: readonly string[],
  rowAt: (line: number) => Row | undefined,
): string {
  const { top, bottom, left, right } = boundsOf(selection)
  const chosen = columns.slice(left, right + 1)
  if (top === bottom && left === right) return cellText(rowAt(top)?.[chosen[0] ?? ''])
  const lines: string[] = []
  for (let line = top; line <= bottom; line++) {
    const row = rowAt(line)
    // Tabs and line breaks in a cell would split it.
    if (row)
      lines.push(chosen.map((column) => cellText(row[column]).replaceAll(/[\t\r\n]+/g, ' ')).join('\t'))
  }
  return lines.join('\n')
}

export interface SelectionFacts {
  readonly cells: number
  /** Over numeric cells, if there are any. */
  readonly sum: number | undefined
  readonly mean: number | undefined
}

/** Maximum cells summed; above it only the count is shown. */
const MAX_SUMMED = 50_000

/** Count and sum of the selected cells; undefined for a single cell. */
export function selectionFacts(
  selection: Selection,
  columns: readonly string[],
  rowAt: (line: number) => Row | undefined,
): SelectionFacts | undefined {
  const { top, bottom, left, right } = boundsOf(selection)
  const cells = (bottom - top + 1) * (right - left + 1)
  if (cells < 2) return undefined
  if (cells > MAX_SUMMED) return { cells, sum: undefined, mean: undefined }
  const numbers: number[] = []
  for (let line = top; line <= bottom; line++) {
    const row = rowAt(line)
    for (const column of columns.slice(left, right + 1)) {
      const value = row?.[column]
      const number = typeof value === 'number' || typeof value === 'string' ? numberOf(value) : Number.NaN
      if (!Number.isNaN(number)) numbers.push(number)
    }
  }
  const sum = numbers.reduce((total, number) => total + number, 0)
  return numbers.length === 0
    ? { cells, sum: undefined, mean: undefined }
    : { cells, sum, mean: sum / numbers.length }
}
