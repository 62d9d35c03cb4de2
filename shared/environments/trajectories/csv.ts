import type { WorkbenchError } from '../../workbench/failure.ts'
import { workbenchError } from '../../workbench/sentences/workbench-error.ts'
import { OWN_COLUMNS, type OwnRow } from './rows.ts'

/** What a spreadsheet would run as a formula, and the apostrophe that keeps it from doing so. */
const GUARDED = /^'*[=+\-@＝＋－＠\t\r]/

/** A value as a cell; what would be a formula has an apostrophe before it. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = GUARDED.test(text) ? `'${text}` : text
  // An empty text in quotes: without them there is none.
  return safe === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvHead = `${OWN_COLUMNS.join(',')}\r\n`

/** RFC 4180; what would be a formula has an apostrophe before it, which is taken away again when the file is read. */
export const csvLine = (row: OwnRow): string =>
  `${OWN_COLUMNS.map((name) => csvCell(row[name])).join(',')}\r\n`

export interface CsvRow {
  readonly record: Record<string, unknown>
  readonly line: number
  /** Why the line is not a row. */
  readonly problem?: WorkbenchError
}

/** Reads comma-separated values as they arrive; the first row names the columns. */
export class CsvText {
  /** As the first row has them. */
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

  /** @throws WorkbenchError where the first row, without which there are no others, is none */
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

  /** The next whole row; a cell without quotes that is empty is null. Where quotation marks are wrong there are no cells, and the next line is the next row. */
  #next(isEnd: boolean): { cells?: (string | null)[]; line: number } | undefined {
    const text = this.#rest
    if (text === '') return undefined
    const cells: (string | null)[] = []
    for (let at = 0; ;) {
      const cell = text[at] === '"' ? quoted(text, at) : plain(text, at)
      const next = cell && text[cell.end]
      // A row is whole when something stands behind it; CR may be half of a line break.
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

  /** Goes on behind a row that ends here. @returns the line on which it began */
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
  /** Behind it. */
  readonly end: number
}

function plain(text: string, from: number, rest = /[,\r\n]/g): Cell {
  rest.lastIndex = from
  const end = rest.exec(text)?.index ?? text.length
  return { value: end === from ? null : text.slice(from, end), end }
}

/** Undefined where it is not closed yet. */
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
