import type { WorkbenchError } from '../../workbench/failure.ts'
import { workbenchError } from '../../workbench/sentences/workbench-error.ts'
import { OWN_COLUMNS, type OwnRow } from './rows.ts'

/** Prefixes that a spreadsheet would run as a formula, with any apostrophes that escape them. */
const GUARDED = /^'*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/

/** Formats a value as a CSV cell; escapes formulas with an apostrophe. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = GUARDED.test(text) ? `'${text}` : text
  // Quote an empty text, to distinguish it from an absent value.
  return safe === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvHead = `${OWN_COLUMNS.join(',')}\r\n`

/** Formats a row (RFC 4180). Formulas are escaped with an apostrophe, which reading removes again. */
export const csvLine = (row: OwnRow): string =>
  `${OWN_COLUMNS.map((name) => csvCell(row[name])).join(',')}\r\n`

export interface CsvRow {
  readonly record: Record<string, unknown>
  readonly line: number
  /** Why the line is not a valid row. */
  readonly problem?: WorkbenchError
}

/** Incremental CSV parser; the first row contains the column names. */
export class CsvText {
  /** From the first row. */
  columns: readonly string[] | undefined
  #rest = ''
  #line = 1

  push(text: string): CsvRow[] {
    this.#rest += text
    return this.#rows(false)
  }

  end(): CsvRow[] {
    return this.#rows(true)
  }

  /** @throws WorkbenchError when the header row is invalid */
  #rows(isEnd: boolean): CsvRow[] {
    const rows: CsvRow[] = []
    for (let row = this.#next(isEnd); row; row = this.#next(isEnd)) {
      const { line } = row
      const bad = (reason: 'quote' | 'cells', values = {}): void => {
        const problem = workbenchError(`RECORDING_UNREADABLE.${reason}`, { line, ...values })
        if (!this.columns) throw problem
        rows.push({ record: {}, line, problem })
      }
      const { cells } = row
      if (!cells) {
        bad('quote')
        continue
      }
      if (cells.length === 1 && cells[0] === null) continue
      if (!this.columns) {
        this.columns = cells.map((name) => (name ?? '').trim())
        continue
      }
      if (cells.length !== this.columns.length) {
        bad('cells', { wanted: this.columns.length, found: cells.length })
        continue
      }
      rows.push({
        record: Object.fromEntries(this.columns.map((name, i) => [name, unguarded(cells[i])])),
        line,
      })
    }
    return rows
  }

  /**
   * Returns the next complete row; an empty unquoted cell is null. A row with broken quoting has no cells,
   * and parsing continues on the next line.
   */
  #next(isEnd: boolean): { cells?: (string | null)[]; line: number } | undefined {
    const text = this.#rest
    if (text === '') return undefined
    const cells: (string | null)[] = []
    for (let at = 0; ;) {
      const cell = text[at] === '"' ? quoted(text, at) : plain(text, at)
      const next = cell && text[cell.end]
      // A row is complete only once something follows it: CR may be the first half of CRLF.
      if (
        !cell ||
        (next === undefined && !isEnd) ||
        (next === '\r' && cell.end + 1 >= text.length && !isEnd)
      ) {
        return !cell && isEnd ? { line: this.#passed(plain(text, 0, /[\r\n]/g).end) } : undefined
      }
      cells.push(cell.value)
      if (next === ',') {
        at = cell.end + 1
        continue
      }
      if (next !== undefined && next !== '\r' && next !== '\n')
        return { line: this.#passed(plain(text, 0, /[\r\n]/g).end) }
      return { cells, line: this.#passed(cell.end) }
    }
  }

  /** Advances past the row that ends here. @returns the row's first line */
  #passed(at: number): number {
    const [text, line] = [this.#rest, this.#line]
    const next = text[at]
    const end = at + (next === '\r' && text[at + 1] === '\n' ? 2 : next === undefined ? 0 : 1)
    this.#line += text.slice(0, end).split(/\r\n|\r|\n/).length - 1
    this.#rest = text.slice(end)
    return line
  }
}

interface Cell {
  readonly value: string | null
  /** Offset after the cell. */
  readonly end: number
}

function plain(text: string, from: number, rest = /[,\r\n]/g): Cell {
  rest.lastIndex = from
  const end = rest.exec(text)?.index ?? text.length
  return { value: end === from ? null : text.slice(from, end), end }
}

/** Undefined if the quote is not closed yet. */
function quoted(text: string, from: number): Cell | undefined {
  for (let at = from + 1; ;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return undefined
    if (text[quote + 1] !== '"')
      return { value: text.slice(from + 1, quote).replaceAll('""', '"'), end: quote + 1 }
    at = quote + 2
  }
}

const unguarded = (cell: string | null | undefined): string | null =>
  cell === null || cell === undefined
    ? null
    : cell.startsWith("'") && GUARDED.test(cell.slice(1))
      ? cell.slice(1)
      : cell
