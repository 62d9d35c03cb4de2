/** A cell in the table's worker: objects and lists are JSON text. */
export type Cell = string | number | boolean | null

export interface Sort {
  readonly column: string
  readonly descending: boolean
}

/** A column filter as typed; see {@link compileFilter}. */
export interface Filter {
  readonly column: string
  readonly text: string
}

export interface Arrangement {
  readonly sorts: readonly Sort[]
  readonly filters: readonly Filter[]
  /** Must occur in any column, case-insensitively. */
  readonly search: string
}

type Test = (cell: Cell) => boolean

const EXPRESSION = /^\/(.*)\/([a-z]*)$/s
const COMPARISON = /^(!=|<=|>=|=|<|>)\s*(.*)$/s

/**
 * Compiles a filter: `=x`, `!=x`, `<5`, `>=5` compare (numerically if both are numbers), `/x/` or `/x/i` is a
 * regular expression, anything else a case-insensitive substring. An invalid regular expression matches
 * nothing.
 */
export function compileFilter(text: string): Test {
  const typed = text.trim()
  const expression = EXPRESSION.exec(typed)
  if (expression) {
    const pattern = regularExpression(expression[1] ?? '', expression[2] ?? '')
    return (cell) => pattern?.test(textOf(cell)) ?? false
  }
  const comparison = COMPARISON.exec(typed)
  if (comparison) return comparisonTest(comparison[1] ?? '=', comparison[2] ?? '')
  const part = typed.toLowerCase()
  return (cell) => textOf(cell).toLowerCase().includes(part)
}

/** Whether a filter is a regular expression that is not valid. */
export function isBrokenFilter(text: string): boolean {
  const [, source, flags = ''] = EXPRESSION.exec(text.trim()) ?? []
  return source !== undefined && regularExpression(source, flags) === undefined
}

function regularExpression(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags.replaceAll('g', '').replaceAll('y', ''))
  } catch {
    return undefined
  }
}

function comparisonTest(operator: string, value: string): Test {
  const order = (cell: Cell): number => compareCells(cell, value)
  switch (operator) {
    case '=':
      return (cell) => order(cell) === 0
    case '!=':
      return (cell) => order(cell) !== 0
    case '<':
      return (cell) => cell !== null && order(cell) < 0
    case '<=':
      return (cell) => cell !== null && order(cell) <= 0
    case '>':
      return (cell) => cell !== null && order(cell) > 0
    default:
      return (cell) => cell !== null && order(cell) >= 0
  }
}

export function textOf(cell: Cell): string {
  return cell === null ? '' : String(cell)
}

/** A cell as a number, or NaN. The empty string is not a number. */
export function numberOf(cell: Cell): number {
  if (typeof cell === 'number') return cell
  return typeof cell === 'string' && cell.trim() !== '' ? Number(cell) : Number.NaN
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Compares numerically if both cells are numbers, otherwise in natural text order; null comes first. */
export function compareCells(a: Cell, b: Cell): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1
  const left = numberOf(a)
  const right = numberOf(b)
  if (!Number.isNaN(left) && !Number.isNaN(right)) return left - right
  return collator.compare(String(a), String(b))
}

/** Returns the indices of matching rows in sorted order. Stable: ties keep the server's order. */
export function arrange(
  columns: ReadonlyMap<string, readonly Cell[]>,
  rows: number,
  { sorts, filters, search }: Arrangement,
): Uint32Array<ArrayBuffer> {
  const tests = filters
    .filter(({ text }) => text.trim() !== '')
    .map(({ column, text }) => ({ cells: columns.get(column) ?? [], test: compileFilter(text) }))
  const needle = search.trim().toLowerCase()
  const everything = [...columns.values()]
  const passes = (row: number): boolean =>
    tests.every(({ cells, test }) => test(cells[row] ?? null)) &&
    (needle === '' ||
      everything.some((cells) =>
        textOf(cells[row] ?? null)
          .toLowerCase()
          .includes(needle),
      ))
  const matches = new Uint32Array(rows)
  let count = 0
  for (let row = 0; row < rows; row++) if (passes(row)) matches[count++] = row
  const order = matches.slice(0, count)
  return sorts.length === 0 ? order : sortRows(order, columns, sorts)
}

/** Sorts by ranks: each column's values are compared n log n times once, then rows compare by integers. */
function sortRows(
  order: Uint32Array<ArrayBuffer>,
  columns: ReadonlyMap<string, readonly Cell[]>,
  sorts: readonly Sort[],
): Uint32Array<ArrayBuffer> {
  const keys = sorts.map(({ column, descending }) => {
    const ranks = rank(columns.get(column) ?? [])
    return { ranks, sign: descending ? -1 : 1 }
  })
  return order.sort((a, b) => {
    for (const { ranks, sign } of keys) {
      const [left = 0, right = 0] = [ranks[a], ranks[b]]
      // Empty cells are last in both directions.
      if (left !== right) return Math.max(left, right) === EMPTY ? left - right : sign * (left - right)
    }
    return a - b
  })
}

interface Key {
  readonly cell: Cell
  readonly number: number
  readonly text: string
}

/** Maximum length of a digit run treated as a number; longer ones are ids and sort as text. */
const DIGITS = 15

/** Sort key of a cell: lower case with padded numbers, so that plain comparison puts `n2` before `n10`. */
function keyOf(cell: Cell): Key {
  const text = textOf(cell)
    .toLowerCase()
    .replaceAll(/\d+/g, (digits) => digits.padStart(DIGITS, '0'))
  return { cell, number: numberOf(cell), text }
}

function compareKeys(a: Key, b: Key): number {
  if (a.cell === null || b.cell === null) return a.cell === b.cell ? 0 : a.cell === null ? -1 : 1
  if (!Number.isNaN(a.number) && !Number.isNaN(b.number)) return a.number - b.number
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0
}

/** The rank of an empty cell. */
const EMPTY = 0xffffffff

/** Rank of each row's cell among the column's distinct cells. */
function rank(cells: readonly Cell[]): Uint32Array {
  const distinct = Array.from(new Set(cells), keyOf).sort(compareKeys)
  const place = new Map<Cell, number>()
  let last = 0
  distinct.forEach((key, index) => {
    const before = distinct[index - 1]
    if (before !== undefined && compareKeys(before, key) !== 0) last = index
    place.set(key.cell, last)
  })
  return Uint32Array.from(cells, (cell) => (cell === null ? EMPTY : (place.get(cell) ?? 0)))
}
