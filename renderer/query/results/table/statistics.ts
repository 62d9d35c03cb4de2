import { compareCells, numberOf, textOf, type Cell } from './order.ts'

/** Statistics of a column over the shown rows. */
export interface ColumnStatistics {
  readonly rows: number
  readonly empty: number
  readonly distinct: number
  /** Minimum and maximum; numbers numerically, text alphabetically. */
  readonly least: Cell
  readonly greatest: Cell
  /** Only if all non-empty cells are numbers. */
  readonly numbers:
    | { readonly sum: number; readonly mean: number; readonly median: number; readonly bins: readonly Bin[] }
    | undefined
  /** The most frequent values with counts. */
  readonly top: readonly { readonly value: string; readonly count: number }[]
}

/** Numbers in [`from`, `to`); the last bin includes its end. */
export interface Bin {
  readonly from: number
  readonly to: number
  readonly count: number
}

const TOP = 8
const BINS = 16

export function statisticsOf(cells: readonly Cell[], rows: Uint32Array): ColumnStatistics {
  const counts = new Map<Cell, number>()
  let empty = 0
  for (const row of rows) {
    const cell = cells[row] ?? null
    if (cell === null || cell === '') empty++
    else counts.set(cell, (counts.get(cell) ?? 0) + 1)
  }
  const distinct = [...counts.keys()]
  const [first = null] = distinct
  let least: Cell = first
  let greatest: Cell = first
  for (const cell of distinct) {
    if (compareCells(cell, least) < 0) least = cell
    if (compareCells(cell, greatest) > 0) greatest = cell
  }
  const top = [...counts]
    .sort((a, b) => b[1] - a[1] || compareCells(a[0], b[0]))
    .slice(0, TOP)
    .map(([cell, count]) => ({ value: textOf(cell), count }))
  return {
    rows: rows.length,
    empty,
    distinct: distinct.length,
    least,
    greatest,
    numbers: numbersOf(counts),
    top,
  }
}

function numbersOf(counts: ReadonlyMap<Cell, number>): ColumnStatistics['numbers'] {
  if (counts.size === 0) return undefined
  const numbers: number[] = []
  for (const [cell, count] of counts) {
    const number = numberOf(cell)
    if (Number.isNaN(number) || typeof cell === 'boolean') return undefined
    for (let i = 0; i < count; i++) numbers.push(number)
  }
  numbers.sort((a, b) => a - b)
  const sum = numbers.reduce((total, number) => total + number, 0)
  const middle = numbers.length >> 1
  const upper = numbers[middle] ?? 0
  const median = numbers.length % 2 === 1 ? upper : ((numbers[middle - 1] ?? 0) + upper) / 2
  return { sum, mean: sum / numbers.length, median, bins: binsOf(numbers) }
}

/** Equal-width bins over sorted numbers; a single bin if all are equal. */
function binsOf(sorted: readonly number[]): Bin[] {
  const least = sorted[0] ?? 0
  const greatest = sorted.at(-1) ?? 0
  if (least === greatest) return [{ from: least, to: greatest, count: sorted.length }]
  const width = (greatest - least) / BINS
  const counts = Array.from({ length: BINS }, () => 0)
  for (const number of sorted) {
    const index = Math.min(BINS - 1, Math.floor((number - least) / width))
    counts[index] = (counts[index] ?? 0) + 1
  }
  return counts.map((count, index) => ({
    from: least + index * width,
    to: least + (index + 1) * width,
    count,
  }))
}
