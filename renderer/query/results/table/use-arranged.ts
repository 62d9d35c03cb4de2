import { useEffect, useMemo, useState } from 'react'
import type { QueryResult, Row } from '../../../spl/result.ts'
import { asShown, isUnarranged, Sorter } from './sorter.ts'
import type { TableState } from './table-state.ts'

interface Arranged {
  readonly sorter: Sorter
  /** Indices of the rows to show, or `undefined` for all in the server's order. */
  readonly order: Uint32Array | undefined
  /** The worker is busy; the previous rows are still shown. */
  readonly busy: boolean
}

const orders = new WeakMap<QueryResult, Uint32Array>()

/** The rows as shown by the table: sorted and filtered, or all in the server's order. */
export function arrangedRows(result: QueryResult): readonly Row[] {
  const order = orders.get(result)
  return order ? Array.from(order, (row) => result.rows[row] ?? {}) : result.rows
}

/** Sorts and filters a result in a worker according to the table's state. */
export function useArranged(result: QueryResult, { sorts, filters, search, raw }: TableState): Arranged {
  const sorter = useMemo(() => new Sorter(result), [result])
  const [state, setState] = useState<{ sorter: Sorter; order: Uint32Array | undefined; busy: boolean }>()
  useEffect(() => () => sorter.dispose(), [sorter])
  useEffect(() => {
    let current = true
    const present = (column: string): boolean => result.columns.includes(column)
    const arrangement = {
      sorts: sorts
        .filter((sort) => present(sort.column))
        .map((sort) => (raw ? sort : { ...sort, column: asShown(sort.column) })),
      filters: filters.filter((filter) => present(filter.column)),
      search,
    }
    setState((before) => ({
      sorter,
      order: before?.sorter === sorter ? before.order : undefined,
      busy: !isUnarranged(arrangement),
    }))
    void sorter.arrange(arrangement).then((order) => {
      if (!current) return
      if (order) orders.set(result, order)
      else orders.delete(result)
      setState({ sorter, order, busy: false })
    })
    return () => {
      current = false
    }
  }, [sorter, result, sorts, filters, search, raw])
  const order = state?.sorter === sorter ? state.order : undefined
  return { sorter, order, busy: state?.sorter === sorter ? state.busy : false }
}
