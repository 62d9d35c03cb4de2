import { yieldToMain } from '../../../app/slices.ts'
import { kindWords } from '../../../spl/column-names.ts'
import { cellText, type QueryResult } from '../../../spl/result.ts'
import { referenceOf } from '../../../spl/references.ts'
import type { Arrangement, Cell } from './order.ts'
import type { ColumnStatistics } from './statistics.ts'
import type { FromTableWorker, ToTableWorker } from './table.worker.ts'

/** Converts a cell for the worker. */
function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return cellText(value)
}

/** Prefix of a column's name for the worker: what its cells show, which of an entity's id is the entity's name. */
const SHOWN = 'shown:'

/** The column of the cells as they are shown, to sort by; ids in their own order would look random. */
export const asShown = (column: string): string => SHOWN + column

/** The cells of a column for the worker. */
export function columnCells({ rows, columns }: QueryResult, name: string): Cell[] {
  const column = !columns.includes(name) && name.startsWith(SHOWN) ? name.slice(SHOWN.length) : undefined
  if (column === undefined) return rows.map((row) => cellOf(row[name]))
  return rows.map((row) => {
    const value = row[column]
    const reference = referenceOf(value, column, row)
    return (reference?.kind === 'entity' ? reference.name : kindWords(column, value)) ?? cellOf(value)
  })
}

/** Whether an arrangement leaves all rows in the server's order. */
export const isUnarranged = ({ sorts, filters, search }: Arrangement): boolean =>
  sorts.length === 0 && search.trim() === '' && filters.every(({ text }) => text.trim() === '')

/**
 * Sorts, filters and counts a result in a worker. Columns are sent on demand, one at a time, so that even
 * 100,000 rows do not block the page.
 */
export class Sorter {
  readonly #result: QueryResult
  #worker: Worker | undefined
  readonly #sent = new Map<string, Promise<void>>()
  readonly #waiting = new Map<number, (answer: FromTableWorker) => void>()
  #lastRequest = 0

  constructor(result: QueryResult) {
    this.#result = result
  }

  /**
   * Indices of the matching rows in order; undefined for all rows in the server's order, which needs no
   * worker.
   */
  async arrange(arrangement: Arrangement): Promise<Uint32Array | undefined> {
    const { sorts, filters, search } = arrangement
    const isPlain = isUnarranged(arrangement)
    if (isPlain && !this.#worker) return undefined
    const sorted = sorts.map(({ column }) => column)
    const needed =
      search.trim() === ''
        ? [...sorted, ...filters.map(({ column }) => column)]
        : new Set([...this.#result.columns, ...this.#inWords(), ...sorted])
    for (const column of needed) await this.#send(column)
    const answer = await this.#ask((request) => ({ type: 'arrange', request, arrangement }))
    if (answer.type !== 'arranged') throw new Error(`Unexpected ${answer.type}`)
    return isPlain ? undefined : answer.order
  }

  /** Over the rows matched by the last `arrange`. */
  async statistics(column: string): Promise<ColumnStatistics> {
    await this.#send(column)
    const answer = await this.#ask((request) => ({ type: 'statistics', request, column }))
    if (answer.type !== 'statistics') throw new Error(`Unexpected ${answer.type}`)
    return answer.statistics
  }

  /** The columns whose cells are shown in words, to search for these too. */
  #inWords(): readonly string[] {
    const [first] = this.#result.rows
    return this.#result.columns.filter((column) => kindWords(column, first?.[column])).map(asShown)
  }

  dispose(): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#waiting.clear()
    this.#sent.clear()
  }

  #post(message: ToTableWorker): void {
    if (this.#worker === undefined) {
      this.#worker = new Worker(new URL('./table.worker.ts', import.meta.url), { type: 'module' })
      this.#worker.addEventListener('message', ({ data }: MessageEvent<FromTableWorker>) => {
        this.#waiting.get(data.request)?.(data)
        this.#waiting.delete(data.request)
      })
      this.#worker.postMessage({ type: 'rows', count: this.#result.rows.length } satisfies ToTableWorker)
    }
    this.#worker.postMessage(message)
  }

  #send(column: string): Promise<void> {
    const known = this.#sent.get(column)
    if (known) return known
    const sending = yieldToMain().then(() => {
      this.#post({ type: 'column', name: column, cells: columnCells(this.#result, column) })
    })
    this.#sent.set(column, sending)
    return sending
  }

  #ask(make: (request: number) => ToTableWorker): Promise<FromTableWorker> {
    const request = ++this.#lastRequest
    return new Promise((resolve) => {
      this.#waiting.set(request, resolve)
      this.#post(make(request))
    })
  }
}
