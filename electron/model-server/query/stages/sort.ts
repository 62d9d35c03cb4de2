import { type Prepared, orderPrepared, prepared } from '../compare.ts'
import { EntityRow, type Row } from '../row.ts'
import type { Budget } from '../budget.ts'
import { type Pace, type Rows, rowsOfList } from '../rows.ts'

interface SortKey {
  readonly name: string
  readonly descending: boolean
}

interface SortOrder {
  readonly keys: readonly SortKey[]
  /** Maximum rows needed; Infinity for all. */
  readonly most: number
  /** Whether the input is unordered, so that ties are broken by stable key. */
  readonly unordered: boolean
  /** Whether the rows so far, and those to come before it is false, arrive in the order of the first key. */
  readonly inOrder?: (() => boolean) | undefined
}

interface Entry {
  readonly row: Row
  readonly index: number
  readonly values: readonly Prepared[]
}

function comparator({ keys, unordered }: SortOrder): (a: Entry, b: Entry) => number {
  return (a, b) => {
    for (let i = 0; i < keys.length; i++) {
      const order = orderPrepared(a.values[i], b.values[i])
      if (order !== 0) return keys[i]?.descending ? -order : order
    }
    return unordered ? byStableKey(a.row, b.row) : a.index - b.index
  }
}

function byStableKey(a: Row, b: Row): number {
  if (!(a instanceof EntityRow && b instanceof EntityRow)) return 0
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}

/** Whether a row's first sort key already places it after the last needed row; this spares most rows an entry. */
function isBehind(row: Row, bar: Entry, { name, descending }: SortKey): boolean {
  const limit = bar.values[0]?.number
  const value = row.get(name)
  if (limit === undefined || typeof value !== 'number') return false
  return descending ? value < limit : value > limit
}

/**
 * Whether no row to come can be among the first `most`, given that they arrive in the order of the first key:
 * the last one has passed the key of the last that is needed.
 */
function isSettled(entries: readonly Entry[], most: number, last: Row | undefined, key: SortKey): boolean {
  const needed = entries[most - 1]
  return !!needed && !!last && orderPrepared(needed.values[0], prepared(last.get(key.name))) !== 0
}

/**
 * Sorts rows stably. With `most`, only that many are held, so that sorting a whole type for its first rows
 * needs neither its memory nor its time.
 */
export function sorted(rows: Rows, sort: SortOrder, pace: Pace, budget: Budget): Rows {
  const { keys, most } = sort
  let result: Rows | undefined
  return {
    async next() {
      result ??= rowsOfList(await run())
      return result.next()
    },
  }

  async function run(): Promise<Row[]> {
    const order = comparator(sort)
    const [first] = keys
    let entries: Entry[] = []
    let bar: Entry | undefined
    let index = 0
    for (let page = await rows.next(); page; page = await rows.next()) {
      for (const row of page) {
        const place = index++
        if (bar && first && isBehind(row, bar, first)) {
          budget.release(row.computedBytes)
          continue
        }
        const entry = { row, index: place, values: keys.map((key) => prepared(row.get(key.name))) }
        if (!bar || order(entry, bar) < 0) entries.push(entry)
        else budget.release(row.computedBytes)
      }
      // Truncate when twice as many as needed have been collected, to amortise the sort: n log n per n rows.
      if (entries.length >= most * 2 + 1024) {
        entries.sort(order)
        for (const { row } of entries.splice(most)) budget.release(row.computedBytes)
        bar = entries.at(-1)
      }
      if (first && sort.inOrder?.() && isSettled(entries, most, page.at(-1), first)) break
      await pace.yieldToMain()
    }
    return entries
      .sort(order)
      .slice(0, Number.isFinite(most) ? most : undefined)
      .map(({ row }) => row)
  }
}
